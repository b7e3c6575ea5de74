/**
 * A board that somebody plays on, with what lies around it: the steps of a move that is composed, and buttons for moves
 * that no click can mean. Games, mended mistakes, puzzles, lessons and positions have one each; what a move, an attempt
 * and a draft mean there, they say themselves.
 */

import { newComposer } from "./composer.js";
import { h } from "../shared/dom.js";
import { looseOf, offerLoose } from "./loose-moves.js";

/** @typedef {import("./board.js").BoardElement} BoardElement */
/** @typedef {import("../types").Draft} Draft */
/** @typedef {{cell: string} | {cells: string[], piece: import("../types").Piece | null}} Put a cell was pressed, or a
 * piece was put on cells, or taken from them */
/**
 * @typedef {object} Player what a page does with what is done on its board
 * @property {(move: string) => void} play a move was chosen, or composed to its end
 * @property {(path: string[]) => void} [attempt] cells were pressed that no legal move has
 * @property {(put: Put) => void} [put] something was done to a board that is edited
 * @property {(steps: string[]) => Promise<Draft> | null} [draft] asks for a composed move; null: its answer is told
 * by `drafted`
 * @property {(error: unknown) => void} [refused] a draft was refused
 * @property {(board: BoardElement) => void} [made] the board is there
 */

/** An element of the page, or one that is nowhere to be seen. @param {string} selector @returns {HTMLElement} */
const placeOf = (selector) => document.querySelector(selector) ?? h("div");

export class PlayController {
  /** @param {string} game @param {Player} player */
  constructor(game, player) {
    this.game = game;
    this.player = player;
    /** @type {BoardElement | null} */ this.board = null;
    /** @type {HTMLElement} */ this.choices = placeOf("#choices");
    /** @type {HTMLElement} */ this.skip = document.querySelector("#skip") ?? h("div");
    if (!this.skip.isConnected) this.choices.after(this.skip);
    this.composer = newComposer(
      game,
      placeOf("#composer"),
      (steps) => this.ask(steps),
      (move) => player.play(move),
    );
  }

  /** Show a position; the first one makes the board. @param {import("../types").Scene} scene
   * @param {string[]} mine @param {boolean} animate @returns {number} for how many milliseconds something moves */
  show(scene, mine, animate) {
    const board = this.board ?? this.make(scene.board.kind);
    return board.show(scene, { mine, animate });
  }

  /** The board, before anything is shown on it. @param {string} kind @returns {BoardElement} */
  make(kind) {
    const board = /** @type {BoardElement} */ (document.createElement(`${kind}-board`));
    const hear = (/** @type {string} */ name, /** @type {(detail: any) => void} */ then) =>
      board.addEventListener(name, (event) => then(/** @type {CustomEvent} */ (event).detail));
    hear("choose", ({ move }) => this.player.play(move));
    hear("attempt", ({ path }) => this.player.attempt?.(path));
    hear("put", (put) => this.player.put?.(put));
    hear("steps", ({ steps }) => this.composer.reach(steps));
    hear("selection", () => this.offer());
    placeOf("#board").replaceChildren(board);
    this.board = board;
    this.player.made?.(board);
    return board;
  }

  /** Let a move be made, if it is the viewer's turn. */
  arm() {
    this.offer();
    if (this.board?.active && this.board.scene?.composed) this.composer.begin();
    else this.composer.hide();
  }

  /** No move can be made now. */
  rest() {
    this.composer.hide();
    offerLoose(this.choices, this.skip, this.board, this.game, []);
  }

  /** Offer the moves that no click on the board can mean. */
  offer() {
    const found = this.board?.active ? looseOf(this.board.scene?.moves) : [];
    offerLoose(this.choices, this.skip, this.board, this.game, found);
  }

  /** @param {string[]} steps */
  async ask(steps) {
    try {
      const draft = await this.player.draft?.(steps);
      if (draft) this.drafted(draft);
    } catch (error) {
      this.undrafted();
      this.player.refused?.(error);
    }
  }

  /** A draft has come: it is shown, unless another has been asked for or nothing can be moved any more.
   * @param {Draft} draft @returns {boolean} */
  drafted(draft) {
    if (!this.board?.active || !this.composer.show(draft)) return false;
    this.board.compose(draft);
    return true;
  }

  /** The last question was refused: go on from what is shown. */
  undrafted() {
    this.composer.refused();
    this.board?.compose(this.composer.draft);
  }
}
