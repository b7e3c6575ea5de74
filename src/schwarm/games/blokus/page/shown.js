/** How a position of Blokus is shown: whole pieces of four colours in their frame; nothing can be done here. */

import { s } from "/static/shared/dom.js";
import { SquareBoard } from "/static/boards/square-board.js";
import { COLOURS, grip, joined, nameOf, outlineOf, squareOf } from "./pieces.js";
import { drawTile } from "./tiles.js";

/** @typedef {import("/static/types").Cell} Cell */
/** @typedef {import("/static/types").Scene} Scene */
/** @typedef {import("./pieces.js").Square} Square */

const DROP_MS = 420;

/** @param {Scene | null} scene @returns {string} the position's text; pictures in texts have none */
export const positionOf = (scene) => /** @type {{position?: string}} */ (scene ?? {}).position ?? "";

/** @param {Scene | null} scene @returns {Record<string, unknown>} the game's options */
const optionsOf = (scene) => /** @type {{options?: Record<string, unknown>}} */ (scene ?? {}).options ?? {};

/** A piece of squares. @param {string} colour
 * @param {{x: number, y: number}[]} places @param {string} [more] classes @returns {SVGElement} */
export function drawSquares(colour, places, more = "") {
  return s("g", { class: `tile-piece ${colour} ${more}` }, ...drawTile(colour, places));
}

export class ShownBlokus extends SquareBoard {
  /** The fields of the position's text. @returns {string[]} */
  get fields() {
    const text = positionOf(this.scene);
    return text ? text.split(" ") : [];
  }

  /** Colours in the game. */
  get colours() {
    return COLOURS.slice(0, (this.fields[3] ?? "///").split("/").length);
  }

  /** The colour to move. */
  get colour() {
    const { colours } = this;
    return colours[Number(this.fields[1] ?? 0) % colours.length] ?? "blue";
  }

  /** May a colour still lay pieces? @param {string} colour */
  inGame(colour) {
    return (this.fields[4] ?? "").includes(colour.slice(0, 1).toUpperCase());
  }

  /** The pieces of a colour on the board, each as its squares. @param {string} colour @returns {Square[][]} */
  piecesOf(colour) {
    const pieces = this.scene?.board.pieces ?? [];
    const own = pieces.filter((piece) => piece.kind === colour && this.cells.has(piece.cell));
    return joined(own.map((piece) => squareOf(piece.cell)));
  }

  /** Where first pieces begin: the game's option. */
  get startsAt() {
    return String(optionsOf(this.scene).start_at ?? "border");
  }

  // --- drawing -------------------------------------------------------------------------------------------
  /** @override @param {Cell} cell @returns {SVGElement} */
  outline(cell) {
    return s("rect", { class: `shape ${cell.kind}`, x: -0.5, y: -0.5, width: 1, height: 1 });
  }

  /** @override @returns {SVGElement[]} */
  scenery() {
    const cells = [...this.cells.values()];
    const [xs, ys] = [cells.map(({ x }) => x), cells.map(({ y }) => y)];
    const box = { x: Math.min(...xs) - 0.5, y: Math.min(...ys) - 0.5 };
    const size = { width: Math.max(...xs) + 0.5 - box.x, height: Math.max(...ys) + 0.5 - box.y };
    const frame = { x: box.x - 0.6, y: box.y - 0.6, width: size.width + 1.2, height: size.height + 1.2, rx: 0.45 };
    return [s("rect", { class: "tray-frame", ...frame }), s("rect", { class: "tray-floor", ...box, ...size })];
  }

  /** @override Letters and numbers in the frame, every other one. @param {Cell[]} cells @returns {SVGElement[]} */
  rim(cells) {
    const left = Math.min(...cells.map(({ x }) => x));
    const bottom = Math.max(...cells.map(({ y }) => y));
    const letter = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ text) =>
      s("text", { class: "edge", "aria-hidden": "true", x, y }, text);
    return cells.flatMap((cell) => [
      ...(cell.x === left ? [letter(cell.x - 0.8, cell.y + 0.13, cell.id.slice(1))] : []),
      ...(cell.y === bottom ? [letter(cell.x, cell.y + 0.93, cell.id.slice(0, 1))] : []),
    ]);
  }

  /** @override */
  drawPosition() {
    const { board, last } = /** @type {Scene} */ (this.scene);
    const colours = [...new Set(board.pieces.map((piece) => piece.kind))];
    const fresh = new Set(last?.created ?? []);
    const pieces = colours.flatMap((colour) =>
      this.piecesOf(colour).map((squares) => {
        const names = squares.map(nameOf);
        return drawSquares(
          colour,
          names.map((name) => this.at(name)),
          names.some((name) => fresh.has(name)) ? "fresh" : "",
        );
      }),
    );
    this.tops.clear();
    this.layer("pieces").replaceChildren(...pieces);
    const places = [...fresh].filter((name) => this.cells.has(name)).map((name) => this.at(name));
    this.layer("latest").replaceChildren(
      ...(places.length
        ? [s("path", { class: "latest-piece", "data-latest": last?.created[0], d: outlineOf(places).line })]
        : []),
    );
  }

  /** The last piece comes down on the board. @returns {number} */
  drop() {
    for (const piece of this.layer("pieces").querySelectorAll(".fresh"))
      piece.animate(
        [
          { transform: "translateY(-1.2px) scale(1.25)", opacity: 0.2 },
          { transform: "translateY(0) scale(0.97)", opacity: 1, offset: 0.75 },
          { transform: "none" },
        ],
        { duration: DROP_MS, easing: "ease-out" },
      );
    for (const mark of this.layer("latest").children)
      mark.animate([{ opacity: 0 }, { opacity: 0, offset: 0.8 }, { opacity: 1 }], { duration: DROP_MS });
    return DROP_MS;
  }

  /** A piece that does not lie on the board yet.
   * @param {string} colour @param {Square[]} squares @param {string} state fits, not, sent, or planned
   * @returns {SVGElement} */
  drawGhost(colour, squares, state) {
    const seen = squares.map((square) => this.placeOf(square));
    const line = s("path", { class: "border", d: outlineOf(seen).line });
    return s("g", { class: `ghost ${state}` }, drawSquares(colour, seen), line);
  }

  /** Where a square is seen, also beside the board. @param {Square} square */
  placeOf([x, y]) {
    const origin = this.at("A0");
    return this.turned ? { x: origin.x - x, y: origin.y - y } : { x: origin.x + x, y: origin.y + y };
  }

  /** @override A move is the piece that it lays, with its number; one that is touched is outlined.
   * @param {import("/static/boards/touched.js").Arrow} way @param {number} number @returns {SVGElement[]} */
  arrow(way, number) {
    const squares = way.path.map(squareOf);
    const seen = squares.map((square) => this.placeOf(square));
    if (!squares.length) return [];
    const edge = s("path", { class: "border", d: outlineOf(seen).line });
    if (!number) return [s("g", { class: "foreseen touched", "aria-hidden": "true" }, edge)];
    const { x, y } = this.placeOf(grip(squares));
    const disc = s("circle", { class: "disc", cx: x, cy: y, r: 0.42 });
    const text = s("text", { class: "number", x, y }, String(number));
    const piece = drawSquares(this.colourAt(number), seen);
    return [s("g", { class: "foreseen", "aria-hidden": "true" }, piece, edge, disc, text)];
  }

  /** The colour of a move to come: colours follow each other, and those that are out are left out.
   * @param {number} number of the move @returns {string} */
  colourAt(number) {
    const { colours, scene } = this;
    let at = colours.indexOf(this.colour);
    for (const { side } of this.state.plan.slice(1, number)) {
      const next = [1, 2, 3, 4].map((step) => (at + step) % colours.length);
      at = next.find((one) => this.inGame(colours[one] ?? "") && scene?.sides[one % 2] === side) ?? at;
    }
    return colours[at] ?? this.colour;
  }
}
