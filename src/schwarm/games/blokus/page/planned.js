/** A piece that is laid as soon as it is the viewer's turn, if it may lie there then. */

import { Ahead } from "/static/boards/ahead.js";
import { toast } from "/static/shared/dom.js";
import { t } from "/static/shared/texts.js";
import { squareOf } from "./pieces.js";

export class PlannedPiece extends Ahead {
  /** @param {import("./board.js").BlokusBoard} board */
  constructor(board) {
    super(board);
    this.blokus = board;
    this.colour = "";
  }

  /** Plan a piece by its squares; none plans nothing. @param {string[]} path */
  plan(path) {
    this.colour = this.blokus.handColour;
    this.path = path;
    this.blokus.refresh();
    this.blokus.emit("planned", { path });
  }

  /** @override A click on what is planned takes it back. @param {string} id */
  press(id) {
    if (this.path.includes(id)) this.plan([]);
  }

  /** @override @returns {string | null} */
  take() {
    const { blokus, path, colour } = this;
    if (!blokus.active || !path.length) return null;
    this.path = [];
    const move = colour === blokus.colour ? blokus.places.move(path.map(squareOf)) : undefined;
    if (!move) toast(t("ui/compose/not_as_planned"));
    blokus.refresh();
    return move ?? null;
  }

  /** @override @returns {SVGElement[]} */
  draw() {
    const { path } = this;
    this.path = [];
    const shapes = super.draw();
    this.path = path;
    return path.length ? [this.blokus.drawGhost(this.colour, path.map(squareOf), "planned"), ...shapes] : shapes;
  }
}
