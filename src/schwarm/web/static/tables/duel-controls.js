/**
 * The desk of a game between bots: play, pause, one move, speed, the end. It hears `shown` {state} from the game;
 * whoever started the game has its token and may conduct it, everybody else sees how it goes on.
 */

import { h, must, toast } from "../shared/dom.js";
import { PACES, keepToken, reasonOf, rememberPace, tokenOf } from "./duel-tokens.js";
import { ask } from "../shared/server.js";
import { setupQuery } from "./rulecard.js";
import { data, t } from "../shared/texts.js";

/** @typedef {import("../types").State} State */

const token = tokenOf(location.pathname);
const place = must("#duel");
const address = `/api/duels/${data.table}`;
/** @type {State | null} */ let now = null;
let asked = 0; // wishes for another speed that the server has not answered: what it tells meanwhile is old

/** @param {number} ms */
const paceName = (ms) => t(`duels/paces/${ms}`);

/** @param {string} path @param {object} body */
async function order(path, body) {
  try {
    return await ask(`${address}/${path}`, body, token);
  } catch (error) {
    toast(reasonOf(error));
    return null;
  }
}

const toggle = () => order("conduct", { playing: !now?.duel?.playing });
const step = () => order("conduct", { playing: false, step: true });

/** @param {number} ms */
async function setPace(ms) {
  speed.value = String(ms);
  rememberPace(ms);
  asked += 1;
  await order("conduct", { pace_ms: ms });
  asked -= 1;
}

/** Faster or slower by one. @param {number} by */
function faster(by) {
  const next = PACES[PACES.indexOf(Number(speed.value)) + by];
  if (next !== undefined) setPace(next);
}

const play = /** @type {HTMLButtonElement} */ (
  h("button", { type: "button", id: "duel-play", class: "primary", click: toggle })
);
const one = h("button", { type: "button", id: "duel-step", click: step }, t("duels/step"));
const speed = /** @type {HTMLSelectElement} */ (
  h(
    "select",
    { id: "duel-pace", change: () => setPace(Number(speed.value)) },
    ...[...PACES].reverse().map((ms) => h("option", { value: ms }, paceName(ms))),
  )
);
const stop = h(
  "button",
  { type: "button", id: "duel-stop", title: t("duels/stop_help"), click: () => order("stop", {}) },
  t("duels/stop"),
);

async function again() {
  const begun = await order("again", {});
  if (!begun) return;
  keepToken(begun.address, begun.token);
  location.href = begun.address;
}

/** @param {State} state */
function conducting(state) {
  const playing = !!state.duel?.playing;
  play.replaceChildren(
    h("span", { "aria-hidden": "true" }, playing ? "❚❚ " : "▶ "),
    t(playing ? "duels/pause" : "duels/play"),
  );
  if (!asked) speed.value = String(state.duel?.pace_ms);
  if (place.contains(play)) return;
  place.replaceChildren(
    h("div", { class: "buttons" }, play, one, stop),
    h("label", { class: "pace" }, t("duels/pace"), " ", speed),
    h("p", { class: "small keys" }, t("duels/keys")),
  );
}

/** @param {State} state */
function watching(state) {
  const playing = !!state.duel?.playing;
  place.replaceChildren(
    h("p", {}, playing ? t("duels/conducted", { pace: paceName(state.duel?.pace_ms ?? 0) }) : t("duels/wait")),
  );
}

/** @param {State} state */
function over(state) {
  const query = setupQuery(state, data.book);
  query.set("game", state.game);
  place.replaceChildren(
    h(
      "div",
      { class: "buttons" },
      token
        ? h("button", { type: "button", id: "duel-again", class: "primary", click: again }, t("duels/again"))
        : null,
      h("a", { class: "button", href: `/duel?${query}` }, t("duels/another")),
    ),
  );
}

document.addEventListener("shown", (event) => {
  const { state } = /** @type {{state: State}} */ (/** @type {CustomEvent} */ (event).detail);
  if (!state.duel) return;
  now = state;
  place.hidden = false;
  document.body.dataset.duel = state.duel.playing ? "playing" : "paused";
  if (state.status === "ended") over(state);
  else if (token) conducting(state);
  else watching(state);
});

document.addEventListener("keydown", (event) => {
  const at = /** @type {HTMLElement} */ (event.target);
  if (!now || !token || now.status !== "running" || event.ctrlKey || event.altKey || event.metaKey) return;
  if (at.closest("input, textarea, select, dialog")) return;
  if (at.closest("[data-zooms]") && (event.key === "+" || event.key === "-")) return; // these zoom there
  if (event.key === " " && !at.closest("button, a, summary, [data-cell]")) toggle();
  else if (event.key === ".") step();
  else if (event.key === "+") faster(1);
  else if (event.key === "-") faster(-1);
  else return;
  event.preventDefault();
});
