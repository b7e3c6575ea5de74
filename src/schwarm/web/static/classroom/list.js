/** A list of teams out of a spreadsheet: all of them are registered, and each gets a link that is shown once. */

import { save, sendList } from "./api.js";
import { operator } from "./memory.js";
import { busy, button, copyable, secretQr } from "./parts.js";
import { must } from "../shared/dom.js";
import { reachable } from "../shared/reachable.js";
import { t } from "../shared/texts.js";
import { html, show } from "../shared/view.js";

/** @typedef {import("../types").EnteredTeam} Entered */

/** A cell that no spreadsheet takes for a formula. @param {string} text */
const cell = (text) => `"${(/^[=+\-@\t]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** @param {Entered[]} teams */
function saveLinks(teams) {
  const lines = teams.map((team) => `${cell(team.name)};${cell(reachable().address + team.address)}`);
  const text = [`${cell(t("class/list/name"))};${cell(t("class/list/link"))}`, ...lines].join("\r\n");
  save(new Blob([`\ufeff${text}\r\n`], { type: "text/csv" }), "links.csv");
}

/** The links, to be cut out or sent; they are not told again. @param {Entered[]} teams */
async function links(teams) {
  const drawn = await Promise.all(teams.map((team) => secretQr(reachable().address + team.address, team.name)));
  return html`<p class="notice">${t("class/list/once", { count: teams.length })}</p>
    <p class="buttons">
      ${button(t("class/list/save"), () => saveLinks(teams))}
      ${button(t("class/certificates/print"), () => window.print())}
    </p>
    <ul class="team-links">
      ${teams.map(
        ({ name, address }, i) =>
          html`<li><strong>${name}</strong>${drawn[i]}${copyable(reachable().address + address, name)}</li>`,
      )}
    </ul>`;
}

/** @param {string} event @param {() => Promise<unknown>} look */
export function listBox(event, look) {
  const input = /** @type {HTMLInputElement} */ (must("#list-file"));
  input.addEventListener("change", () =>
    busy(input, async () => {
      const file = input.files?.[0];
      input.value = "";
      if (!file) return;
      show("#list", await links(await sendList(event, file, operator())));
      await look();
    }),
  );
}
