/**
 * Building a move step by step: the steps that may come next as buttons, take back, start over, confirm.
 *
 * The server says what each step makes of the draft. Whoever is quicker than its answers loses nothing: buttons add to
 * the steps asked for last, fields to the draft that is shown, and answers to older questions are passed over.
 * A game's board module may show drafts in its own way: it puts a class that extends this one into `composers`.
 */

import { t } from "../shared/texts.js";
import { show as display, html, nothing } from "../shared/view.js";

/** @typedef {import("../types").Draft} Draft */

export class Composer {
  /**
   * @param {HTMLElement} place
   * @param {(steps: string[]) => void} change asks for the draft with these steps
   * @param {(move: string) => void} confirm
   */
  constructor(place, change, confirm) {
    this.place = place;
    this.change = change;
    this.confirm = confirm;
    /** @type {string[]} */ this.steps = []; // asked for last; the shown draft may still be behind
    /** @type {Draft | null} */ this.draft = null;
  }

  /** Begin a new move. */
  begin() {
    this.draft = null;
    this.ask([]);
  }

  hide() {
    this.draft = null;
    display(this.place, nothing);
  }

  /** @param {string[]} steps */
  ask(steps) {
    this.steps = steps;
    this.change(steps);
  }

  /** The last question was refused: go on from what is shown. */
  refused() {
    this.steps = this.draft?.steps ?? [];
  }

  /** Go to a field of the draft that is shown. @param {string[]} way */
  reach(way) {
    this.add(way, this.draft?.steps);
  }

  /** @param {string[]} more @param {string[]} [before] */
  add(more, before = this.steps) {
    this.ask([...before, ...more]);
  }

  /** Show a draft, unless another has been asked for since. @param {Draft} draft @returns {boolean} */
  show(draft) {
    if (draft.steps.join() !== this.steps.join()) return false;
    this.draft = draft;
    const focus = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.step;
    display(this.place, this.parts(draft));
    if (focus) {
      const same = /** @type {HTMLButtonElement | null} */ (this.place.querySelector(`[data-step="${focus}"]`));
      (same && !same.disabled
        ? same
        : /** @type {HTMLElement | null} */ (this.place.querySelector("button:not(:disabled)"))
      )?.focus();
    }
    return true;
  }

  /** What is shown of a draft. @param {Draft} draft @returns {import("../shared/view.js").View} */
  parts(draft) {
    const steps = draft.options.map(
      (step) => html`<button type="button" data-step=${step} @click=${() => this.add([step])}>${step}</button>`,
    );
    return html`<div class="compose-row steps">${steps}</div>${this.ending(draft, t("ui/compose/confirm"))}`;
  }

  /** Go back, start over, or make the move. @param {Draft} draft @param {string} label what making it means
   * @param {unknown} [cost] */
  ending(draft, label, cost = nothing) {
    const back = (/** @type {string} */ step, /** @type {string} */ sign, /** @type {() => void} */ click) =>
      html`<button type="button" data-step=${step} aria-label=${t(`ui/compose/${step}`)} title=${t(`ui/compose/${step}`)}
        ?disabled=${!this.steps.length} @click=${click}>${sign}</button>`;
    return html`<div class="compose-row ending">${back("undo", "↩", () => this.ask(this.steps.slice(0, -1)))}${back(
      "clear",
      "✕",
      () => this.ask([]),
    )}<button type="button" class="primary" data-step="confirm" aria-label=${label} title=${draft.move ?? ""}
      ?disabled=${!draft.whole} @click=${() => draft.move && this.confirm(draft.move)}>${t(
        "ui/compose/confirm",
      )}${cost}</button></div>`;
  }
}

/** Game -> the class that shows its drafts. @type {Map<string, typeof Composer>} */
export const composers = new Map();

/**
 * What builds the moves of a game.
 * @param {string} game @param {HTMLElement} place @param {(steps: string[]) => void} change @param {(move: string)
 * => void} confirm
 */
export const newComposer = (game, place, change, confirm) =>
  new (composers.get(game) ?? Composer)(place, change, confirm);
