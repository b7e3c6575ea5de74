/** The Mississippi: water, islands, logs, sandbanks, and the ship as its move is being composed. */

import { s } from "./dom.js";
import { HexBoard } from "./hex-board.js";
import { drawPiece } from "./pieces.js";

/** @typedef {import("./types").Cell} Cell */

export class RiverBoard extends HexBoard {
  /** @override @param {Cell} cell @returns {SVGElement[]} */
  decoration(cell) {
    switch (cell.kind) {
      case "island":
        return [
          s("path", { class: "land", d: "M-.36 .1Q-.4-.2-.1-.28T.34-.1Q.42 .18 .14 .28T-.36 .1Z" }),
          ...(cell.note === "gone"
            ? []
            : [s("path", { class: "tree", d: "M-.16 .1L-.04-.16 .08 .1ZM.06 .16L.15-.04 .24 .16Z" })]),
        ];
      case "sandbank":
        return [
          s("path", { class: "sand", d: "M-.4 .08Q-.2-.24 .1-.2T.4 .06Q.2 .26-.1 .22T-.4 .08Z" }),
          s("path", { class: "grain", d: "M-.2 .02H-.19M0-.08H.01M.15 .06H.16M-.05 .12H-.04M.08-.02H.09" }),
        ];
      case "log":
        return [
          s(
            "g",
            { transform: "rotate(-24)" },
            s("rect", { class: "log", x: -0.36, y: -0.17, width: 0.72, height: 0.15, rx: 0.07 }),
            s("rect", { class: "log", x: -0.28, y: 0.04, width: 0.66, height: 0.15, rx: 0.07 }),
          ),
        ];
      case "goal":
        return [s("path", { class: "flag", d: "M-.12 .26V-.26L.22-.14-.12-.02" })];
      default:
        return [s("path", { class: "ripple", d: "M-.18 .1q.09-.06 .18 0t.18 0" })];
    }
  }

  /** @override */
  drawFront() {
    super.drawFront();
    const front = this.layer("front");
    const ship = this.draft?.ship;
    if (!this.draft || !ship || !this.draft.steps.length) return;
    const way = (/** @type {string[]} */ path) =>
      path
        .filter((id) => this.cells.has(id))
        .map((id) => `${this.at(id).x},${this.at(id).y}`)
        .join(" ");
    front.append(s("polyline", { class: `draft ${this.scene?.to_move}`, points: way(ship.path) }));
    if (ship.pushed.length) front.append(s("polyline", { class: "draft push", points: way(ship.pushed) }));
    const { x, y } = this.at(ship.cell);
    front.append(
      s(
        "g",
        { class: "draft-ship", transform: `translate(${x},${y})` },
        drawPiece(
          this.facing({ cell: "", kind: "ship", side: this.scene?.to_move ?? "", rot: ship.rot }),
        ),
      ),
    );
  }
}
customElements.define("river-board", RiverBoard);
