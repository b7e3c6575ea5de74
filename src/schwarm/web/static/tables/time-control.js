/** Clocks of people: a bank with an increment, a time for each move, the contest's, or none. */

import { t } from "../shared/texts.js";
import { html } from "../shared/view.js";

/** @typedef {import("../types").TimeControl} TimeControl */

// What the list offers: seconds of the bank and the increment, or of each move.
const OFFERED = ["", "300+5", "600+10", "60"];
const MORE = ["180+2", "900+10", "1800+0", "15", "30", "180", "86400", "2"];

/** A duration in short words. @param {number} seconds */
function lasting(seconds) {
  if (seconds === 86_400) return t("people/clocks/day");
  if (seconds >= 60) return t("people/clocks/minutes", { count: Math.round(seconds / 6) / 10 });
  return t("people/clocks/seconds", { count: seconds });
}

/** A clock in words. @param {TimeControl} clock */
export function clockText({ move_ms: move, bank_ms: bank, increment_ms: increment }) {
  if (bank !== null)
    return t("people/clocks/bank", { minutes: Math.round(bank / 6000) / 10, seconds: increment / 1000 });
  if (move === null) return t("people/clocks/none");
  return move === 2000 ? t("people/clocks/contest") : t("people/clocks/move", { time: lasting(move / 1000) });
}

/** What a choice of the list means. @param {string} chosen @returns {TimeControl} */
function meant(chosen) {
  const [first, increment] = chosen.split("+");
  const ms = 1000 * Number(first);
  if (increment !== undefined) return { move_ms: null, bank_ms: ms, increment_ms: 1000 * Number(increment) };
  return { move_ms: chosen ? ms : null, bank_ms: null, increment_ms: 0 };
}

/** The same as fields of a new game. @param {string} chosen */
export function clockFields(chosen) {
  const { move_ms: move, bank_ms: bank, increment_ms: increment } = meant(chosen);
  return {
    move_seconds: move === null ? null : move / 1000,
    bank_seconds: bank === null ? null : bank / 1000,
    increment_seconds: increment / 1000,
  };
}

/** The choices, one of them chosen: the usual ones, and all others after them. @param {string} chosen */
export function clockOptions(chosen) {
  const option = (/** @type {string} */ value) =>
    html`<option value=${value} ?selected=${value === chosen}>${clockText(meant(value))}</option>`;
  return html`${OFFERED.map(option)}<optgroup label=${t("people/clocks/more")}>${MORE.map(option)}</optgroup>`;
}
