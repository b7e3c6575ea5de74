/** Ways over a board: the steps of a move that is being chosen, and the arc of one that leaps over pieces. */

import { s } from "../shared/dom.js";
import { lookOf } from "./looks.js";

/** @typedef {import("./board.js").BoardElement} BoardElement */
/** @typedef {{x: number, y: number}} Point */

const MOST = 6; // ways that are drawn at once
const RISE = 0.32; // of an arc, in parts of its length

/** Does a way lead over pieces instead of around them? @param {BoardElement} board @param {string[]} way */
export function leaps(board, way) {
  if (!lookOf(board).leaps) return false;
  const occupied = new Set(board.scene?.board.pieces.map((piece) => piece.cell));
  return way.length > 2 && way.slice(1, -1).every((cell) => occupied.has(cell));
}

/** The middle of an arc: above the pieces, or beside them where it goes up or down.
 * @param {Point} a @param {Point} b @returns {Point} */
export function top(a, b) {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const up = dx > 0 ? 1 : -1;
  return { x: (a.x + b.x) / 2 + RISE * up * dy, y: (a.y + b.y) / 2 - RISE * up * dx };
}

/** An arc from cell to cell, drawn above all pieces.
 * @param {BoardElement} board @param {string[]} way @param {string} name @returns {SVGElement} */
export function arc(board, way, name) {
  const [a, b] = [board.at(way[0] ?? ""), board.at(way[way.length - 1] ?? "")];
  const high = top(a, b);
  const bend = { x: 2 * high.x - (a.x + b.x) / 2, y: 2 * high.y - (a.y + b.y) / 2 };
  return s("path", { class: `arc ${name}`, d: `M${a.x} ${a.y}Q${bend.x} ${bend.y} ${b.x} ${b.y}` });
}

/** The ways of what is chosen: all of them in faint lines, the one pointed at step by step.
 * @param {BoardElement} board @returns {SVGElement[]} */
export function walks(board) {
  const { selected, pointed } = board;
  if (!board.active || !selected.length || board.draft || lookOf(board).lit) return [];
  const all = board.matching().filter((choice) => (choice.way?.length ?? 0) > 2);
  const aimed = all.filter((choice) => choice.path[selected.length] === pointed);
  const shown = aimed.length ? aimed : all.length <= MOST ? all : [];
  return shown.map((choice) => {
    const way = (choice.way ?? []).filter((id) => board.cells.has(id));
    const points = way.map((id) => board.at(id));
    if (leaps(board, way)) return s("g", { class: "walk-of name-tag", "aria-hidden": "true" }, arc(board, way, ""));
    const steps = points
      .slice(1)
      .flatMap((p, i) =>
        aimed.length
          ? [
              s("circle", { class: "step", cx: p.x, cy: p.y, r: 0.19 }),
              s("text", { class: "step-number", x: p.x, y: p.y }, String(i + 1)),
            ]
          : [s("circle", { class: "step", cx: p.x, cy: p.y, r: 0.07 })],
      );
    return s(
      "g",
      { class: `walk-of name-tag ${aimed.length ? "aimed" : ""}`, "aria-hidden": "true" },
      s("polyline", { class: "walk", points: points.map((p) => `${p.x},${p.y}`).join(" ") }),
      ...steps,
    );
  });
}
