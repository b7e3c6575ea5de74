/** A board of squares. */

import { BoardElement } from "./board.js";
import { s } from "./dom.js";

/** @typedef {import("./types").Cell} Cell */

export class SquareBoard extends BoardElement {
  /** @override @param {Cell} cell @returns {SVGElement} */
  outline(cell) {
    const odd = (Math.round(cell.x) + Math.round(cell.y)) % 2;
    return s("rect", {
      class: `shape ${cell.kind} ${odd ? "odd" : "even"}`,
      x: -0.5,
      y: -0.5,
      width: 1,
      height: 1,
    });
  }

  /** @override @param {Cell} cell @returns {SVGElement[]} */
  decoration(cell) {
    const marks = this.coordinate(cell, 0.45);
    const [x, y, , height] = this.scene?.board.view ?? [0, 0, 0, 0];
    if (cell.x - 0.5 === x) marks.push(s("text", { class: "edge", x: -0.46, y: -0.32 }, cell.id.slice(1)));
    if (cell.y + 0.5 === y + height) marks.push(s("text", { class: "edge", x: 0.34, y: 0.46 }, cell.id.slice(0, 1)));
    return marks;
  }
}
customElements.define("square-board", SquareBoard);
