/** Looking back: the list of moves, single steps, autoplay, and from mistake to mistake. */

import { complain, must } from "../shared/dom.js";
import { bringIntoView, drawMoves } from "../tables/moves.js";
import { Opinion, drawBar } from "./opinion.js";
import { ask } from "../shared/server.js";
import { t } from "../shared/texts.js";

/** @typedef {import("../types").State} State */
/** @typedef {import("../types").Snapshot} Snapshot */
/** @typedef {import("../types").Told} Told */
/** @typedef {import("../types").Book} Book */

const AUTOPLAY_MS = 900;

export class Replay {
  /**
   * @param {Book} book
   * @param {(snapshot: Snapshot | null, ply: number, animate: boolean) => void} view shows a position; null is the
   * live one
   * @param {() => string} below the side whose strip is below the board
   * @param {() => void} drawn is called when what is known of the game was drawn anew
   */
  constructor(book, view, below, drawn) {
    this.drawn = drawn;
    this.book = book;
    this.view = view;
    this.below = below;
    /** @type {State | null} */ this.state = null;
    /** @type {number | null} */ this.ply = null; // null: the live position
    /** @type {Map<number, Snapshot>} */ this.known = new Map();
    /** @type {Told[]} */ this.told = [];
    this.opinion = new Opinion(() => {
      this.draw();
      if (this.ply === null && !document.body.dataset.mend) this.view(null, this.at, false);
    });
    this.timer = 0;
    for (const [name, to] of /** @type {[string, () => number][]} */ ([
      ["first", () => 0],
      ["back", () => this.at - 1],
      ["next", () => this.at + 1],
      ["last", () => this.length],
    ]))
      must(`#${name}`).addEventListener("click", () => this.go(to()));
    must("#auto").addEventListener("click", () => this.autoplay(!this.timer));
    must("#mistake-before").addEventListener("click", () => this.toMistake(-1));
    must("#mistake-after").addEventListener("click", () => this.toMistake(1));
    // What comes above the list leaves it less room: the move that is shown stays in it.
    new ResizeObserver(() => bringIntoView(must("#moves"))).observe(must("#moves"));
    document.addEventListener("settings", () => this.state && this.draw());
    document.addEventListener("keydown", (event) => {
      const at = /** @type {HTMLElement} */ (event.target);
      if (at.closest("input, textarea, select") || event.ctrlKey || event.altKey || event.metaKey) return;
      const letter = event.key.toLowerCase();
      if (event.key === "ArrowLeft") this.go(this.at - 1);
      else if (event.key === "ArrowRight") this.go(this.at + 1);
      else if (event.key === "Home") this.go(0);
      else if (event.key === "End") this.go(this.length);
      else if (letter === "n") this.toMistake(1);
      else if (letter === "p") this.toMistake(-1);
    });
  }

  get length() {
    return this.state?.history.length ?? 0;
  }

  get at() {
    return this.ply ?? this.length;
  }

  /** @param {State} state */
  update(state) {
    if (this.state && state.history.length < this.state.history.length) this.known.clear(); // moves were taken back
    this.state = state;
    if (this.ply !== null && this.ply > state.history.length) this.ply = null;
    this.hearMoves(state);
    this.draw();
    if (state.status === "ended") this.opinion.recall(state);
  }

  /** Show the position after so many plies. @param {number} ply */
  async go(ply) {
    const to = Math.max(0, Math.min(this.length, ply));
    const forward = to === this.at + 1;
    this.ply = to === this.length ? null : to;
    this.draw();
    if (this.ply === null) {
      this.view(null, to, forward);
      return;
    }
    try {
      const found = await this.position(to);
      if (this.at === to) this.view(found, to, forward);
      if (this.timer || this.state?.status === "ended") this.position(to + 1).catch(() => {});
    } catch (error) {
      complain(error);
    }
  }

  /** @param {number} ply @returns {Promise<Snapshot>} */
  async position(ply) {
    const found = this.known.get(ply);
    if (found) return found;
    const made = /** @type {Snapshot} */ (
      await ask(`/api/tables/${this.state?.id}/plies/${Math.min(ply, this.length)}`)
    );
    this.known.set(ply, made);
    return made;
  }

  /** @param {boolean} on */
  autoplay(on) {
    clearInterval(this.timer);
    this.timer = 0;
    must("#auto").setAttribute("aria-pressed", String(on));
    must("#auto").textContent = on ? "❚❚" : "▶";
    if (!on) return;
    if (this.at >= this.length) this.go(0);
    this.timer = setInterval(() => (this.at >= this.length ? this.autoplay(false) : this.go(this.at + 1)), AUTOPLAY_MS);
  }

  draw() {
    const state = /** @type {State} */ (this.state);
    const marks = this.opinion.analysis?.marks ?? [];
    drawMoves(must("#moves"), state.history, this.told, marks, this.at, (ply) => this.go(ply));
    for (const [name, off] of /** @type {[string, boolean][]} */ ([
      ["first", this.at === 0],
      ["back", this.at === 0],
      ["next", this.at === this.length],
      ["last", this.at === this.length],
      ["mistake-before", this.opinion.mistake(this.at, -1) === null],
      ["mistake-after", this.opinion.mistake(this.at, 1) === null],
    ]))
      /** @type {HTMLButtonElement} */ (must(`#${name}`)).disabled = off;
    const judged = state.status === "ended" && this.opinion.analysis !== null;
    must("#mistake-before").hidden = must("#mistake-after").hidden = must("#keys").hidden = !judged;
    must("#replay-note").textContent =
      this.ply === null ? "" : t("ui/looking_back", { ply: this.ply, plies: this.length });
    this.opinion.draw(state, this.at, (ply) => this.go(ply), this.book);
    this.drawn();
    drawBar(judged ? (this.opinion.analysis?.chances[this.at] ?? null) : null, state.sides, this.below());
  }

  /** To the next mistake, or back to the one before. @param {number} way */
  toMistake(way) {
    const ply = this.opinion.mistake(this.at, way);
    if (ply !== null) this.go(ply);
  }

  /** The moves in words: the last one came with the state, others are asked for. @param {State} state */
  async hearMoves(state) {
    const made = state.history.length;
    this.told.length = Math.min(this.told.length, made);
    if (made && this.told.length >= made - 1 && state.told) this.told[made - 1] = state.told;
    if (this.told.length === made) return;
    const found = /** @type {Told[] | null} */ (await ask(`/api/tables/${state.id}/moves`).catch(() => null));
    if (!found || found.length < this.told.length || !this.state) return;
    this.told = found.slice(0, this.length);
    this.draw();
  }

  /** The best moves from where we are, as far as they are known. @returns {import("../types").Way[]} */
  best() {
    return this.opinion.analysis?.ways[this.at] ?? [];
  }
}
