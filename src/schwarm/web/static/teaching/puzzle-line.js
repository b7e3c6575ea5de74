/** A line of moves to look at, step by step: the solution of a puzzle, or what refutes a move. */

import { must } from "../shared/dom.js";
import { language, sideName } from "../shared/texts.js";
import { html, nothing, show } from "../shared/view.js";

/** @typedef {import("../types").PuzzleStep} PuzzleStep */
/** @typedef {import("../types").Snapshot} Snapshot */

const STEP_MS = 900;

export class PuzzleLine {
  /** @param {(snapshot: Snapshot, animate: boolean) => number} view @param {() => void} leave */
  constructor(view, leave) {
    this.view = view;
    /** @type {PuzzleStep[]} */ this.steps = [];
    /** @type {Snapshot | null} */ this.before = null;
    this.at = 0; // moves shown
    this.timer = 0;
    must("#line-back").addEventListener("click", () => this.go(this.at - 1));
    must("#line-on").addEventListener("click", () => this.go(this.at + 1));
    must("#line-leave").addEventListener("click", leave);
    document.addEventListener("keydown", (event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      if (must("#shown").hidden || target.closest("input, select")) return;
      if (event.key === "ArrowLeft") this.go(this.at - 1);
      if (event.key === "ArrowRight") this.go(this.at + 1);
    });
  }

  /** Play a line from a position.
   * @param {PuzzleStep[]} steps @param {Snapshot} before @param {string} end what to say of it
   * @param {number} shown moves of it that were seen already */
  show(steps, before, end, shown = 0) {
    this.steps = steps;
    this.before = before;
    must("#shown").hidden = false;
    must("#line-end").textContent = end;
    this.at = shown;
    this.go(shown);
    this.play();
  }

  /** One move after the other. */
  play() {
    this.timer = setTimeout(() => {
      if (this.at >= this.steps.length) return;
      this.step(this.at + 1);
      this.play();
    }, STEP_MS);
  }

  /** The visitor looks at a place of the line. @param {number} at */
  go(at) {
    clearTimeout(this.timer);
    this.step(at);
  }

  /** @param {number} at */
  step(at) {
    const to = Math.max(0, Math.min(this.steps.length, at));
    const forward = to === this.at + 1;
    this.at = to;
    const shown = to ? this.steps[to - 1]?.snapshot : this.before;
    if (shown) this.view(shown, forward);
    show(
      "#line",
      this.steps.map(
        (step, i) => html`<li><button type="button" class="line-move" data-move=${step.move}
          aria-current=${i === to - 1 ? "step" : nothing} @click=${() => this.go(i + 1)}><b>${sideName(step.side)}</b> ${
            step.words[language] ?? step.move
          }</button></li>`,
      ),
    );
    must("#line-back").toggleAttribute("disabled", to === 0);
    must("#line-on").toggleAttribute("disabled", to === this.steps.length);
  }

  hide() {
    clearTimeout(this.timer);
    must("#shown").hidden = true;
  }
}
