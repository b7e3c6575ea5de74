/**
 * The guide of a first game against a bot: the aim, what can be done now, and what the bot's move did.
 * It hears `shown` {state, mine, board} from the game; it can be switched off, which this browser remembers for
 * each game.
 */

import { guideWords } from "./guide-words.js";
import { h, must } from "../shared/dom.js";
import { kindName, light } from "../boards/kinds.js";
import { Refusal, ask, tokens } from "../shared/server.js";
import { data, t, told } from "../shared/texts.js";
import { moveWord, word } from "../boards/touched.js";
import { html, nothing, show } from "../shared/view.js";

/** @typedef {import("../types").State} State */
/** @typedef {{state: State, mine: string[], board: import("../boards/board.js").BoardElement}} Shown */

const table = /** @type {string} */ (data.table);
const TIPS = 8; // plies with a tip how to begin
const token = Object.values(tokens(table))[0] ?? "";
const place = must("#guide");
/** @type {Shown | null} */ let now = null;
/** The state before the bot's move, and the one when it was last our turn. */
/** @type {State | null} */ let before = null;
/** @type {State | null} */ let turn = null;
/** @type {string[]} */ let did = [];
/** @type {unknown} */ let suggested = nothing;

const KEY = `guide:${data.book.name}`;
const on = () => localStorage.getItem(KEY) !== "off";
/** @param {boolean} wished */
function switchTo(wished) {
  localStorage.setItem(KEY, wished ? "on" : "off");
  paint();
}

const toggle = h("button", { type: "button", id: "guide-toggle", hidden: true, click: () => switchTo(!on()) });
document.querySelector(".small-tools")?.append(toggle);

document.addEventListener("shown", (event) => {
  const next = /** @type {Shown} */ (/** @type {CustomEvent} */ (event).detail);
  const { state, mine } = next;
  const last = state.last;
  if (before && last && !mine.includes(last.side) && state.history.length === before.history.length + 1)
    did = guideWords.did(before, state, mine, turn);
  else if (last && mine.includes(last.side)) did = [];
  if (!state.history.length) did = [];
  before = state;
  if (state.to_move && mine.includes(state.to_move)) turn = state;
  now = next;
  suggested = nothing;
  paint();
});

document.addEventListener("selection", paint);

/** What the hand that has selected something should know: how it moves, where it can go, and its kinds of moves, lit
 * when touched. @param {Shown} shown @param {string[]} path */
function answer({ state, board }, path) {
  const kinds = [...guideWords.kinds(state, path)].map(([kind, choices]) => {
    const hide = () => board.refresh();
    const told = `${kindName(board, kind)} (${choices.length})`;
    return word(told, { show: () => light(board, choices), hide, leave: hide });
  });
  const listed = kinds.flatMap((one) => [" ", one]);
  return [guideWords.can(state, path), ...(kinds.length ? [` ${t("guide/kinds_of_it")}`, ...listed] : [])];
}

/** Whether this is a game of ours against a bot, and the guide has words for it. */
function fits() {
  if (now?.mine.length !== 1 || !told(`guide/aims/${now.state.game}`, "")) return false;
  return Object.values(now.state.seats).some((seat) => seat.kind === "bot");
}

function paint() {
  const running = now?.state.status === "running";
  toggle.hidden = !fits() || !running;
  toggle.textContent = t("guide/turn_on");
  toggle.setAttribute("aria-pressed", String(on()));
  place.hidden = !fits() || !on() || !running;
  if (place.hidden || !now) return;
  const { state, mine } = now;
  const ours = !!state.to_move && mine.includes(state.to_move);
  const last = moveWord(did[0] ?? "", state.last ?? undefined);
  const button = (/** @type {string} */ id, /** @type {() => void} */ click, /** @type {string} */ text) =>
    html`<button type="button" id=${id} @click=${click}>${t(text)}</button>`;
  show(
    place,
    html`<details open><summary>${t("guide/title")}</summary>
        ${did.length ? html`<p class="guide-did"><b>${t("guide/bot_did")}: </b>${last} ${did.slice(1).join(" ")}</p>` : nothing}
        <p>${guideWords.aim(state)} ${state.ply < TIPS ? guideWords.tip(state) : ""}</p>
        ${
          ours
            ? html`<p class="guide-can"><b>${t("guide/your_turn")}</b> <span id="guide-can">${answer(now, now.board.selected)}</span></p>`
            : html`<p>${t("guide/bot_thinks")}</p>`
        }
        <p id="guide-suggestion" role="status">${suggested}</p>
        <div class="buttons">${ours ? button("guide-suggest", suggest, "guide/suggest") : nothing}
          <a class="button" href="/rules/${state.game}" target="_blank">${t("guide/more")}</a>
          ${button("guide-off", () => switchTo(false), "guide/turn_off")}</div></details>`,
  );
}

async function suggest() {
  const button = /** @type {HTMLButtonElement} */ (must("#guide-suggest"));
  button.disabled = true;
  try {
    const found = await ask(`/api/tables/${table}/hint`, {}, token);
    now?.board.suggest(found.path);
    suggested = moveWord(guideWords.suggestion(found), { side: now?.state.to_move ?? "", path: found.path });
  } catch (error) {
    suggested = error instanceof Refusal ? error.message : String(error);
  }
  button.disabled = false;
  paint();
}
