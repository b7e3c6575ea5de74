/** A team's own notes on a finished game, beside the move that is shown: what its program said, and how long it
 * thought. */

import { call } from "./api.js";
import { myTeam, operator } from "./memory.js";
import { h, must } from "../shared/dom.js";
import { thought } from "../tables/moves.js";
import { t } from "../shared/texts.js";
import { html, show, svg } from "../shared/view.js";

/** @typedef {import("../types").Notes} Notes */

const asked = new URLSearchParams(location.search);
const team = asked.get("team") ?? "";
const record = asked.get("record") ?? "";
const WIDTH = 300;
const HEIGHT = 48;

/** The times of all moves as bars, the shown one marked; ours and theirs differ by colour and by direction.
 * @param {Notes["plies"]} plies @param {number} at */
function times(plies, at) {
  const longest = Math.max(...plies.map((ply) => ply.ms ?? 0), 1);
  const wide = WIDTH / Math.max(plies.length, 1);
  const bar = (/** @type {Notes["plies"][number]} */ ply) => {
    const high = (HEIGHT * (ply.ms ?? 0)) / longest;
    return svg`<rect class="${ply.own ? "ours" : "theirs"}${ply.ply === at ? " on" : ""}" x=${(ply.ply - 1) * wide}
      width=${Math.max(wide - 0.5, 0.5)} y=${ply.own ? HEIGHT - high : HEIGHT} height=${high}></rect>`;
  };
  return html`<svg class="note-times" viewBox="0 0 ${WIDTH} ${2 * HEIGHT}" role="img" aria-label=${t("class/notes/times")}>
    <line x1="0" x2=${WIDTH} y1=${HEIGHT} y2=${HEIGHT}></line>${plies.map(bar)}</svg>`;
}

/** The ply that the desk shows. */
const shown = () => [...document.querySelectorAll("#moves .ply")].findIndex((one) => one.classList.contains("on")) + 1;

/** @param {HTMLElement} place @param {Notes} notes */
function draw(place, notes) {
  const at = shown();
  const ply = notes.plies[at - 1];
  const said = at === 0 ? notes.before : (ply?.said ?? "");
  const head =
    at === 0
      ? t("class/notes/start")
      : t("class/notes/move", { number: at }) + (ply?.ms == null ? "" : ` · ${thought(ply.ms)}`);
  show(
    place,
    html`<h2>${t("class/notes/title")}</h2>
      ${times(notes.plies, at)}
      <p class="small">${head}</p>
      ${said ? html`<pre tabindex="0" lang="en">${said}</pre>` : html`<p class="small">${t("class/notes/nothing")}</p>`}
      <details class="small"><summary>${t("class/notes/help")}</summary><p>${t("class/notes/engine")}</p></details>`,
  );
}

async function open() {
  const token = myTeam(team)?.token ?? operator();
  if (!token || !record) return;
  const notes = /** @type {Notes} */ (await call(`/teams/${team}/games/${record}/notes`, { token }));
  const place = h("section", { id: "notes", class: "box", "aria-label": t("class/notes/title") });
  must(".history").before(place);
  draw(place, notes);
  new MutationObserver(() => draw(place, notes)).observe(must("#moves"), {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ["class"],
  });
  document.body.dataset.notes = "yes";
}

await open().catch(() => undefined); // of a game that is not this browser's there is nothing to tell
