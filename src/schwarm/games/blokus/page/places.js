/** Where pieces of Blokus may lie: the moves and squares of one position, taken apart once. Nothing here draws. */

import { grip, keyOf, laidAt, nameOf, readMove, shapeOf, squareOf } from "./pieces.js";

/** @typedef {import("./pieces.js").Square} Square */
/** @typedef {import("./pieces.js").Hold} Hold */

/** The upper left corner of squares. @param {Square[]} squares @returns {Square} */
const cornerOf = (squares) => [Math.min(...squares.map(([x]) => x)), Math.min(...squares.map(([, y]) => y))];

export class Places {
  /** @param {import("/static/types").Scene | null} scene */
  constructor(scene) {
    const board = scene?.board;
    this.cells = new Set((board?.cells ?? []).map((cell) => cell.id));
    /** @type {Map<string, string>} */ this.covered = new Map(
      (board?.pieces ?? []).map((piece) => [piece.cell, piece.kind]),
    );
    this.corners = new Set((board?.marks ?? []).filter((mark) => mark.kind === "corner").map((mark) => mark.cell));
    /** @type {Map<string, string>} */ this.moves = new Map(); // squares -> the legal move that covers them
    /** @type {Map<string, Square[]>} */ this.fits = new Map(); // shape -> where its upper left corner may lie
    /** @type {Map<string, number>} */ this.kinds = new Map(); // kind -> in how many places it may lie
    /** @type {Set<string>} */ this.open = new Set(); // corners that some piece may cover
    for (const { move } of scene?.moves ?? []) {
      const found = readMove(move);
      if (!found) continue;
      const { hold, squares } = found;
      this.moves.set(keyOf(squares), move);
      for (const name of squares.map(nameOf)) if (this.corners.has(name)) this.open.add(name);
      const shape = keyOf(shapeOf(hold));
      if (!this.fits.get(shape)?.push(cornerOf(squares))) this.fits.set(shape, [cornerOf(squares)]);
      this.kinds.set(hold.kind, (this.kinds.get(hold.kind) ?? 0) + 1);
    }
  }

  /** The legal move that covers these squares. @param {Square[]} squares */
  move(squares) {
    return this.moves.get(keyOf(squares));
  }

  /** Has a colour laid a piece? @param {string} colour */
  has(colour) {
    return [...this.covered.values()].includes(colour);
  }

  /** The same piece turned so that it fits somewhere, if it does not as it is. @param {Hold} hold @returns {Hold} */
  fitting(hold) {
    for (const flip of [false, true])
      for (const turn of [0, 1, 2, 3]) {
        const tried = { ...hold, turn, flip };
        if (this.fits.has(keyOf(shapeOf(tried)))) return tried;
      }
    return hold;
  }

  /** Where a piece may lie as it is held. @param {Hold} hold @returns {Set<string>} */
  may(hold) {
    const squares = shapeOf(hold);
    const [left, top] = grip(squares);
    return new Set((this.fits.get(keyOf(squares)) ?? []).map(([x, y]) => nameOf([x + left, y + top])));
  }

  /** The rule that forbids squares for a colour. @param {Square[]} squares @param {string} colour @returns {string} */
  why(squares, colour) {
    const { covered } = this;
    if (squares.some((square) => !this.cells.has(nameOf(square)))) return "R5a";
    if (squares.some((square) => covered.has(nameOf(square)))) return "R5b";
    const beside = (/** @type {Square} */ [x, y]) =>
      /** @type {Square[]} */ ([
        [x + 1, y],
        [x - 1, y],
        [x, y + 1],
        [x, y - 1],
      ]).some((near) => covered.get(nameOf(near)) === colour);
    if (squares.some(beside)) return "R7b";
    return this.has(colour) ? "R7c" : "R6b";
  }

  /** Where a held piece is if it is to be at a square, and on the board as a whole.
   * @param {Hold} hold @param {Square} at @returns {Square} */
  inside(hold, at) {
    const squares = laidAt(hold, at);
    const last = Math.sqrt(this.cells.size) - 1;
    const shift = (/** @type {0 | 1} */ k) => {
      const along = squares.map((square) => square[k]);
      return Math.max(0, -Math.min(...along)) - Math.max(0, Math.max(...along) - last);
    };
    return [at[0] + shift(0), at[1] + shift(1)];
  }

  /** Some corner where the colour may go on. @returns {Square} */
  anyCorner() {
    const [first = "A0"] = this.open;
    return squareOf(first);
  }

  /** The legal place of a held piece that is nearest to a square.
   * @param {Hold} hold @param {Square} at @param {number} most squares away @returns {Square | null} */
  nearest(hold, at, most) {
    let best = null;
    let least = most;
    for (const id of this.may(hold)) {
      const square = squareOf(id);
      const far = Math.hypot(square[0] - at[0], square[1] - at[1]);
      if (far < least) [best, least] = [square, far];
    }
    return best;
  }

  /** The largest piece that may cover a square, and where it is held then.
   * @param {string} id @returns {{hold: Hold, aim: Square} | null} */
  covering(id) {
    const wanted = keyOf([squareOf(id)]);
    let best = null;
    for (const move of this.moves.values()) {
      const found = readMove(move);
      if (!found || found.squares.length <= (best?.squares.length ?? 0)) continue;
      if (found.squares.some((square) => keyOf([square]) === wanted)) best = found;
    }
    if (!best) return null;
    const [left, top] = grip(shapeOf(best.hold));
    const [x, y] = cornerOf(best.squares);
    return { hold: best.hold, aim: [x + left, y + top] };
  }
}
