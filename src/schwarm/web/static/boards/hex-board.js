/** A board of hexagons with a corner on top. */

import { BoardElement } from "./board.js";
import { s } from "../shared/dom.js";
import { t } from "../shared/texts.js";
import { hexagons } from "./hexagons.js";
import { drawGround } from "./pieces.js";

/** @typedef {import("../types").Cell} Cell */

const R = 1 / Math.sqrt(3);
const SWIRL = "M.02 .03A.09 .09 0 1 1 .1-.08A.2 .2 0 1 0 .15 .17A.3 .3 0 1 1 .27-.2A.38 .38 0 1 0 .1 .38";

/** The corners of a hexagon. @param {number} r @returns {string} */
export const hexagon = (r) =>
  [...Array(6).keys()]
    .map((i) => `${(r * Math.sin((i * Math.PI) / 3)).toFixed(4)},${(-r * Math.cos((i * Math.PI) / 3)).toFixed(4)}`)
    .join(" ");

export class HexBoard extends BoardElement {
  /** @override @param {Cell} cell @returns {SVGElement} */
  outline(cell) {
    return s("polygon", { class: `shape ${cell.kind}`, points: hexagon(R * 0.985) });
  }

  /** @override A rim around all cells, and a light that shines through fields that let it. @returns {SVGElement[]} */
  scenery() {
    const cells = [...this.cells.values()].filter((cell) => cell.kind !== "hand" && cell.kind !== "stock");
    const d = hexagons(cells, R);
    const light = s(
      "radialGradient",
      { id: "hex-light" },
      s("stop", { class: "hex-light", offset: 0 }),
      s("stop", { class: "hex-dark", offset: 1 }),
    );
    return [
      light,
      ...["rim-shadow", "rim-outer", "rim-inner", "rim-light"].map((name) => s("path", { class: name, d })),
    ];
  }

  /** @override @param {Cell} cell @returns {SVGElement[]} */
  decoration(cell) {
    const stock =
      cell.kind === "stock"
        ? [
            s("circle", { class: "count-disc", r: 0.25 }),
            s("text", { class: "stock-count" }, String(cell.count ?? "∞")),
            s("text", { class: "stock-name", y: cell.y > 1 ? -0.54 : 0.72 }, t("boards/stock")),
          ]
        : [];
    return [...drawGround(cell), ...stock, ...this.coordinate(cell, 0.46)];
  }

  /** @override A target is a sight in the shape of the side that wants to reach it, a portal a swirl.
   * @param {import("../types").Mark} mark @returns {SVGElement[]} */
  markSign(mark) {
    if (mark.kind === "portal") return [s("path", { class: "swirl", d: SWIRL })];
    if (mark.kind !== "target" && mark.kind !== "reached") return super.markSign(mark);
    const first = mark.side === this.scene?.sides[0];
    const edge = (/** @type {string} */ kind, /** @type {number} */ r) =>
      first
        ? s("circle", { class: kind, r })
        : s("rect", { class: kind, x: -r, y: -r, width: 2 * r, height: 2 * r, transform: "rotate(45) scale(.82)" });
    return [
      edge("sight-fill", 0.42),
      edge("sight", 0.42),
      s("path", { class: "sight", d: "M0-.54V-.28M0 .54V.28M-.5 0H-.28M.5 0H.28" }),
      edge("sight-dot", 0.09),
    ];
  }
}
customElements.define("hex-board", HexBoard);
