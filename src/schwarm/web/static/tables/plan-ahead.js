/** A move that is composed while it is the other's turn: it is made as soon as it can be, or kept as a beginning. */

import { toast } from "../shared/dom.js";
import { t } from "../shared/texts.js";
import { html, show } from "../shared/view.js";

/** @typedef {import("../types").Draft} Draft */

export class PlanAhead {
  /**
   * @param {import("../boards/composer.js").Composer} composer
   * @param {(on: boolean) => void} open lets the board show whose move is planned, or what is so
   */
  constructor(composer, open) {
    this.composer = composer;
    this.open = open;
    this.on = false; // is a move being planned?
    /** @type {string[]} */ this.steps = []; // of the one that is planned
    this.due = false; // our turn has come: the next draft is the planned move
  }

  /** It is the other's turn: offer to plan, or tell what is planned. */
  offer() {
    const { composer } = this;
    if (this.on) {
      this.open(true); // the same position was shown anew
      composer.ask(composer.steps);
      return;
    }
    composer.hide();
    const button = (/** @type {string} */ id, /** @type {() => void} */ click) =>
      html`<button type="button" id=${id} @click=${click}>${t(`ui/compose/${id}`)}</button>`;
    const offered = this.steps.length
      ? html`<span>${t("ui/compose/planned")}</span>${button("unplan", () => ((this.steps = []), this.offer()))}`
      : button("plan", () => this.begin());
    show(composer.place, html`<div class="compose-row plan-ahead">${offered}</div>`);
  }

  begin() {
    this.on = true;
    this.open(true);
    this.composer.begin();
  }

  /** What was composed is to be played later. */
  keep() {
    this.steps = this.composer.steps;
    this.on = false;
    this.open(false);
    this.offer();
  }

  /** Our turn has come. @returns {boolean} is something planned, or begun, that goes on now? */
  turn() {
    const begun = this.on ? this.composer.steps : [];
    this.due = this.steps.length > 0;
    const steps = this.due ? this.steps : begun;
    this.on = false;
    this.steps = [];
    if (!steps.length) return false;
    this.composer.ask(steps);
    return true;
  }

  /** The move to be made now, if this draft is the planned one and whole.
   * @param {Draft} draft @returns {string | null} */
  take(draft) {
    if (!this.due) return null;
    this.due = false;
    if (!draft.whole || !draft.move) toast(t("ui/compose/not_as_planned"));
    return draft.whole ? draft.move : null;
  }

  /** The planned steps cannot be made any more. @returns {boolean} was there a plan? */
  refused() {
    const was = this.due;
    this.due = false;
    if (was) toast(t("ui/compose/not_as_planned"));
    return was;
  }
}
