/** The moments that decided a finished game, with what was better; and one's own worst one as a puzzle. */

import { must } from "../shared/dom.js";
import { SIGNS } from "../tables/moves.js";
import { noteMistake } from "./mistakes.js";
import { badge } from "../tables/badge.js";
import { sideName, t, worded } from "../shared/texts.js";
import { moveWord } from "../boards/touched.js";
import { html, nothing, show } from "../shared/view.js";

/** @typedef {import("../types").State} State */
/** @typedef {import("../types").Analysis} Analysis */

/** How many moments are told: on a low screen the list of moves needs its room. */
const most = () => (matchMedia("(min-width: 60.01rem) and (max-height: 50rem)").matches ? 2 : 3);
const LEAST = 0.06; // of the chances: what costs less decides nothing
const TELLING = 12; // plies: the bots look at a longer game without being asked

/** The plies that cost most, in the order of the game; a player's own worst is always among them.
 * @param {Analysis} analysis @param {(ply: number) => boolean} own @returns {number[]} */
function keyMoments({ lost }, own) {
  const worst = lost.map((_, ply) => ply).filter((ply) => (lost[ply] ?? 0) >= LEAST);
  worst.sort((a, b) => (lost[b] ?? 0) - (lost[a] ?? 0));
  const chosen = worst.slice(0, most());
  const mine = worst.find(own);
  if (mine !== undefined && !chosen.includes(mine)) chosen[chosen.length - 1] = mine;
  return chosen.sort((a, b) => a - b);
}

export class Moments {
  /** @param {import("./replay.js").Replay} replay
   * @param {import("./mend.js").Mend} mend @param {() => string[]} mine the sides the visitor plays */
  constructor(replay, mend, mine) {
    this.replay = replay;
    this.mend = mend;
    this.mine = mine;
    this.place = must("#moments");
    this.drawn = "";
    /** @type {number | null} */ this.led = null; // where a moment led to
  }

  /** A game that one has just played to its end is looked at without being asked. @param {State} state */
  ended(state) {
    if (this.mine().length === 1 && state.history.length >= TELLING && !this.replay.opinion.analysis)
      this.replay.opinion.analyse(state);
  }

  /** Was this ply the visitor's? Of whoever only looks all are. @param {number} ply */
  own(ply) {
    const mine = this.mine();
    return mine.length !== 1 || mine[0] === this.replay.told[ply]?.side;
  }

  draw() {
    const { state, told } = this.replay;
    const { analysis } = this.replay.opinion;
    const whole = !!state && !!analysis && analysis.done === analysis.total && told.length === state.history.length;
    const own = this.mine().length === 1;
    this.place.hidden = state?.status !== "ended" || !analysis || !(whole || own);
    if (this.place.hidden || this.mend.on || !analysis || !state) return;
    this.place.classList.toggle("looking", !whole);
    if (!whole) {
      const share = Math.floor((100 * analysis.done) / analysis.total);
      show(
        this.place,
        html`<h2>${t("desk/moments/title")}</h2><p class="small">${t("desk/moments/looking", { share })}</p>`,
      );
      return;
    }
    const drawn = JSON.stringify([state.id, analysis.lost, this.mine()]);
    if (drawn === this.drawn && this.place.childElementCount) {
      // Whoever steps through the game needs the room; whoever was led there by a moment still reads.
      if (this.replay.ply !== null && this.replay.ply !== this.led)
        this.place.querySelector("details")?.removeAttribute("open");
      return;
    }
    this.drawn = drawn;
    const plies = keyMoments(analysis, (ply) => this.own(ply));
    const worst = plies
      .filter((ply) => this.own(ply) && analysis.marks[ply])
      .sort((a, b) => (analysis.lost[b] ?? 0) - (analysis.lost[a] ?? 0))[0];
    const list = html`<ol class="moments">${plies.map((ply) => this.moment(ply, analysis))}</ol>`;
    show(
      this.place,
      html`<details ?open=${this.mine().length === 1 && this.replay.ply === null}>
        <summary>${t("desk/moments/title")}</summary>
        ${plies.length ? list : html`<p class="small">${t("desk/moments/none")}</p>`}
        ${
          worst === undefined
            ? nothing
            : html`<button type="button" id="mend" class="primary" @click=${() => this.open(worst)}>
              ${t("desk/mend/begin")}</button>`
        }</details>`,
    );
    if (worst !== undefined && this.mine().length === 1)
      noteMistake({ table: state.id, game: state.game, ply: worst, words: told[worst]?.words ?? {} });
    const asked = /^#mend=(\d+)$/.exec(location.hash);
    if (asked && analysis.marks[Number(asked[1])]) this.open(Number(asked[1]));
  }

  /** @param {number} ply counted from 0 @param {Analysis} analysis */
  moment(ply, analysis) {
    const told = this.replay.told[ply];
    const words = analysis.made[ply] ?? told?.words;
    const better = analysis.ways[ply]?.[0];
    const sign = SIGNS[analysis.marks[ply] ?? ""] ?? "";
    const look = () => {
      this.led = ply;
      this.replay.go(ply);
    };
    const cost = `${sign} ${t("desk/moments/cost", { share: Math.round(100 * (analysis.lost[ply] ?? 0)) })}`;
    return html`<li value=${ply + 1}>${badge(told?.side ?? "")}<span class="sr">${sideName(told?.side ?? "")}: </span
      ><span class="cost">${cost}</span> <span class="made">${moveWord(worded(words), told, look)}</span>${
        better
          ? html`<span class="better"><b>${t("desk/moments/better")}</b> ${moveWord(worded(better.words), better, look)}</span>`
          : nothing
      }</li>`;
  }

  /** Make a puzzle of a mistake. @param {number} ply */
  open(ply) {
    const { analysis } = this.replay.opinion;
    this.mend.begin({
      ply,
      side: this.replay.told[ply]?.side ?? "",
      words: worded(analysis?.made[ply] ?? this.replay.told[ply]?.words),
      lost: analysis?.lost[ply] ?? 0,
      ways: analysis?.ways[ply] ?? [],
    });
  }
}
