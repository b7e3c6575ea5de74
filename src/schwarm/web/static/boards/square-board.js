/** A board of squares. */

import { BoardElement } from "./board.js";
import { s } from "../shared/dom.js";

/** @typedef {import("../types").Cell} Cell */

const LIGHTS = 14; // streaks of light on the sea

export class SquareBoard extends BoardElement {
  /** @override @param {Cell} cell @returns {SVGElement} */
  outline(cell) {
    const odd = (Math.round(cell.x) + Math.round(cell.y)) % 2;
    return s("rect", { class: `shape ${cell.kind} ${odd ? "odd" : "even"}`, x: -0.5, y: -0.5, width: 1, height: 1 });
  }

  /** @override The sea below the squares: deeper towards its edges, with light that plays in it.
   * @returns {SVGElement[]} */
  scenery() {
    const [x, y, width, height] = /** @type {import("../types").Scene} */ (this.scene).board.view;
    const light = [...Array(LIGHTS).keys()].map((i) => {
      const at = { x: x + (width - 2.1) * ((i * 0.618) % 1), y: y + (height * (i + 0.5)) / LIGHTS };
      return `M${at.x.toFixed(2)} ${at.y.toFixed(2)}q.35-.22 .7 0t.7 0t.5-.1`;
    });
    return [
      s("rect", { class: "sea", x: x - 0.06, y: y - 0.06, width: width + 0.12, height: height + 0.12, rx: 0.18 }),
      s(
        "radialGradient",
        { id: "sea-light" },
        s("stop", { class: "sea-light", offset: 0 }),
        s("stop", { class: "sea-dark", offset: 1 }),
      ),
      s("rect", { fill: "url(#sea-light)", x, y, width, height }),
      s("path", { class: "sunlight", d: light.join("") }),
    ];
  }

  /** @override @param {Cell} cell @returns {SVGElement[]} */
  decoration(cell) {
    return this.coordinate(cell, 0.45);
  }

  /** @override Letters and numbers along two edges: no part of any cell's name.
   * @param {Cell[]} cells @returns {SVGElement[]} */
  rim(cells) {
    const [x, y, , height] = this.scene?.board.view ?? [0, 0, 0, 0];
    const letter = (
      /** @type {Cell} */ cell,
      /** @type {number} */ dx,
      /** @type {number} */ dy,
      /** @type {string} */ text,
    ) => s("text", { class: `edge ${cell.kind}`, "aria-hidden": "true", x: cell.x + dx, y: cell.y + dy }, text);
    return cells.flatMap((cell) => [
      ...(cell.x - 0.5 === x ? [letter(cell, -0.46, -0.32, cell.id.slice(1))] : []),
      ...(cell.y + 0.5 === y + height ? [letter(cell, 0.34, 0.46, cell.id.slice(0, 1))] : []),
    ]);
  }
}
customElements.define("square-board", SquareBoard);
