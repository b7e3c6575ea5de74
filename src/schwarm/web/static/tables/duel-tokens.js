/** What this browser keeps of games between bots: the right to conduct them, and the pace that was last liked. */

import { Refusal } from "../shared/server.js";
import { told } from "../shared/texts.js";

export const PACES = [4000, 2000, 1000, 500, 250, 0]; // milliseconds a move gets at least, slowest first
const USUAL_MS = 1000;

/** @param {string} address of a game or a series @param {string} token */
export const keepToken = (address, token) => localStorage.setItem(`conduct:${address}`, token);

/** The token for what is at an address; "" where somebody else started it. @param {string} address */
export const tokenOf = (address) => localStorage.getItem(`conduct:${address}`) ?? "";

/** The pace that was chosen last. @returns {number} */
export function remembered() {
  const kept = Number(localStorage.getItem("duel-pace") ?? USUAL_MS);
  return PACES.includes(kept) ? kept : USUAL_MS;
}

/** @param {number} ms */
export const rememberPace = (ms) => localStorage.setItem("duel-pace", String(ms));

/** Why not, in the visitor's language. @param {unknown} error */
export function reasonOf(error) {
  const code = error instanceof Refusal ? error.body.code : "";
  return told(`duels/errors/${code}`, error instanceof Error ? error.message : String(error));
}
