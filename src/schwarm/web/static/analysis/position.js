/** A position by itself: look at it, try moves, set it up anew, ask the engine, play on from here. */

import "../shared/chrome.js";
import "../boards.js";
import { PlayController } from "../boards/play.js";
import { complain, must } from "../shared/dom.js";
import { Editor } from "./editor.js";
import { hintLine, writtenLine } from "../tables/moves.js";
import { bestLine, drawBar, verdict } from "./opinion.js";
import { takeSeat } from "../people/people.js";
import { reason } from "../tables/result.js";
import { toMoveText } from "../tables/status-text.js";
import { changedOptions, ruleCard, setupQuery } from "../tables/rulecard.js";
import { ask } from "../shared/server.js";
import { botOptions } from "../tables/strength.js";
import { data, sideName, t } from "../shared/texts.js";
import { show as display, html, nothing } from "../shared/view.js";

/** @typedef {import("../types").Snapshot} Snapshot */

const book = /** @type {import("../types").Book} */ (data.book);
const first = /** @type {Snapshot} */ (data.snapshot);
let scene = first;
/** @type {string[]} */ let tried = [];
const control = new PlayController(book.name, { play: tryMove, put: (put) => editor.touch(put) });
const board = control.make(scene.board.kind);
const setup = () => ({
  game: first.game,
  profile: first.profile,
  options: Object.fromEntries(changedOptions(first, book)),
});
const editor = new Editor(
  data,
  setup,
  (next, playable) => {
    if (playable) show(next, false);
    else board.show(next, { mine: [] });
  },
  board.putsWhole,
);

/** @param {Snapshot} next @param {boolean} animate */
function show(next, animate) {
  scene = next;
  board.show(next, { mine: editor.on ? [] : next.sides, animate });
  must("#status").textContent = next.to_move ? toMoveText(next) : next.end ? reason(next.end, next.sides, []) : "";
  must("#text").textContent = next.position;
  must("#verdict").hidden = true;
  drawBar(null, next.sides, next.sides[0] ?? "");
  for (const name of ["#hint", "#judge", "#begin"])
    /** @type {HTMLButtonElement} */ (must(name)).disabled = !next.to_move;
  must("#tried").hidden = !tried.length;
  must("#tried-moves").textContent = tried.join(" · ");
  const query = setupQuery(first, book);
  query.set("p", next.position);
  history.replaceState(null, "", `?${query}`);
}

// --- trying moves ------------------------------------------------------------------------------------------
/** @param {string} move */
async function tryMove(move) {
  try {
    const next = await ask("/api/positions", { ...setup(), position: scene.position, moves: [move] });
    tried = [...tried, move];
    show(next, true);
  } catch (error) {
    complain(error);
  }
}
must("#restart").addEventListener("click", () => {
  tried = [];
  show(first, false);
});

// --- setting up --------------------------------------------------------------------------------------------
must("#edit").hidden = !data.pieces.length;
must("#edit").addEventListener("click", () => {
  tried = [];
  editor.turn(!editor.on, scene);
  board.edit(editor.on);
  if (editor.on) show(scene, false);
});

// --- the engine --------------------------------------------------------------------------------------------
/** @param {boolean} whole the whole opinion, or one move alone */
async function judge(whole) {
  const place = must("#verdict");
  place.hidden = false;
  display(place, t("desk/judging"));
  const asked = scene;
  try {
    const found = /** @type {import("../types").Verdict} */ (
      await ask("/api/positions/verdict", { ...setup(), position: scene.position })
    );
    if (asked !== scene) return;
    const [best] = found.line;
    board.foresee(whole ? found.ways : found.ways.slice(0, 1));
    if (whole) drawBar(found.chance, scene.sides, scene.sides[0] ?? "");
    const told = whole
      ? html`<p class="verdict">${verdict(found.chance, scene.sides)}</p>${bestLine(found.line, found.ways, found.players)}`
      : hintLine(writtenLine(found.line, found.players)[0] ?? "", found.ways[0]);
    const play = html`<button type="button" id="play-best" @click=${() => tryMove(best ?? "")}>
      ${t("desk/play_best")}</button>`;
    display(place, html`${told}${best ? play : nothing}`);
  } catch (error) {
    place.hidden = true;
    complain(error);
  }
}
must("#hint").addEventListener("click", () => judge(false));
must("#judge").addEventListener("click", () => judge(true));

// --- playing on --------------------------------------------------------------------------------------------
const begin = () => {
  const [side, level] = [...must("#play-on").querySelectorAll("select")].map((select) => select.value);
  return takeSeat("/api/tables", { ...setup(), position: scene.position, side, level }).catch(complain);
};
const sides = scene.sides.map(
  (name) => html`<option value=${name} ?selected=${name === scene.to_move}>${sideName(name)}</option>`,
);
display(
  "#play-on",
  html`<span>${t("ui/play_on")}</span><select aria-label=${t("ui/your_side")}>${sides}</select
    ><select aria-label=${t("ui/opponent")}>${botOptions(book, "3")}</select
    ><button type="button" class="primary" id="begin" @click=${begin}>${t("ui/go")}</button>`,
);
display("#rule-card", ruleCard(scene, book, null));
show(first, false);
