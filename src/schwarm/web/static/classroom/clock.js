/** The thinking times that a tournament of a class may have. */

import { t, told } from "../shared/texts.js";

export const CLOCKS = [
  "move:50",
  "move:200",
  "move:500",
  "move:1000",
  "move:2000",
  "bank:60000+500",
  "bank:180000+1000",
];
export const USUAL_CLOCK = "move:500";

/** The clock of an event as a form names it. @param {import("../types").ClassEvent} event @returns {string} */
export const clockOf = ({ limits }) =>
  limits.bank_ms ? `bank:${limits.bank_ms}+${limits.increment_ms ?? 0}` : `move:${limits.move_ms}`;

/** The same for the API. @param {string} clock */
export function limitsOf(clock) {
  const [kind, numbers = ""] = clock.split(":");
  const [first, second] = numbers.split("+").map(Number);
  return kind === "bank" ? { bank_ms: first, increment_ms: second } : { move_ms: first };
}

/** The same for people; one that no form offers is told by its numbers. @param {string} clock @returns {string} */
export function clockName(clock) {
  const limits = limitsOf(clock);
  const other = limits.bank_ms
    ? t("class/clocks/other_bank", { bank: limits.bank_ms / 1000, more: (limits.increment_ms ?? 0) / 1000 })
    : t("class/clocks/other_move", { ms: limits.move_ms ?? 0 });
  return told(`class/clocks/${clock}`, other);
}
