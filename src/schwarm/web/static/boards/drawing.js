/** What lies on the cells of a board: links, marks, pieces, and what may be done. */

import { s } from "../shared/dom.js";
import { drawPiece } from "./pieces.js";

/** @typedef {import("./board.js").BoardElement} BoardElement */
/** @typedef {import("../types").Cell} Cell */

const LAYERS = // from below to above
  "land ground links marks trace under lit pieces joints latest targets names front focus peek".split(" ");
/** A cell of no kind: its outline alone. @type {Cell} */
export const PLAIN = { id: "", x: 0, y: 0, kind: "" };
const LIFT = { x: 0.07, y: 0.15 }; // how a piece lies that stands on others
const CORNER = 0.36; // where the count of a stack is written

/** @param {{x: number, y: number}} place */
export const at = ({ x, y }) => `translate(${x},${y})`;

/** @param {BoardElement} board */
const shown = (board) => /** @type {import("../types").Scene} */ (board.scene).board;

/** What is seen of cells, as a text: while it is the same, they need not be drawn anew.
 * @param {string} kind @param {Cell[]} cells */
export const lookOfCells = (kind, cells) =>
  JSON.stringify([
    kind,
    cells.map(({ id, x, y, kind, note, count }) => [id, x, y, kind, note, kind === "stock" && count, count === 0]),
  ]);

/** A cell with what lies in it. @param {BoardElement} board @param {Cell} cell @returns {SVGElement} */
export const drawCell = (board, cell) =>
  s(
    "g",
    {
      class: `cell ${cell.kind} ${cell.side ?? ""} ${cell.count === 0 ? "spent" : ""}`,
      "data-cell": cell.id,
      transform: at(cell),
      role: "button",
      tabindex: "-1",
    },
    board.outline(cell),
    ...board.decoration(cell),
  );

/** Lines between pieces that belong together, their edges below. @param {BoardElement} board @returns {SVGElement[]} */
export const drawLinks = (board) =>
  ["edge", ""].flatMap((part) =>
    shown(board).links.map((link) => {
      const [a, b] = [board.at(link.from), board.at(link.to)];
      const name = `link ${part} ${link.side} ${link.strong ? "strong" : ""}`;
      return s("line", { x1: a.x, y1: a.y, x2: b.x, y2: b.y, class: name });
    }),
  );

/** Signs on cells. @param {BoardElement} board @returns {SVGElement[]} */
export const drawMarks = (board) =>
  shown(board)
    .marks.filter((mark) => board.cells.has(mark.cell))
    .map((mark) =>
      s(
        "g",
        { class: `mark ${mark.kind} ${mark.side ?? ""}`, transform: at(board.at(mark.cell)) },
        board.outline(PLAIN),
        ...board.markSign(mark),
      ),
    );

/** A piece where it lies, raised if it stands on others, with the count of a stack.
 * @param {BoardElement} board @param {import("../types").Piece} piece @returns {SVGElement} */
export function drawTop(board, piece) {
  const { x, y, count } = board.at(piece.cell);
  const lift = piece.level ?? 0;
  const group = s(
    "g",
    {
      class: `at ${piece.covered ? "covered" : ""} ${lift ? "raised" : ""}`,
      transform: at({ x: x + LIFT.x * lift, y: y - LIFT.y * lift }),
    },
    drawPiece(board.facing(piece)),
  );
  if (lift)
    group.prepend(s("g", { class: "shade", transform: "translate(-.08,.13) scale(.94)" }, board.outline(PLAIN)));
  if (count !== undefined && count > 1)
    group.append(
      s("circle", { class: "count-disc", cx: CORNER, cy: -CORNER, r: 0.19 }),
      s("text", { class: "count", x: CORNER, y: -CORNER }, String(count)),
    );
  return group;
}

/** Where the move that is begun may go on.
 * @param {BoardElement} board @param {Map<string, {capture?: boolean, kind?: string}>} next @returns {SVGElement[]} */
export function drawTargets(board, next) {
  const occupied = new Set(shown(board).pieces.map((piece) => piece.cell));
  return [...next]
    .filter(([id]) => board.cells.has(id))
    .map(([id, choice]) => {
      const onto = !!choice.capture || occupied.has(id);
      const name = `target ${onto ? "onto" : ""} ${choice.capture ? "takes" : ""} kind-${choice.kind ?? ""}`;
      return s("g", { class: name, transform: at(board.at(id)) }, ...board.targetMark(id, onto));
    });
}

/** The outlines of cells, chosen or suggested. @param {BoardElement} board
 * @param {Cell[]} cells @param {(cell: Cell) => string} name their classes @returns {SVGElement[]} */
export const drawOutlines = (board, cells, name) =>
  cells.map((cell) => s("g", { class: name(cell), transform: at(cell) }, board.outline(PLAIN)));

/** The layers that a board is drawn on, put into its picture.
 * @param {SVGElement} picture @returns {Record<string, SVGElement>} */
export function drawLayers(picture) {
  const layers = Object.fromEntries(LAYERS.map((name) => [name, s("g", { class: `layer ${name}` })]));
  picture.append(...Object.values(layers));
  return layers;
}
