/**
 * The desk of a game between bots: play, pause, one move, speed, the end. It hears `shown` {state} from the game;
 * whoever started the game has its token and may conduct it, everybody else sees how it goes on.
 */

import { must, toast } from "../shared/dom.js";
import { PACES, keepToken, reasonOf, rememberPace, tokenOf } from "./duel-tokens.js";
import { ask } from "../shared/server.js";
import { setupQuery } from "./rulecard.js";
import { data, t } from "../shared/texts.js";
import { html, nothing, show } from "../shared/view.js";

/** @typedef {import("../types").State} State */

const token = tokenOf(location.pathname);
const place = must("#duel");
const address = `/api/duels/${data.table}`;
/** @type {State | null} */ let now = null;
let pace = 0; // between two moves, in milliseconds
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
  pace = ms;
  rememberPace(ms);
  asked += 1;
  draw();
  await order("conduct", { pace_ms: ms });
  asked -= 1;
}

/** Faster or slower by one. @param {number} by */
function faster(by) {
  const next = PACES[PACES.indexOf(pace) + by];
  if (next !== undefined) setPace(next);
}

async function again() {
  const begun = await order("again", {});
  if (!begun) return;
  keepToken(begun.address, begun.token);
  location.href = begun.address;
}

/** @param {State} state */
function conducting(state) {
  const playing = !!state.duel?.playing;
  const chosen = (/** @type {Event} */ event) =>
    setPace(Number(/** @type {HTMLSelectElement} */ (event.currentTarget).value));
  return html`<div class="buttons">
      <button type="button" id="duel-play" class="primary" @click=${toggle}><span aria-hidden="true">${
        playing ? "❚❚ " : "▶ "
      }</span>${t(playing ? "duels/pause" : "duels/play")}</button>
      <button type="button" id="duel-step" @click=${step}>${t("duels/step")}</button>
      <button type="button" id="duel-stop" title=${t("duels/stop_help")} @click=${() => order("stop", {})}>${t(
        "duels/stop",
      )}</button></div>
    <label class="pace">${t("duels/pace")} <select id="duel-pace" @change=${chosen}>${[...PACES]
      .reverse()
      .map((ms) => html`<option value=${ms} .selected=${ms === pace}>${paceName(ms)}</option>`)}</select></label>
    <p class="small keys">${t("duels/keys")}</p>`;
}

/** @param {State} state */
const watching = ({ duel }) =>
  html`<p>${duel?.playing ? t("duels/conducted", { pace: paceName(duel.pace_ms) }) : t("duels/wait")}</p>`;

/** @param {State} state */
function over(state) {
  const query = setupQuery(state, data.book);
  query.set("game", state.game);
  const once = html`<button type="button" id="duel-again" class="primary" @click=${again}>${t("duels/again")}</button>`;
  return html`<div class="buttons">${token ? once : nothing}<a class="button" href="/duel?${query}">${t(
    "duels/another",
  )}</a></div>`;
}

function draw() {
  if (now) show(place, now.status === "ended" ? over(now) : token ? conducting(now) : watching(now));
}

document.addEventListener("shown", (event) => {
  const { state } = /** @type {{state: State}} */ (/** @type {CustomEvent} */ (event).detail);
  if (!state.duel) return;
  now = state;
  place.hidden = false;
  document.body.dataset.duel = state.duel.playing ? "playing" : "paused";
  if (!asked) pace = state.duel.pace_ms;
  draw();
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
