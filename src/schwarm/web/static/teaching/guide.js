/**
 * One sentence beside the board. In a first game against a bot the guide says it: the aim, what can be done with what
 * is selected, and what the bot's move did. Where the guide is off it is the last move in words. A hint comes instead.
 * It hears `shown` {state, mine, board} and `advised` {detail: a move} from the game; that it is off, this browser
 * remembers for each game.
 */

import { guideWords } from "./guide-words.js";
import { must } from "../shared/dom.js";
import { kindName, light } from "../boards/kinds.js";
import { data, sideName, t, told, worded } from "../shared/texts.js";
import { moveWord, word } from "../boards/touched.js";
import { html, nothing, show } from "../shared/view.js";

/** @typedef {import("../types").State} State */
/** @typedef {{state: State, mine: string[], board: import("../boards/board.js").BoardElement}} Shown */

const TIPS = 4; // plies with a tip how to begin
const place = must("#guide");
/** @type {Shown | null} */ let now = null;
/** The state before the bot's move, and the one when it was last our turn. */
/** @type {State | null} */ let before = null;
/** @type {State | null} */ let turn = null;
/** @type {string[]} */ let did = [];
/** @type {unknown} */ let suggested = null;

const KEY = `guide:${data.book.name}`;
const on = () => localStorage.getItem(KEY) !== "off";

const toggle = must("#guide-toggle");
toggle.addEventListener("click", () => {
  localStorage.setItem(KEY, on() ? "off" : "on");
  paint();
});

document.addEventListener("shown", (event) => {
  const next = /** @type {Shown} */ (/** @type {CustomEvent} */ (event).detail);
  const { state, mine } = next;
  const last = state.last;
  if (before && last && !mine.includes(last.side) && state.history.length === before.history.length + 1)
    did = guideWords.did(before, state, mine, turn);
  else if (!state.history.length) did = [];
  before = state;
  if (state.to_move && mine.includes(state.to_move)) turn = state;
  now = next;
  suggested = null;
  paint();
});

document.addEventListener("selection", paint);

document.addEventListener("advised", (event) => {
  const found = /** @type {CustomEvent} */ (event).detail;
  const way = { side: now?.state.to_move ?? "", path: found.path };
  suggested = html`<p id="guide-suggestion">${moveWord(guideWords.suggestion(found), way)}</p>`;
  paint();
});

/** What the hand that has selected something should know: how it moves, where it can go, and its kinds of moves, lit
 * when touched. @param {Shown} shown @param {string[]} path */
function answer({ state, board }, path) {
  const kinds = [...guideWords.kinds(state, path)].map(([kind, choices]) => {
    const hide = () => board.refresh();
    const told = `${kindName(board, kind)} (${choices.length})`;
    return word(told, { show: () => light(board, choices), hide, leave: hide });
  });
  const listed = kinds.flatMap((one) => [" ", one]);
  const more = kinds.length ? [` ${t("guide/kinds_of_it")}`, ...listed] : nothing;
  return html`<p id="guide-can">${guideWords.can(state, path)}${more}</p>`;
}

/** What the guide says: of what is selected, of the bot's move, or how to begin. @param {Shown} shown */
function sentence(shown) {
  const { state, mine, board } = shown;
  const ours = !!state.to_move && mine.includes(state.to_move);
  if (ours && board.selected.length) return answer(shown, board.selected);
  const tip = state.ply < TIPS ? guideWords.tip(state) : "";
  const [first = "", more = tip] = did;
  if (first)
    return html`<p class="guide-did"><b>${t("guide/bot_did")}: </b>${moveWord(first, state.last ?? undefined)} ${more}</p>`;
  return html`<p>${guideWords.aim(state)}</p>${ours ? answer(shown, []) : html`<p>${tip}</p>`}`;
}

/** The last move in words. @param {State} state */
const lastMove = ({ last, told: words }) =>
  last ? html`<p>${sideName(last.side)}: ${moveWord(worded(words?.words) || last.move, last)}</p>` : nothing;

/** Whether this is a game of ours against a bot, and the guide has words for it. */
function fits() {
  if (now?.mine.length !== 1 || !told(`guide/aims/${now.state.game}`, "")) return false;
  return Object.values(now.state.seats).some((seat) => seat.kind === "bot");
}

function paint() {
  if (!now) return;
  const guided = fits() && on();
  toggle.hidden = !fits() || now.state.status !== "running";
  toggle.setAttribute("aria-pressed", String(on()));
  document.body.dataset.guided = String(guided);
  show(place, suggested ?? (guided ? sentence(now) : lastMove(now.state)));
}
