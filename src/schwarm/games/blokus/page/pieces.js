/** The 21 pieces, turned and flipped, and moves as squares. */

/** @typedef {[number, number]} Square column and row */
/** @typedef {{kind: string, turn: number, flip: boolean}} Hold a piece as it is held: quarter turns clockwise, then
 * flipped */

/** Kind -> its squares, column and row, before it is turned; tables.py has the same. @type {Record<string, string>} */
const PIECES = {
  1: "00",
  2: "00 10",
  "3L": "00 01 11",
  "3I": "00 01 02",
  "4O": "00 10 01 11",
  "4T": "00 10 20 11",
  "4I": "00 01 02 03",
  "4L": "00 01 02 12",
  "4Z": "00 10 11 21",
  "5L": "00 01 02 03 13",
  "5T": "00 10 20 11 12",
  "5V": "00 01 02 12 22",
  "5S": "10 20 30 01 11",
  "5Z": "00 10 11 12 22",
  "5I": "00 01 02 03 04",
  "5P": "00 10 01 11 02",
  "5W": "00 01 11 12 22",
  "5U": "00 01 11 21 20",
  "5R": "01 11 12 21 20",
  "5X": "10 01 11 21 12",
  "5Y": "01 10 11 12 13",
};
export const KINDS = Object.keys(PIECES);
export const COLOURS = ["blue", "yellow", "red", "green"];
const COLUMNS = "ABCDEFGHIJKLMNOPQRST";
const TURNS = ["", "r", "m", "l"];
const MOVE = /^([1-5][A-Z]?)([rml]?)(f?)@([A-T])(\d+)$/;

/** Shifted to the upper left, row by row. @param {Square[]} squares @returns {Square[]} */
function settled(squares) {
  const left = Math.min(...squares.map(([x]) => x));
  const top = Math.min(...squares.map(([, y]) => y));
  return squares
    .map(([x, y]) => /** @type {Square} */ ([x - left, y - top]))
    .sort((a, b) => a[1] - b[1] || a[0] - b[0]);
}

/** The squares of a piece as it is held. @param {Hold} hold @returns {Square[]} */
export function shapeOf({ kind, turn, flip }) {
  let squares = (PIECES[kind] ?? "00")
    .split(" ")
    .map((pair) => /** @type {Square} */ ([Number(pair[0]), Number(pair[1])]));
  for (let i = 0; i < turn; i++) squares = squares.map(([x, y]) => [-y, x]);
  if (flip) squares = squares.map(([x, y]) => [-x, y]);
  return settled(squares);
}

/** @param {Square[]} squares @returns {string} the same for the same squares, in whatever order */
export const keyOf = (squares) =>
  squares
    .map(([x, y]) => 32 * y + x)
    .sort((a, b) => a - b)
    .join();

/** The square by which a piece is held: the one nearest to its middle. @param {Square[]} squares @returns {Square} */
export function grip(squares) {
  const middle = (/** @type {0 | 1} */ k) => squares.reduce((sum, square) => sum + square[k], 0) / squares.length;
  const [x, y] = [middle(0), middle(1)];
  const far = (/** @type {Square} */ square) => Math.hypot(square[0] - x, square[1] - y);
  return squares.reduce((best, square) => (far(square) < far(best) - 0.001 ? square : best));
}

/** The squares of a piece held at a square. @param {Hold} hold @param {Square} at @returns {Square[]} */
export function laidAt(hold, [x, y]) {
  const squares = shapeOf(hold);
  const [left, top] = grip(squares);
  return squares.map(([u, v]) => [u + x - left, v + y - top]);
}

/** @param {Square} square @returns {string} */
export const nameOf = ([x, y]) => `${COLUMNS[x] ?? "?"}${y}`;

/** @param {string} name @returns {Square} */
export const squareOf = (name) => [COLUMNS.indexOf(name.slice(0, 1)), Number(name.slice(1))];

/** What a move lays and where; null for one that lays nothing.
 * @param {string} text @returns {{hold: Hold, squares: Square[]} | null} */
export function readMove(text) {
  const found = MOVE.exec(text);
  if (!found) return null;
  const [, kind = "", turn = "", flip = "", column = "", row = ""] = found;
  const hold = { kind, turn: TURNS.indexOf(turn), flip: !!flip };
  const [left, top] = [COLUMNS.indexOf(column), Number(row)];
  return { hold, squares: shapeOf(hold).map(([x, y]) => [x + left, y + top]) };
}

/** A move as it is written. @param {Hold} hold @param {Square} corner upper left @returns {string} */
export const writeMove = ({ kind, turn, flip }, corner) =>
  `${kind}${TURNS[turn] ?? ""}${flip ? "f" : ""}@${nameOf(corner)}`;

/** Kind -> its turns that differ, in the order in which moves name them. @type {Map<string, Hold[]>} */
const TURNED = new Map(
  KINDS.map((kind) => {
    const all = [0, 1, 2, 3].flatMap((turn) => [false, true].map((flip) => ({ kind, turn, flip })));
    const shapes = all.map((hold) => keyOf(shapeOf(hold)));
    return [kind, all.filter((_, i) => shapes.indexOf(shapes[i] ?? "") === i)];
  }),
);
/** @param {string} kind @returns {Hold[]} */
export const turnsOf = (kind) => TURNED.get(kind) ?? [];

const BY_SHAPE = new Map([...TURNED.values()].flat().map((hold) => [keyOf(shapeOf(hold)), hold]));

/** The upper left corner of squares. @param {Square[]} squares @returns {Square} */
export const cornerOf = (squares) => [Math.min(...squares.map(([x]) => x)), Math.min(...squares.map(([, y]) => y))];

/** The piece that covers squares, and where its grip is; null if none does.
 * @param {Square[]} squares @returns {{hold: Hold, aim: Square} | null} */
export function pieceAt(squares) {
  const hold = squares.length ? BY_SHAPE.get(keyOf(settled(squares))) : undefined;
  if (!hold) return null;
  const [x, y] = cornerOf(squares);
  const [left, top] = grip(shapeOf(hold));
  return { hold, aim: [x + left, y + top] };
}

/** Squares that lie edge to edge, together. @param {Square[]} squares @returns {Square[][]} */
export function joined(squares) {
  const rest = new Map(squares.map((square) => [keyOf([square]), square]));
  const found = [];
  for (const first of squares) {
    if (!rest.has(keyOf([first]))) continue;
    /** @type {Square[]} */ const piece = [];
    const edge = [first];
    for (let square = edge.pop(); square; square = edge.pop()) {
      if (!rest.delete(keyOf([square]))) continue;
      const [x, y] = square;
      piece.push(square);
      edge.push([x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1]);
    }
    found.push(piece);
  }
  return found;
}

/** Squares as one path, and the line around them.
 * @param {{x: number, y: number}[]} places @returns {{body: string, line: string}} */
export function outlineOf(places) {
  const there = new Set(places.map(({ x, y }) => `${x},${y}`));
  const body = places.map(({ x, y }) => `M${x - 0.5} ${y - 0.5}h1v1h-1Z`).join("");
  const line = places
    .flatMap(({ x, y }) => [
      there.has(`${x},${y - 1}`) ? "" : `M${x - 0.5} ${y - 0.5}h1`,
      there.has(`${x + 1},${y}`) ? "" : `M${x + 0.5} ${y - 0.5}v1`,
      there.has(`${x},${y + 1}`) ? "" : `M${x + 0.5} ${y + 0.5}h-1`,
      there.has(`${x - 1},${y}`) ? "" : `M${x - 0.5} ${y + 0.5}v-1`,
    ])
    .join("");
  return { body, line };
}

// The four colours differ in what is stamped on their squares as well.
const STAMPS = /** @type {Record<string, string>} */ ({
  blue: "m-.2 0a.2.2 0 1 0 .4 0a.2.2 0 1 0-.4 0",
  yellow: "m-.18-.18h.36v.36h-.36Z",
  red: "m0-.25l.25.25l-.25.25l-.25-.25Z",
  green: "m0-.22l.23.4h-.46Z",
});

/** What is stamped on each square of a piece, as one path.
 * @param {string} colour @param {{x: number, y: number}[]} places */
export const stamps = (colour, places) => places.map(({ x, y }) => `M${x} ${y}${STAMPS[colour] ?? ""}`).join("");
