/**
 * How pieces and what lies on the ground look. The shapes are data that notebooks read as well (shapes.json; its
 * words are told in game/vector.py): elements around 0,0 in units of a cell; sides differ in shape and colour.
 */

import { s } from "../shared/dom.js";
import SHAPES from "../shapes.js";
import { sideClass } from "../shared/texts.js";

/** @typedef {import("../types").Piece} Piece */
/** @typedef {import("../types").Cell} Cell */
/** @typedef {import("../shapes.js").Part} Part */

/** @param {unknown} text @param {Piece} piece @returns {string} */
function worded(text, piece) {
  const size = piece.size ?? 1;
  return String(text)
    .replace("{size}", String(size))
    .replace("{scale}", (0.72 + 0.11 * size).toFixed(2))
    .replace("{turn}", String(-60 * (piece.rot ?? 0)))
    .replace("{letter}", piece.kind.slice(0, 1).toUpperCase());
}

/** The elements that are meant for a piece. @param {Part[]} parts @param {Piece} piece @returns {SVGElement[]} */
function drawn(parts, piece) {
  const size = piece.size ?? 1;
  return parts.flatMap((part) => {
    const { tag, use, side, least, most, inside, text, ...attributes } = part;
    if (use) return drawn(SHAPES.pieces[use] ?? [], piece);
    if ((side && side !== piece.side) || (least ?? size) > size || (most ?? size) < size) return [];
    const fitting = Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, worded(value, piece)]));
    const words = text === undefined ? [] : [worded(text, piece)];
    return [s(tag, fitting, ...drawn(inside ?? [], piece), ...words)];
  });
}

/** What lies in a cell.
 * @param {Cell} cell @param {string} [otherwise] the kind for cells without a shape of their own */
export function drawGround(cell, otherwise = "") {
  const parts = SHAPES.ground[cell.kind] ?? SHAPES.ground[otherwise] ?? [];
  return drawn(parts, { cell: cell.id, kind: cell.kind, size: cell.note === "gone" ? 0 : 1 });
}

/** A piece as a group. @param {Piece} piece @returns {SVGElement} */
export function drawPiece(piece) {
  const parts = SHAPES.pieces[piece.kind] ?? SHAPES.pieces.any ?? [];
  return s("g", { class: `piece ${piece.kind} ${sideClass(piece.side ?? "")}` }, ...drawn(parts, piece));
}

/** A piece as a little picture of its own, for lists. @param {Piece} piece @returns {SVGElement} */
export function icon(piece) {
  return s("svg", { class: "icon", viewBox: "-.55 -.55 1.1 1.1", "aria-hidden": "true" }, drawPiece(piece));
}
