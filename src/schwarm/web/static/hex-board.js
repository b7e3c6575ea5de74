/** A board of hexagons with a corner on top. */

import { BoardElement } from "./board.js";
import { s } from "./dom.js";
import { drawGround } from "./pieces.js";

/** @typedef {import("./types").Cell} Cell */

const R = 1 / Math.sqrt(3);

/** The corners of a hexagon. @param {number} r @returns {string} */
export const hexagon = (r) =>
  [...Array(6).keys()]
    .map(
      (i) =>
        `${(r * Math.sin((i * Math.PI) / 3)).toFixed(4)},${(-r * Math.cos((i * Math.PI) / 3)).toFixed(4)}`,
    )
    .join(" ");

export class HexBoard extends BoardElement {
  /** @override @param {Cell} cell @returns {SVGElement} */
  outline(cell) {
    return s("polygon", { class: `shape ${cell.kind}`, points: hexagon(R * 0.985) });
  }

  /** @override @param {Cell} cell @returns {SVGElement[]} */
  decoration(cell) {
    return [...drawGround(cell), ...this.coordinate(cell, 0.46)];
  }
}
customElements.define("hex-board", HexBoard);
