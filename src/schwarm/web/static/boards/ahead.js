/**
 * What a visitor notes on a board for themselves: a move that is to be played as soon as it is their turn, and
 * arrows and
 * rings drawn with the right button. Nobody else sees them.
 */

import { s } from "../shared/dom.js";

/** @typedef {import("./board.js").BoardElement} BoardElement */
/** @typedef {{from: string, to: string, kind: string}} Shape */

export class Ahead {
  /** @param {BoardElement} board */
  constructor(board) {
    this.board = board;
    this.allowed = false; // games allow it; lessons and puzzles answer at once
    /** @type {string[]} */ this.path = []; // a piece, and where it is to go
    /** @type {Shape[]} */ this.shapes = [];
  }

  /** Is it another's turn, in a game whose moves are made by clicks? */
  get open() {
    const { scene, mine, active } = this.board;
    return this.allowed && !active && mine.length === 1 && !!scene?.to_move && !scene.composed;
  }

  /** A cell was clicked while it is another's turn. @param {string} id */
  press(id) {
    if (!this.open) return;
    const { board, path } = this;
    const own = board.scene?.board.pieces.some((piece) => piece.cell === id && board.mine.includes(piece.side ?? ""));
    if (path.length === 1 && path[0] !== id) this.path = [...path, id];
    else this.path = own && path[0] !== id ? [id] : [];
    board.refresh();
    if (this.path.length !== 1) board.emit("planned", { path: this.path });
  }

  /** The move that was planned, if it is our turn and it is legal; whatever it was, it is planned no more.
   * @returns {string | null} */
  take() {
    const { board, path } = this;
    if (!board.active || !path.length) return null;
    this.path = [];
    board.refresh();
    const found = (board.scene?.moves ?? []).filter(
      (choice) =>
        path.length === 2 &&
        choice.path.length === 2 &&
        path.every((cell, i) => choice.path[i] === cell) &&
        !choice.chance,
    );
    return found.length === 1 ? (found[0]?.move ?? null) : null;
  }

  /** Draw an arrow, or a ring around one cell; the same once more takes it away.
   * @param {string} from @param {string} to @param {string} kind */
  sketch(from, to, kind) {
    const others = this.shapes.filter((shape) => shape.from !== from || shape.to !== to);
    this.shapes = others.length < this.shapes.length ? others : [...others, { from, to, kind }];
    this.board.refresh();
  }

  /** Forget the arrows. */
  wipe() {
    if (!this.shapes.length) return;
    this.shapes = [];
    this.board.refresh();
  }

  /** Forget everything. */
  clear() {
    this.path = [];
    this.shapes = [];
  }

  /** Another position is shown. */
  shown() {
    this.shapes = [];
    if (!this.open && !this.board.active) this.path = [];
  }

  /** @returns {SVGElement[]} */
  draw() {
    const { board } = this;
    const ring = (/** @type {string} */ cell, /** @type {string} */ kind) => {
      const { x, y } = board.at(cell);
      const edge = board.outline({ id: "", x: 0, y: 0, kind: "" });
      return s("g", { class: kind, transform: `translate(${x},${y})`, "aria-hidden": "true" }, edge);
    };
    const planned = this.path.map((cell) => ring(cell, "planned"));
    const way = this.path.length > 1 ? board.arrow({ side: "planned-way", path: this.path }, 1) : [];
    const shapes = this.shapes.flatMap(({ from, to, kind }) =>
      from === to
        ? [ring(from, `ring-by-hand ${kind}`)]
        : board.arrow({ side: `by-hand ${kind}`, path: [from, to] }, 1),
    );
    return [...planned, ...way, ...shapes];
  }
}
