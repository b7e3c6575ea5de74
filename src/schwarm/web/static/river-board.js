/** The Mississippi: water, islands, logs, sandbanks, and the ship as its move is being composed. */

import { s } from "./dom.js";
import { HexBoard } from "./hex-board.js";
import { drawGround, drawPiece } from "./pieces.js";

/** @typedef {import("./types").Cell} Cell */

export class RiverBoard extends HexBoard {
  /** @override @param {Cell} cell @returns {SVGElement[]} */
  decoration(cell) {
    return [...drawGround(cell, "ripple"), ...this.coordinate(cell, 0.46)];
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
