/** The list of moves: whose they were, what they did, how long they took, and which of them were mistakes. */

import { badge } from "./badge.js";
import { setting } from "../shared/settings.js";
import { language, sideName, t, worded } from "../shared/texts.js";
import { show as display, html, nothing } from "../shared/view.js";
import { moveWord, touch } from "../boards/touched.js";

/** @typedef {import("../types").Told} Told */

export const SIGNS = /** @type {Record<string, string>} */ ({ blunder: "??", mistake: "?" });

/** A time as it is said beside a move, if it was any. @param {number} ms */
export function thought(ms) {
  if (ms < 50) return "";
  const seconds = ms / 1000;
  if (seconds < 60) return `${seconds.toLocaleString(language, { maximumFractionDigits: seconds < 9.95 ? 1 : 0 })} s`;
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")} min`;
}

/** A move as the visitor wants it written. @param {string} move @param {Told | undefined} told */
export const written = (move, told) => (setting("notation") === "players" && told?.players) || move;

/** A line of moves as the visitor wants it written. @param {string[]} line @param {string[] | undefined} players */
export const writtenLine = (line, players) => (setting("notation") === "players" && players?.length ? players : line);

/** A hint: the move in words, which show it when touched, and as it is written. @param {string} move
 * @param {{words: Record<string, string>, path: string[], side?: string} | undefined} way */
export function hintLine(move, way) {
  const [before = "", after = ""] = t("desk/hint_is", { move, words: "\u0000" }).split("\u0000");
  return html`<p>${before}${moveWord(worded(way?.words), way && { side: way.side ?? "", path: way.path })}${after}</p>`;
}

/**
 * One line of the list. @param {string} move @param {Told | undefined} told @param {string} mark
 * @param {boolean} on is it the one that is shown? @param {() => void} go
 */
function line(move, told, mark, on, go) {
  const side = told?.side ?? "";
  const { show, hide, leave } = touch(told);
  return html`<li><button type="button" class="ply ${on ? "on" : ""} ${mark}" aria-current=${on ? "true" : nothing}
    @click=${go} @pointerenter=${show} @focus=${show} @blur=${hide} @pointerleave=${leave}>${
      side ? html`${badge(side)}<span class="sr">${sideName(side)}: </span>` : nothing
    }<span class="notation">${written(move, told)}</span>${
      mark ? html`<span class="sign" title=${t(`desk/${mark}`)}>${SIGNS[mark] ?? ""}</span>` : nothing
    }${told?.ms == null ? nothing : html`<span class="thought">${thought(told.ms)}</span>`}${
      told ? html`<span class="words">${worded(told.words)}</span>` : nothing
    }</button></li>`;
}

/**
 * Show the whole list and bring the move that is shown into view.
 * @param {HTMLElement} list @param {string[]} history @param {Told[]} told @param {string[]} marks
 * @param {number} at @param {(ply: number) => void} go
 */
export function drawMoves(list, history, told, marks, at, go) {
  const lines = history.map((move, i) => line(move, told[i], marks[i] ?? "", at === i + 1, () => go(i + 1)));
  display(list, lines);
  bringIntoView(list);
}

/** Bring the move that is shown to the middle of the list, as far as that goes. @param {HTMLElement} list */
export function bringIntoView(list) {
  const on = list.querySelector(".on");
  list.scrollTop = on instanceof HTMLElement ? on.offsetTop - (list.clientHeight - on.offsetHeight) / 2 : 0;
}
