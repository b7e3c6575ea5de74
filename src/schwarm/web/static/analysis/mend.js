/** A mistake as a puzzle, on the board on which it was made: any move that loses nothing solves it. */

import { complain, must } from "../shared/dom.js";
import { noteMended } from "./mistakes.js";
import { ask } from "../shared/server.js";
import { sound } from "../tables/sound.js";
import { sideName, t, worded } from "../shared/texts.js";
import { moveWord } from "../boards/touched.js";
import { html, nothing, show } from "../shared/view.js";

/** @typedef {import("../types").Snapshot} Snapshot */
/** @typedef {{ply: number, side: string, words: string, lost: number, ways: import("../types").Way[]}} Mistake */

const share = (/** @type {number} */ part) => Math.round(100 * part);

export class Mend {
  /**
   * @param {string} table
   * @param {import("../boards/play.js").PlayController} control
   * @param {(scene: Snapshot) => void} strips shows what a position amounts to beside the board
   * @param {() => void} leave shows the game again
   */
  constructor(table, control, strips, leave) {
    this.table = table;
    this.control = control;
    this.strips = strips;
    this.leave = leave;
    this.place = must("#moments");
    /** @type {Mistake | null} */ this.mistake = null;
    /** @type {Snapshot | null} */ this.scene = null;
    this.busy = false;
  }

  get on() {
    return this.mistake !== null;
  }

  get address() {
    return `/api/tables/${this.table}/plies/${this.mistake?.ply}`;
  }

  /** @param {Mistake} mistake */
  async begin(mistake) {
    this.mistake = mistake;
    document.body.dataset.mend = String(mistake.ply);
    try {
      this.scene = /** @type {Snapshot} */ (await ask(this.address));
      this.again();
    } catch (error) {
      complain(error);
      this.end();
    }
  }

  /** Let the visitor move. */
  again() {
    const { mistake, scene } = this;
    if (!mistake || !scene) return;
    this.show(scene, [mistake.side], false);
    this.say(
      "",
      [t("desk/mend/task", { side: sideName(mistake.side), move: mistake.words, share: share(mistake.lost) })],
      false,
    );
    this.control.arm();
  }

  /** @param {Snapshot} scene @param {string[]} mine @param {boolean} animate */
  show(scene, mine, animate) {
    this.control.rest();
    this.control.show(scene, mine, animate);
    this.strips(scene);
  }

  /** @param {string[]} steps of a move that is composed @returns {Promise<import("../types").Draft>} */
  draft(steps) {
    return ask(`${this.address}/draft`, { steps });
  }

  /** Try a move. @param {string} move */
  async attempt(move) {
    const { mistake } = this;
    if (!mistake || this.busy) return;
    this.busy = true;
    this.say("", [t("desk/mend/thinking")], false);
    try {
      const found = /** @type {import("../types").Mended} */ (await ask(`${this.address}/mend`, { move }));
      if (this.mistake !== mistake) return;
      this.show(found.snapshot, [], true);
      const tried = worded(found.words);
      if (found.right) {
        noteMended(this.table, mistake.ply);
        sound("end");
        this.say("good", [t(found.best ? "desk/mend/best" : "desk/mend/right", { move: tried })], true);
        return;
      }
      const [answer] = found.answer;
      this.say(
        "no",
        [
          t("desk/mend/wrong", { move: tried, share: share(found.lost) }),
          ...(answer ? [" ", t("desk/mend/answer"), " ", moveWord(worded(answer.words), answer)] : []),
        ],
        false,
      );
    } catch (error) {
      complain(error);
      this.again();
    } finally {
      this.busy = false;
    }
  }

  /** Show what the bots would have played. */
  solve() {
    if (!this.scene || !this.mistake) return;
    this.show(this.scene, [], false);
    this.control.board?.foresee(this.mistake.ways);
    const words = this.mistake.ways.map((way) => html`<li>${moveWord(worded(way.words), way)}</li>`);
    this.say("tip", [t("desk/mend/solution"), html`<ol class="words">${words}</ol>`], true);
  }

  /** @param {string} kind @param {unknown[]} told @param {boolean} over */
  say(kind, told, over) {
    const button = (/** @type {string} */ name, /** @type {() => void} */ click) =>
      html`<button type="button" id="mend-${name}" @click=${click}>${t(`desk/mend/${name}`)}</button>`;
    this.place.hidden = false;
    show(
      this.place,
      html`<h2>${t("desk/mend/title")}</h2>
        <div class="verdict ${kind}" role="status">${told}</div>
        <div class="buttons">${kind ? button("again", () => this.again()) : nothing}
          ${over ? nothing : button("solve", () => this.solve())}
          ${button("leave", () => this.end())}</div>`,
    );
  }

  /** Back to the game. */
  end() {
    this.stop();
    this.leave();
  }

  /** No more of it. */
  stop() {
    this.mistake = null;
    this.scene = null;
    delete document.body.dataset.mend;
    if (location.hash) history.replaceState(null, "", location.pathname + location.search);
    this.control.rest();
    show(this.place, nothing);
  }
}
