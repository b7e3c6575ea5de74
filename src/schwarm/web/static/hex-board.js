/** A board of hexagons with a corner on top. */

import { BoardElement } from "./board.js";
import { s } from "./dom.js";

/** @typedef {import("./types").Cell} Cell */

const R = 1 / Math.sqrt(3);

/** The corners of a hexagon. @param {number} r @returns {string} */
export const hexagon = (r) =>
  [...Array(6).keys()].map((i) => `${(r * Math.sin((i * Math.PI) / 3)).toFixed(4)},${(-r * Math.cos((i * Math.PI) / 3)).toFixed(4)}`).join(" ");

export class HexBoard extends BoardElement {
  /** @override @param {Cell} cell @returns {SVGElement} */
  outline(cell) {
    return s("polygon", { class: `shape ${cell.kind}`, points: hexagon(R * 0.985) });
  }

  /** @override @param {Cell} cell @returns {SVGElement[]} */
  decoration(cell) {
    if (cell.kind !== "berry") return [];
    const spots = /** @type {[number, number][]} */ ([[-0.16, -0.08], [0, -0.16], [0.16, -0.08], [-0.09, 0.06], [0.09, 0.06], [0, 0.19], [0, -0.02]]);
    return [s("path", { class: "leaf", d: "M0-.2Q.08-.38 .26-.34Q.2-.18 0-.2Q-.12-.36-.26-.28Q-.18-.16 0-.2" }), ...spots.map(([x, y]) => s("circle", { class: "drupe", cx: x, cy: y, r: 0.11 }))];
  }
}
customElements.define("hex-board", HexBoard);
