/** A list of teams out of a spreadsheet: all of them are registered, and each gets a link that is shown once. */

import { checked } from "./api.js";
import { operator } from "./memory.js";
import { busy, button, copyable, secretQr } from "./parts.js";
import { h, must } from "../shared/dom.js";
import { reachable } from "../shared/reachable.js";
import { t } from "../shared/texts.js";

/** @typedef {{id: number, name: string, kind: string, address: string}} Entered */

/** A cell that no spreadsheet takes for a formula. @param {string} text */
const cell = (text) => `"${(/^[=+\-@\t]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** @param {Entered[]} teams */
function save(teams) {
  const lines = teams.map((team) => `${cell(team.name)};${cell(reachable().address + team.address)}`);
  const file = new Blob(
    [`\ufeff${[`${cell(t("class/list/name"))};${cell(t("class/list/link"))}`, ...lines].join("\r\n")}\r\n`],
    { type: "text/csv" },
  );
  const link = /** @type {HTMLAnchorElement} */ (h("a", { href: URL.createObjectURL(file), download: "links.csv" }));
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** The links, to be cut out or sent; they are not told again. @param {Entered[]} teams */
async function links(teams) {
  const drawn = await Promise.all(teams.map((team) => secretQr(reachable().address + team.address, team.name)));
  return [
    h("p", { class: "notice" }, t("class/list/once", { count: teams.length })),
    h(
      "p",
      { class: "buttons" },
      button(t("class/list/save"), () => save(teams)),
      button(t("class/certificates/print"), () => window.print()),
    ),
    h(
      "ul",
      { class: "team-links" },
      ...teams.map((team, i) =>
        h(
          "li",
          {},
          h("strong", {}, team.name),
          drawn[i] ?? null,
          copyable(reachable().address + team.address, team.name),
        ),
      ),
    ),
  ];
}

/** @param {string} event @param {() => Promise<unknown>} look */
export function listBox(event, look) {
  const input = /** @type {HTMLInputElement} */ (must("#list-file"));
  input.addEventListener("change", () =>
    busy(input, async () => {
      const file = input.files?.[0];
      input.value = "";
      if (!file) return;
      const response = await fetch(`/api/class/events/${event}/list`, {
        method: "POST",
        headers: { authorization: `Bearer ${operator()}`, "content-type": "text/csv" },
        body: file,
      });
      const teams = /** @type {Entered[]} */ (await (await checked(response)).json());
      must("#list").replaceChildren(...(await links(teams)));
      await look();
    }),
  );
}
