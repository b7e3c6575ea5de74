/** The engine's opinion of a finished game: curve, evaluation bar, best line, mistakes; and playing on. */

import { curve } from "./curve.js";
import { complain, must, wait } from "../shared/dom.js";
import { writtenLine } from "../tables/moves.js";
import { takeSeat } from "../people/people.js";
import { badge } from "../tables/badge.js";
import { ask } from "../shared/server.js";
import { botOptions, levelChoice } from "../tables/strength.js";
import { sideName, t, worded } from "../shared/texts.js";
import { moveWord } from "../boards/touched.js";
import { html, nothing, show } from "../shared/view.js";

/** @typedef {import("../types").Book} Book */
/** @typedef {import("../types").State} State */
/** @typedef {import("../types").Analysis} Analysis */

const PATIENCE_MS = 250; // between two questions how far the bots have come

/** A chance in words. @param {number} chance of the first side @param {string[]} sides */
export function verdict(chance, sides) {
  if (Math.round(100 * chance) === 50) return t("desk/even");
  const ahead = chance >= 0.5 ? sides[0] : sides[1];
  return t("ui/analysis/chance", {
    side: sideName(ahead ?? ""),
    share: Math.round(100 * Math.max(chance, 1 - chance)),
  });
}

/**
 * The bar beside the board. @param {number | null} chance of the first side @param {string[]} sides
 * @param {string} below the side whose strip is below the board
 */
export function drawBar(chance, sides, below) {
  const bar = must("#evaluation");
  bar.hidden = chance === null;
  if (chance === null) return;
  const first = below === sides[0];
  const share = 100 * (first ? chance : 1 - chance);
  bar.className = `evaluation ${sides.find((side) => side !== below) ?? ""}`;
  bar.setAttribute("aria-valuenow", String(Math.round(100 * chance)));
  bar.setAttribute("aria-valuetext", verdict(chance, sides));
  bar.title = verdict(chance, sides);
  show(bar, html`<span class="fill ${below}" .style=${`height: ${share.toFixed(1)}%`}></span>`);
}

/** The best line: its first moves in words, each an arrow when touched, and all of it as it is written.
 * @param {string[]} line @param {import("../types").Way[]} ways @param {string[] | undefined} players */
export const bestLine = (line, ways, players) =>
  html`<div class="best"><b>${t("ui/analysis/best")}</b> <span class="notation">${writtenLine(line, players).join(
    " · ",
  )}</span><ol class="words">${ways.map(
    (way) => html`<li>${badge(way.side)}${moveWord(worded(way.words), way)}</li>`,
  )}</ol></div>`;

export class Opinion {
  /** @param {() => void} changed is called when there is something new to see */
  constructor(changed) {
    this.changed = changed;
    /** @type {Analysis | null} */ this.analysis = null;
    this.asked = false;
  }

  /** What was found out before, if anything. @param {State} state */
  async recall(state) {
    if (this.asked) return;
    this.asked = true;
    const found = /** @type {Analysis | null} */ (await ask(`/api/tables/${state.id}/analysis`).catch(() => null));
    if (!found?.done || this.analysis) return;
    this.analysis = found;
    this.changed();
    if (found.done < found.total) this.analyse(state);
  }

  /** @param {State} state */
  async analyse(state) {
    try {
      do {
        this.analysis = /** @type {Analysis} */ (await ask(`/api/tables/${state.id}/analysis`, {}));
        this.changed();
        if (this.analysis.failed) throw new Error(t("ui/analysis/failed"));
        if (this.analysis.done < this.analysis.total) await wait(PATIENCE_MS);
      } while (this.analysis.done < this.analysis.total);
    } catch (error) {
      complain(error);
    }
  }

  /** The next mistake after a ply, or the one before it; after the last comes the first.
   * @param {number} at @param {number} way @returns {number | null} */
  mistake(at, way) {
    const found = (this.analysis?.marks ?? []).flatMap((mark, i) => (mark ? [i + 1] : []));
    const near = way > 0 ? found.find((ply) => ply > at) : found.filter((ply) => ply < at).at(-1);
    return near ?? (way > 0 ? found[0] : found.at(-1)) ?? null;
  }

  /**
   * @param {State} state @param {number} at @param {(ply: number) => void} go
   * @param {Book} book with the bots to play on against
   */
  draw(state, at, go, book) {
    const place = must("#analysis");
    place.hidden = state.status !== "ended";
    if (place.hidden) return;
    const analysis = this.analysis;
    const line = analysis?.lines[at];
    const shown = analysis
      ? html`${curve(analysis, state.sides, at, go)}
        ${
          analysis.done === analysis.total
            ? html`<p class="verdict">${verdict(analysis.chances[at] ?? 0.5, state.sides)}</p>`
            : nothing
        }
        ${line?.length ? bestLine(line, analysis.ways[at] ?? [], analysis.players[at]) : html`<div class="best"></div>`}`
      : html`<button type="button" id="analyse" class="primary" @click=${() => this.analyse(state)}>
          ${t("ui/analysis/start")}</button>`;
    show(place, html`${shown}${playOn(state, at, book)}`);
  }
}

/** A new game from the position shown. @param {State} state @param {number} at @param {Book} book */
function playOn(state, at, book) {
  const value = (/** @type {string} */ id) => /** @type {HTMLSelectElement} */ (must(id)).value;
  const begin = () => {
    const form = { ply: at, side: value("#on-side"), level: value("#on-level") };
    return takeSeat(`/api/tables/${state.id}/play-on`, form).catch(complain);
  };
  const played =
    at === state.history.length &&
    !!state.end &&
    !["resigned", "time up", "cancelled", "left the game", "adjudicated", "agreed"].includes(state.end.reason);
  return html`<div class="play-on"><span>${t("ui/play_on")}</span>
    <select id="on-side" aria-label=${t("ui/your_side")}>${state.sides.map(
      (name) => html`<option value=${name}>${sideName(name)}</option>`,
    )}</select>
    <select id="on-level" aria-label=${t("ui/opponent")}>${botOptions(book, "3", levelChoice)}</select>
    <button type="button" id="play-on" @click=${begin} ?disabled=${played}>${t("ui/go")}</button></div>`;
}
