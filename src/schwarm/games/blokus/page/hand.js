/** The hand that holds a piece of Blokus over the board: by mouse, wheel, finger, and keys wherever the focus is. */

import { nameOf } from "./pieces.js";

/** @typedef {import("./pieces.js").Square} Square */

const WHEEL = 40; // pixels of a wheel that turn a piece
const NEAR = 2.3; // squares that a finger may be off
const ABOVE = 2; // squares that a dragged piece is above the finger
const STILL = 9; // pixels that a finger may move and still only taps

export class Hand {
  /** @param {import("./board.js").BlokusBoard} board */
  constructor(board) {
    this.board = board;
    this.wheeled = 0;
  }

  listen() {
    const { board } = this;
    const { svg } = board;
    svg.addEventListener("pointerdown", (event) => {
      board.finger = /** @type {PointerEvent} */ (event).pointerType === "touch";
    });
    svg.addEventListener("pointermove", (event) => this.hover(/** @type {PointerEvent} */ (event)));
    svg.addEventListener("pointerup", (event) => this.lift(/** @type {PointerEvent} */ (event)));
    svg.addEventListener("pointerleave", () => board.pinned || board.finger || board.aimAt(null));
    svg.addEventListener("wheel", (event) => this.wheel(/** @type {WheelEvent} */ (event)), { passive: false });
    svg.addEventListener("contextmenu", (event) => {
      if (!board.hold) return;
      event.preventDefault();
      board.change(0, true);
    });
  }

  /** @param {PointerEvent} event */
  hover(event) {
    const { board } = this;
    if (!board.active || !board.hold) return;
    const finger = event.pointerType === "touch";
    const { drag } = board.pointer;
    if (finger && drag?.pointer !== event.pointerId) return;
    const near = drag && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < STILL;
    if (finger && near && !board.pinned) return;
    board.finger = finger;
    const { x, y } = board.pointer.point(event);
    const origin = board.at("A0");
    const [across, down] = [Math.round(x - origin.x), Math.round(y - origin.y - (finger ? ABOVE : 0))];
    const at = /** @type {Square} */ (board.turned ? [-across, -down] : [across, down]);
    board.pinned = finger;
    if (finger) event.preventDefault();
    board.aimAt(board.cells.has(nameOf(at)) ? board.inside(at) : finger ? board.aim : null);
  }

  /** A finger lets go: the piece goes to the nearest place where it may lie. @param {PointerEvent} event */
  lift(event) {
    const { board } = this;
    if (event.pointerType !== "touch" || !board.pinned || !board.aim) return;
    board.aimAt(board.nearest(board.aim, NEAR) ?? board.aim);
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    const { board } = this;
    if (!board.hold || !board.active || event.ctrlKey) return;
    event.preventDefault();
    this.wheeled += event.deltaY || event.deltaX;
    if (Math.abs(this.wheeled) < WHEEL) return;
    board.change(Math.sign(this.wheeled), false);
    this.wheeled = 0;
  }

  /** Keys that turn and flip, wherever the focus is. @param {KeyboardEvent} event */
  key(event) {
    const { board } = this;
    const typing = /** @type {Element | null} */ (event.target)?.closest?.("input, textarea, select, dialog");
    if (typing || event.ctrlKey || event.metaKey || event.altKey || !board.active || !board.hold) return;
    const key = event.key.toLowerCase();
    if (key === "r") board.change(event.shiftKey ? -1 : 1, false);
    else if (key === "f") board.change(0, true);
    else if (key === "n") board.next();
    else return;
    event.preventDefault();
  }
}
