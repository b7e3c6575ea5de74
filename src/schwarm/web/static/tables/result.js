/** How a game ended, said to the one who reads it. */

import { badge } from "./badge.js";
import { sideName, t, told } from "../shared/texts.js";
import { html, nothing } from "../shared/view.js";

/** @typedef {import("../types").State} State */

/** A reason as a winner, a loser or somebody else reads it.
 * @param {import("../types").End} end @param {string[]} sides @param {string[]} mine */
export function reason(end, sides, mine) {
  const reader = mine.length !== 1 || !end.winner ? "seen" : mine[0] === end.winner ? "won" : "lost";
  const loser = sides.find((side) => side !== end.winner) ?? "";
  const text = told(`ui/results/${end.reason}/${reader}`, told(`ui/reasons/${end.reason}`, end.reason));
  return text.replaceAll("{winner}", sideName(end.winner ?? "")).replaceAll("{loser}", sideName(loser));
}

/** What explains the end further, if the board knows.
 * @param {import("../types").Snapshot | State} scene @param {import("../boards/board.js").BoardElement | null} board */
export function because({ end, sides, ...scene }, board) {
  if (end?.reason !== "no legal move" || !end.winner) return "";
  return board?.stuck({ ...scene, sides }, sides.find((side) => side !== end.winner) ?? "") ?? "";
}

/** The score as a headline tells it, one's own number first: the first of the game's own numbers.
 * @param {State} state @param {string[]} mine @returns {string} */
export function score({ end, sides }, mine) {
  const order = mine.length === 1 && mine[0] === sides[1] ? [...sides].reverse() : sides;
  const numbers = order.map((side) => end?.scores?.[side]?.[1]);
  const name = end?.score_names?.[1] ?? "";
  if (!name || numbers.includes(undefined)) return "";
  return `${numbers.join("\u00a0:\u00a0")} ${told(`ui/scores/${name}`, name)}`;
}

/** Who has won. @param {import("../types").End} end @param {string[]} mine */
function verdict(end, mine) {
  if (!end.winner) return t("ui/draw");
  if (mine.length === 1) return t(mine[0] === end.winner ? "ui/you_won" : "ui/you_lost");
  return t("ui/side_won", { side: sideName(end.winner) });
}

/** The end in a sentence. @param {State} state @param {string[]} mine @returns {string} */
export function result(state, mine) {
  if (!state.end) return "";
  const numbers = score(state, mine);
  return `${verdict(state.end, mine)}: ${reason(state.end, state.sides, mine)}${numbers && ` · ${numbers}`}`;
}

/** The same as a headline: who has won and the score are large. @param {State} state @param {string[]} mine */
export function headline(state, mine) {
  const { end, sides } = state;
  if (!end) return nothing;
  const [, numbers, name] = /^(\S+\s:\s\S+) (.*)$/.exec(score(state, mine)) ?? [];
  const points = numbers
    ? html`<span class="sr"> · </span><span class="end-score"><b>${numbers}</b> <span>${name}</span></span>`
    : nothing;
  const fate = mine.length === 1 && end.winner === mine[0] ? "won" : "";
  return html`<h2><span class="end-who ${fate}">${verdict(end, mine)}</span><span class="sr">: </span
    ><span class="end-why">${reason(end, sides, mine)}</span>${points}</h2>`;
}

/** What a rated game made of one's Elo. @param {State} state @param {string[]} mine */
export function eloChange(state, mine) {
  const seat = state.seats[mine[0] ?? ""];
  if (mine.length !== 1 || seat?.new_elo == null) return nothing;
  const change = seat.new_elo - (seat.elo ?? seat.new_elo);
  const values = { before: seat.elo ?? "", after: seat.new_elo, change: change < 0 ? `−${-change}` : `+${change}` };
  return html`<p class="elo-change ${change < 0 ? "down" : "up"}">
    ${t(seat.elo === null ? "people/you/elo_first" : "people/you/elo_change", values)}</p>`;
}

/** The numbers of both sides. @param {State} state */
export function scores({ end }) {
  const rows = Object.entries(end?.scores ?? {});
  if (!rows.length) return nothing;
  const names = (end?.score_names ?? []).map((name) => html`<th scope="col">${told(`ui/scores/${name}`, name)}</th>`);
  return html`<table><thead><tr><td></td>${names}</tr></thead>
    <tbody>${rows.map(
      ([side, numbers]) => html`<tr><th scope="row">${badge(side)}${sideName(side)}</th>
        ${numbers.map((number) => html`<td>${number}</td>`)}</tr>`,
    )}</tbody></table>`;
}
