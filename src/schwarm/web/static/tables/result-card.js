/** The card of a finished game: how it ended and why, what to do next, numbers and files. */

import { because, eloChange, headline, scores } from "./result.js";
import { setupQuery } from "./rulecard.js";
import { t, worded } from "../shared/texts.js";
import { html, nothing } from "../shared/view.js";

/** @typedef {import("../types").State} State */

/** What to play next: the same again, or something new.
 * @param {State} state @param {string[]} mine @param {import("../types").Book} book @param {() => void} again */
function onward(state, mine, book, again) {
  const text = t(mine.length && !state.rematch ? "ui/rematch" : "ui/to_rematch");
  const rematch = mine.length
    ? html`<button type="button" id="rematch" class="primary" @click=${again}>${text}</button>`
    : state.rematch
      ? html`<a class="button" href="/game/${state.rematch}">${text}</a>`
      : nothing;
  const anew = `/?game=${state.game}&${setupQuery(state, book)}`;
  return html`<div class="buttons">${rematch}<a class="button" href=${anew}>${t("ui/new_game")}</a></div>`;
}

/** Scores of both sides, and the game as a file. @param {State} state */
function numbers(state) {
  const file = (/** @type {string} */ kind) => `/api/tables/${state.id}/${kind}`;
  return html`<details class="numbers"><summary>${t("desk/numbers")}</summary>${scores(state)}
    <div class="buttons">
      <a class="button" id="download" href=${file("record")} download>${t("ui/download")}</a>
      <a class="button" href=${file("replay")} download>${t("ui/download_replay")}</a></div></details>`;
}

/**
 * The card. @param {State} state @param {string[]} mine @param {import("../types").Book} book
 * @param {import("../boards/board.js").BoardElement | null} board @param {() => void} again
 */
export function resultCard(state, mine, book, board, again) {
  const why = because(state, board);
  const faults = Object.entries(state.end?.faults ?? {}).filter(([side]) => state.seats[side]?.kind === "program");
  return html`${headline(state, mine)}
    ${eloChange(state, mine)}
    ${why ? html`<p class="small because">${why}</p>` : nothing}
    ${faults.map(([side, fault]) => html`<p class="small fault">${state.seats[side]?.name}: ${worded(fault)}</p>`)}
    ${onward(state, mine, book, again)}${numbers(state)}`;
}
