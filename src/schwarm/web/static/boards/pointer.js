/** Clicking and dragging on a board, by mouse, pen or finger. */

import { s } from "../shared/dom.js";

/** @typedef {import("./board.js").BoardElement} BoardElement */

const DRAG_PX = 7;
const LIFT = 0.95; // how far above the finger a piece is carried, in cells
const LARGER = 1.35; // than it lies on the board

export class Pointer {
  /** @param {BoardElement} board */
  constructor(board) {
    this.board = board;
    /** @type {{id: string, x: number, y: number, ghost: SVGElement | null, home: string, pointer: number, finger:
     * boolean} | null} */
    this.drag = null;
    /** @type {SVGElement | null} */ this.aim = null;
    /** @type {string | null} */ this.sketched = null; // where the right button was pressed
    const listen = (/** @type {string} */ name, /** @type {(event: any) => void} */ act) =>
      board.svg.addEventListener(name, act, { passive: false });
    listen("pointerdown", (event) => this.down(event));
    listen("pointermove", (event) => this.moved(event));
    listen("pointerup", (event) => this.up(event));
    listen("pointercancel", () => this.drop());
    // A finger on a piece that can move means the piece; anywhere else it may scroll the page.
    listen("touchstart", (event) => {
      const id = this.cellOf(event);
      if (id && event.touches.length === 1 && this.movable(id)) event.preventDefault();
    });
    listen("touchmove", (event) => this.drag?.ghost && event.preventDefault());
    // The right button draws; a finger that rests on a piece carries it.
    listen("contextmenu", (event) => (event.pointerType !== "touch" || this.drag?.finger) && event.preventDefault());
  }

  /** @param {Event} event @returns {string | null} */
  cellOf(event) {
    return /** @type {Element} */ (event.target).closest("[data-cell]")?.getAttribute("data-cell") ?? null;
  }

  /** Can a move begin here? @param {string} id */
  movable(id) {
    const { active, draft, scene } = this.board;
    return active && !draft && (scene?.moves ?? []).some((choice) => choice.path[0] === id);
  }

  /** @param {PointerEvent} event */
  down(event) {
    const id = this.cellOf(event);
    if (event.button === 2) this.sketched = id;
    else this.board.ahead.wipe();
    if (!id || event.button || this.drag) return;
    const { clientX: x, clientY: y, pointerId: pointer } = event;
    this.drag = { id, x, y, ghost: null, home: "", pointer, finger: event.pointerType === "touch" };
    this.board.walked = false;
    this.board.moveFocus(id, false);
  }

  /** @param {PointerEvent} event */
  moved(event) {
    const drag = this.drag;
    if (!drag || drag.pointer !== event.pointerId) return;
    const far = Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > DRAG_PX;
    if (!drag.ghost && far && this.movable(drag.id)) this.lift(drag, event.pointerId);
    if (!drag.ghost) return;
    const { x, y } = this.point(event);
    drag.ghost.setAttribute(
      "transform",
      drag.finger ? `translate(${x},${y - LIFT}) scale(${LARGER})` : `translate(${x},${y})`,
    );
    this.pointAt(this.target(event));
    event.preventDefault();
  }

  /** Take the piece up. @param {NonNullable<Pointer["drag"]>} drag @param {number} pointer */
  lift(drag, pointer) {
    const { board } = this;
    if (board.selected[0] !== drag.id) board.select([drag.id]);
    drag.ghost = board.tops.get(drag.id) ?? null;
    if (!drag.ghost) return;
    drag.home = drag.ghost.getAttribute("transform") ?? "";
    drag.ghost.classList.add("dragged");
    board.layer("front").after(drag.ghost);
    board.svg.setPointerCapture(pointer);
  }

  /** The legal target under a pointer. @param {PointerEvent} event @returns {string | null} */
  target(event) {
    const under = document
      .elementFromPoint(event.clientX, event.clientY)
      ?.closest("[data-cell]")
      ?.getAttribute("data-cell");
    const { board } = this;
    const legal = board.matching().some((choice) => choice.path[board.selected.length] === under);
    return under && legal ? under : null;
  }

  /** Show where the piece would land, wide enough to be seen around a finger. @param {string | null} id */
  pointAt(id) {
    if (this.aim?.dataset.aim === (id ?? undefined)) return;
    this.aim?.remove();
    this.aim = null;
    if (!id) return;
    const { x, y } = this.board.at(id);
    this.aim = s(
      "g",
      { class: "aim", "data-aim": id, transform: `translate(${x},${y})` },
      s("circle", { r: this.drag?.finger ? 1.1 : 0.6 }),
      this.board.outline({ id: "", x: 0, y: 0, kind: "" }),
    );
    this.board.layer("under").append(this.aim);
  }

  /** @param {PointerEvent} event */
  up(event) {
    const { drag, board } = this;
    if (event.button === 2) this.sketch(event);
    if (!drag || drag.pointer !== event.pointerId) return;
    if (!drag.ghost) {
      this.drag = null;
      if (this.cellOf(event) === drag.id) board.press(drag.id);
      return;
    }
    const goal = this.target(event);
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-cell]");
    const id = goal ?? under?.getAttribute("data-cell");
    if (goal) {
      const { x, y } = board.at(goal);
      drag.home = `translate(${x},${y})`;
    }
    this.drop();
    board.dropped = !!goal;
    if (id && id !== drag.id) board.press(id);
  }

  /** The right button was let go: an arrow from where it was pressed, or a ring; one on a planned move takes that back.
   * @param {PointerEvent} event */
  sketch(event) {
    const { board, sketched: from } = this;
    this.sketched = null;
    const to = document
      .elementFromPoint(event.clientX, event.clientY)
      ?.closest("[data-cell]")
      ?.getAttribute("data-cell");
    if (!from || !to || !board.contains(event.target instanceof Node ? event.target : null)) return;
    if (from === to && board.ahead.path.length) {
      board.ahead.path = [];
      board.refresh();
    } else board.ahead.sketch(from, to, event.shiftKey ? "second" : "first");
  }

  /** Let go: what was carried lies where it came from, or where it was put. */
  drop() {
    const ghost = this.drag?.ghost;
    if (ghost && this.drag) {
      ghost.classList.remove("dragged");
      ghost.setAttribute("transform", this.drag.home);
      this.board.layer("pieces").append(ghost);
    }
    this.pointAt(null);
    this.drag = null;
  }

  /** Where a pointer is on the board. @param {PointerEvent} event */
  point(event) {
    const matrix = /** @type {SVGSVGElement} */ (this.board.svg).getScreenCTM();
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix?.inverse());
  }
}
