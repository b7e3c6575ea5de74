/** A game by hand in a class tournament: ready first, clocks that stand still in a pause, and the way to the next
 * game. */

import { call } from "./api.js";
import { myTeams } from "./memory.js";
import { button } from "./parts.js";
import { sit } from "./sit.js";
import { h, must, wait } from "../shared/dom.js";
import { badge } from "../tables/badge.js";
import { tokens } from "../shared/server.js";
import { data, sideName, t } from "../shared/texts.js";
import { html, nothing, show } from "../shared/view.js";

/** @typedef {import("../types").State} State */
/** @typedef {import("../types").LiveGame} LiveGame */

const LOOK_MS = 2000; // for the next game
const table = /** @type {string} */ (data.table);
const event = table.slice(1, table.indexOf("-")); // tables are called cEVENT-...
const team = myTeams().find((one) => String(one.event) === event);
const place = h("div", { id: "cover", role: "status", hidden: true });
must("#board-place").append(place);

/** @param {State} state @param {string} side */
const nameOf = (state, side) => state.seats[side]?.name || sideName(side);

/** Say that we are ready; the clock begins when everybody is. */
const ready = () => call(`/tables/${table}/ready`, { token: Object.values(tokens(table))[0] ?? "", method: "POST" });

/** What lies over the board, nothing while it is played on. @param {State} state @param {string[]} mine */
function cover(state, mine) {
  const hand = state.hand;
  if (!hand || state.end) return null;
  if (hand.paused) return html`<h2>${t("class/seat/paused")}</h2><p>${t("class/seat/paused_text")}</p>`;
  const missing = Object.keys(hand.ready).filter((side) => !hand.ready[side]);
  const own = mine.find((side) => missing.includes(side));
  if (!missing.length) return null;
  const [other] = state.sides.filter((side) => side !== (own ?? mine[0]));
  if (!own)
    return html`<h2>${t("class/seat/waits", { names: missing.map((side) => nameOf(state, side)).join(", ") })}</h2>`;
  return html`<h2>${t("class/seat/against", { name: nameOf(state, other ?? "") })}</h2>
    <p class="seat-side">${badge(own)} ${t("class/seat/side", { side: sideName(own) })}</p>
    <p>${t("class/seat/clock", { seconds: Math.round((state.clock.limit_ms ?? 0) / 1000) })}</p>
    ${button(t("class/seat/ready"), ready, { id: "ready", kind: "primary big" })}
    <p class="small">${t("class/seat/within", { minutes: Math.round(hand.arrive_ms / 6000) / 10 })}</p>`;
}

/** The way back, and to the next game once there is one. @param {LiveGame[]} games */
function ways(games) {
  if (!team) return nothing;
  const other = (/** @type {LiveGame} */ game) => game.names.find((name) => name !== team.name) ?? "";
  const next = (/** @type {LiveGame} */ game) =>
    button(t("class/seat/next", { name: other(game) }), () => sit(game, team.name, team.token), {
      kind: "primary big",
    });
  return html`${games.map(next)}<a href="/teams/${team.id}">${t("class/seat/back", { name: team.name })}</a>`;
}

/** Look for the next game of the team until there is one. */
async function lookForNext() {
  for (;;) {
    const found = await call(`/teams/${team?.id}`, { token: team?.token ?? "" }).catch(() => null);
    const live = /** @type {LiveGame[]} */ (found?.live ?? []);
    const games = live.filter((game) => game.table && game.table !== table);
    show("#hand", ways(games));
    if (games.length || found?.event.state === "finished") return;
    await wait(LOOK_MS);
  }
}

let over = false;
document.addEventListener("shown", (shown) => {
  const { state, mine } = /** @type {CustomEvent<{state: State, mine: string[]}>} */ (shown).detail;
  const covered = cover(state, mine);
  place.hidden = !covered;
  document.body.classList.toggle("covered", !place.hidden);
  show(place, covered);
  must("#hand").hidden = !team || !mine.length;
  if (!must("#hand").childElementCount) show("#hand", ways([]));
  if (state.end && !over && team && mine.length) void lookForNext();
  over ||= !!state.end;
});
