/** Where pieces of Blokus may lie: the moves and squares of one position, taken apart once. Nothing here draws. */

import {
  cornerOf,
  grip,
  keyOf,
  laidAt,
  nameOf,
  pieceAt,
  readMove,
  shapeOf,
  squareOf,
  turnsOf,
  writeMove,
} from "./pieces.js";

/** @typedef {import("./pieces.js").Square} Square */
/** @typedef {import("./pieces.js").Hold} Hold */
/** @typedef {import("/static/types").Scene} Scene */

/** The squares beside a square. @param {Square} square @returns {Square[]} */
const beside = ([x, y]) => [
  [x + 1, y],
  [x - 1, y],
  [x, y + 1],
  [x, y - 1],
];

/** The squares that a square touches at its corners. @param {Square} square @returns {Square[]} */
const diagonal = ([x, y]) => [
  [x + 1, y + 1],
  [x - 1, y - 1],
  [x - 1, y + 1],
  [x + 1, y - 1],
];

export class Places {
  /** @param {Scene | null} scene */
  constructor(scene) {
    const board = scene?.board;
    this.cells = new Set((board?.cells ?? []).map((cell) => cell.id));
    this.last = Math.sqrt(this.cells.size) - 1; // column and row
    /** @type {Map<string, string>} */ this.covered = new Map(
      (board?.pieces ?? []).map((piece) => [piece.cell, piece.kind]),
    );
    this.corners = new Set((board?.marks ?? []).filter((mark) => mark.kind === "corner").map((mark) => mark.cell));
    /** @type {Map<string, string>} */ this.moves = new Map(); // squares -> the legal move that covers them
    /** @type {Map<string, Square[]>} */ this.fits = new Map(); // shape -> where its upper left corner may lie
    /** @type {Map<string, number>} */ this.kinds = new Map(); // kind -> in how many places it may lie
    /** @type {Set<string>} */ this.open = new Set(); // corners that some piece may cover
  }

  /** The places of the legal moves. @param {Scene | null} scene @returns {Places} */
  static of(scene) {
    const made = new Places(scene);
    for (const { move } of scene?.moves ?? []) {
      const found = readMove(move);
      if (found) made.add(found.hold, found.squares, move);
    }
    return made;
  }

  /** @param {Hold} hold @param {Square[]} squares @param {string} move */
  add(hold, squares, move) {
    this.moves.set(keyOf(squares), move);
    for (const name of squares.map(nameOf)) if (this.corners.has(name)) this.open.add(name);
    const shape = keyOf(shapeOf(hold));
    if (!this.fits.get(shape)?.push(cornerOf(squares))) this.fits.set(shape, [cornerOf(squares)]);
    this.kinds.set(hold.kind, (this.kinds.get(hold.kind) ?? 0) + 1);
  }

  /** A piece is taken up: its places are asked for. @param {string} _kind */
  prepare(_kind) {}

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
    return turnsOf(hold.kind).find((turned) => this.fits.has(keyOf(shapeOf(turned)))) ?? hold;
  }

  /** Where the grip of a held piece may be. @param {Hold} hold @returns {Square[]} */
  grips(hold) {
    const squares = shapeOf(hold);
    const [left, top] = grip(squares);
    return (this.fits.get(keyOf(squares)) ?? []).map(([x, y]) => [x + left, y + top]);
  }

  /** The corners that a held piece may cover as it is turned. @param {Hold} hold @returns {Set<string>} */
  cornersOf(hold) {
    const names = this.grips(hold).flatMap((at) => laidAt(hold, at).map(nameOf));
    return new Set(names.filter((name) => this.corners.has(name)));
  }

  /** The rule that forbids squares for a colour; "" if none does.
   * @param {Square[]} squares @param {string} colour @returns {string} */
  why(squares, colour) {
    const { covered } = this;
    const names = squares.map(nameOf);
    if (names.some((name) => !this.cells.has(name))) return "R5a";
    if (names.some((name) => covered.has(name))) return "R5b";
    if (squares.some((square) => beside(square).some((near) => covered.get(nameOf(near)) === colour))) return "R7b";
    if (names.some((name) => this.corners.has(name))) return "";
    return this.has(colour) ? "R7c" : "R6b";
  }

  /** Where a held piece is if it is to be at a square, and on the board as a whole.
   * @param {Hold} hold @param {Square} at @returns {Square} */
  inside(hold, at) {
    const squares = laidAt(hold, at);
    const shift = (/** @type {0 | 1} */ k) => {
      const along = squares.map((square) => square[k]);
      return Math.max(0, -Math.min(...along)) - Math.max(0, Math.max(...along) - this.last);
    };
    return [at[0] + shift(0), at[1] + shift(1)];
  }

  /** Some corner where the colour may go on, or the board's middle. @returns {Square} */
  anyCorner() {
    const [first] = this.open.size ? this.open : this.corners;
    const middle = Math.floor(this.last / 2);
    return first ? squareOf(first) : [middle, middle];
  }

  /** The legal place of a held piece that is nearest to a spot.
   * @param {Hold} hold @param {Square} at @param {number} most squares away @returns {Square | null} */
  nearest(hold, at, most) {
    let best = null;
    let least = most;
    for (const square of this.grips(hold)) {
      const far = Math.hypot(square[0] - at[0], square[1] - at[1]);
      if (far <= least) [best, least] = [square, far - 0.001];
    }
    return best;
  }

  /** The largest piece that may cover a square, and where it is held then.
   * @param {string} id @returns {{hold: Hold, aim: Square} | null} */
  covering(id) {
    let best = /** @type {Square[]} */ ([]);
    for (const move of this.moves.values()) {
      const squares = readMove(move)?.squares ?? [];
      if (squares.length > best.length && squares.some((square) => nameOf(square) === id)) best = squares;
    }
    return pieceAt(best);
  }
}

/** Places that are worked out here, for a colour that is not to move: of a piece that is planned ahead, or put by hand,
 * which only has to lie clear of others. */
export class OwnPlaces extends Places {
  /** @param {Scene} scene @param {string} colour @param {{start?: string, anywhere?: boolean}} rules where a first
   * piece begins, by the game's option; may pieces lie anywhere? */
  constructor(scene, colour, { start = "border", anywhere = false }) {
    super(scene);
    this.colour = colour;
    this.anywhere = anywhere;
    this.corners = new Set(anywhere ? [] : this.cornersOfColour(start));
  }

  /** Where the colour may go on, or begin. @param {string} start @returns {string[]} */
  cornersOfColour(start) {
    const { covered, last } = this;
    const all = [...this.cells].map(squareOf).filter((square) => !covered.has(nameOf(square)));
    const own = (/** @type {Square} */ square) => covered.get(nameOf(square)) === this.colour;
    const edges = ([x, y] = [0, 0]) => Number(x % last === 0) + Number(y % last === 0);
    const may = this.has(this.colour)
      ? (/** @type {Square} */ square) => diagonal(square).some(own) && !beside(square).some(own)
      : (/** @type {Square} */ square) => edges(square) >= (start === "corner" ? 2 : 1);
    return all.filter(may).map(nameOf);
  }

  /** @override @param {string} kind */
  prepare(kind) {
    if (this.kinds.has(kind)) return;
    this.kinds.set(kind, 0);
    for (const hold of turnsOf(kind))
      for (const name of this.cells) {
        const squares = laidAt(hold, squareOf(name));
        const why = this.why(squares, this.colour);
        if (!why || (this.anywhere && ["R7c", "R6b"].includes(why)))
          this.add(hold, squares, writeMove(hold, cornerOf(squares)));
      }
  }
}
