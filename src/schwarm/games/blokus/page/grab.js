/** Pointers, wheel and keys on a board of Blokus: they carry a piece out of the tray, over the board, and back. */

import { h, s } from "/static/shared/dom.js";
import { calm } from "/static/shared/settings.js";
import { laidAt, nameOf } from "./pieces.js";
import { drawTile } from "./tiles.js";

/** @typedef {import("./pieces.js").Square} Square */

const WHEEL = 40; // pixels of a wheel that turn a piece
const ABOVE = 2; // squares that a carried piece is above the finger
const STILL = 9; // pixels that a finger may move and still only taps
const STILL_MOUSE = 4;
const BESIDE = 1.5; // squares around the board that still mean it
const HOME_MS = 160;
// What a click may mean without putting the piece back.
const CONTROLS = "button, a, input, select, textarea, summary, label, dialog, .laying, .toast";

export class Grab {
  /** @param {import("./board.js").BlokusBoard} board */
  constructor(board) {
    this.board = board;
    this.wheeled = 0;
    /** @type {{kind: string, x: number, y: number, pointer: number, finger: boolean, on: boolean} | null} */
    this.drag = null; // from the tray
    this.dropped = false; // the click that ends a drag means nothing
    /** @type {{x: number, y: number} | null} */ this.at = null; // of the pointer that carries, in the window
    this.carried = h("div", { class: "carried", "aria-hidden": "true" });
    this.ended = new AbortController();
  }

  get hand() {
    return this.board.hand;
  }

  listen() {
    const { board, hand } = this;
    const { svg } = board;
    this.ended = new AbortController();
    const { signal } = this.ended;
    const on = (
      /** @type {EventTarget} */ place,
      /** @type {string} */ name,
      /** @type {(event: any) => void} */ act,
    ) => place.addEventListener(name, act, { signal, passive: false });
    on(svg, "pointerdown", (event) => (hand.finger = event.pointerType === "touch"));
    on(svg, "pointermove", (event) => this.hover(event));
    on(svg, "pointerup", (event) => this.lift(event));
    on(svg, "pointerleave", () => this.leave());
    on(svg, "wheel", (event) => this.wheel(event));
    on(svg, "contextmenu", (event) => {
      if (!hand.hold) return;
      event.preventDefault();
      hand.flip();
    });
    on(document, "pointermove", (event) => this.moved(event));
    on(document, "pointerup", (event) => this.up(event));
    on(document, "pointercancel", (event) => event.pointerId === this.drag?.pointer && this.cancel());
    on(document, "pointerdown", (event) => this.beside(event));
    on(document, "keydown", (event) => this.key(event));
  }

  /** Where a pointer holds the piece, in squares of the board. @param {PointerEvent} event @returns {Square} */
  spotOf(event) {
    const { board } = this;
    const { x, y } = board.pointer.point(event);
    const origin = board.at("A0");
    const [across, down] = [x - origin.x, y - origin.y - (event.pointerType === "touch" ? ABOVE : 0)];
    return board.turned ? [-across, -down] : [across, down];
  }

  /** Is a spot on the board, or beside it? @param {Square} spot */
  onBoard(spot) {
    const { last } = this.board.places;
    return spot.every((value) => value >= -BESIDE && value <= last + BESIDE);
  }

  // --- over the board ------------------------------------------------------------------------------------
  /** @param {PointerEvent} event */
  hover(event) {
    const { board, hand } = this;
    if (!board.mode || !hand.hold || this.drag?.on) return;
    const finger = event.pointerType === "touch";
    const { drag } = board.pointer;
    if (finger && drag?.pointer !== event.pointerId) return;
    const near = drag && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < STILL;
    if (finger && near && !hand.pinned) return;
    hand.finger = finger;
    hand.pinned = finger;
    if (finger) event.preventDefault();
    this.carry(event);
  }

  /** The piece goes with a pointer. @param {PointerEvent} event */
  carry(event) {
    const spot = this.spotOf(event);
    this.at = { x: event.clientX, y: event.clientY };
    if (event.pointerType === "touch") this.at.y -= ABOVE * this.unit;
    this.hand.reach(this.onBoard(spot) ? spot : null);
    this.paint();
  }

  /** A finger lets go of the piece: it stays where it is. @param {PointerEvent} event */
  lift(event) {
    const { hand } = this;
    if (event.pointerType !== "touch" || !hand.pinned || !hand.aim) return;
    this.at = null;
    hand.spot = hand.aim;
    this.paint();
  }

  leave() {
    const { hand } = this;
    if (hand.pinned || hand.finger || this.drag?.on) return;
    this.at = null;
    hand.reach(null);
    this.paint();
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    const { board, hand } = this;
    if (!hand.hold || !board.mode || event.ctrlKey) return;
    event.preventDefault();
    this.wheeled += event.deltaY || event.deltaX;
    if (Math.abs(this.wheeled) < WHEEL) return;
    hand.turn(Math.sign(this.wheeled));
    this.wheeled = 0;
  }

  // --- out of the tray -----------------------------------------------------------------------------------
  /** A piece of the tray was pressed. @param {PointerEvent} event @param {string} kind */
  press(event, kind) {
    const finger = event.pointerType === "touch";
    this.hand.finger = finger;
    this.dropped = false;
    if (event.button || !this.board.mode) return;
    this.drag = { kind, x: event.clientX, y: event.clientY, pointer: event.pointerId, finger, on: false };
  }

  /** @param {PointerEvent} event */
  moved(event) {
    const { board, drag, hand } = this;
    if (drag?.pointer !== event.pointerId) return;
    if (!drag.on) {
      const far = Math.hypot(event.clientX - drag.x, event.clientY - drag.y);
      if (far < (drag.finger ? STILL : STILL_MOUSE)) return;
      drag.on = true;
      hand.spot = hand.aim = null;
      hand.grasp(drag.kind);
      board.classList.add("carrying");
      board.held();
    }
    event.preventDefault();
    this.carry(event);
  }

  /** The piece is let go: it lies where it may, goes on in hand over the board, or back to the tray.
   * @param {PointerEvent} event */
  up(event) {
    const { drag, hand } = this;
    if (drag?.pointer !== event.pointerId) return;
    this.end();
    if (!drag.on) return; // the click that follows takes it
    this.dropped = true;
    setTimeout(() => (this.dropped = false));
    const under = document.elementFromPoint(event.clientX, event.clientY);
    if (!hand.aim || (!drag.finger && under?.closest(".trays"))) return this.home();
    if (!drag.finger) {
      if (hand.move) hand.lay();
      return;
    }
    hand.pinned = true;
    this.at = null;
    hand.spot = hand.aim;
    this.paint();
  }

  /** The browser took the finger for something else. */
  cancel() {
    const on = this.drag?.on;
    this.end();
    if (on) this.home();
  }

  end() {
    this.drag = null;
    this.board.classList.remove("carrying");
  }

  /** The piece goes back to the tray, and is seen to do so. */
  home() {
    const { board, hand, carried } = this;
    const tile = board.querySelector(`.rack [data-piece="${hand.hold?.kind}"]`)?.getBoundingClientRect();
    const from = this.at;
    hand.release();
    if (!tile || !from || calm() || !carried.firstChild) return this.paint();
    const [x, y] = [tile.x + tile.width / 2 - from.x, tile.y + tile.height / 2 - from.y];
    carried.hidden = false;
    const { transform } = carried.style;
    const flight = carried.animate(
      [{ transform }, { transform: `translate(${x}px, ${y}px) ${transform} scale(0.5)`, opacity: 0.4 }],
      { duration: HOME_MS, easing: "ease-in" },
    );
    this.at = null;
    flight.onfinish = () => this.paint();
  }

  /** A click beside the board puts the piece back. @param {PointerEvent} event */
  beside(event) {
    const { board, hand } = this;
    const target = /** @type {Element} */ (event.target);
    if (hand.hold && !board.svg.contains(target) && !target.closest(CONTROLS)) this.home();
  }

  // --- what is seen of it ----------------------------------------------------------------------------------
  /** Pixels of a square. */
  get unit() {
    return /** @type {SVGSVGElement} */ (this.board.svg).getScreenCTM()?.a ?? 1;
  }

  /** Draw the piece under the pointer, unless it has snapped to its place on the board. */
  paint() {
    const { at, board, carried, hand } = this;
    const shown = !!at && !!hand.hold && !hand.move;
    carried.hidden = !shown;
    if (!shown || !hand.hold || !at) return;
    if (!carried.isConnected) board.append(carried);
    const places = laidAt(hand.hold, [0, 0]).map(([x, y]) => (board.turned ? { x: -x, y: -y } : { x, y }));
    const piece = s("svg", { class: `tile-piece ${board.handColour}`, viewBox: "-.5 -.5 1 1" });
    piece.append(...drawTile(board.handColour, places));
    carried.replaceChildren(piece);
    carried.style.width = carried.style.height = `${this.unit}px`;
    carried.style.transform = `translate(${at.x}px, ${at.y}px) translate(-50%, -50%)`;
  }

  // --- keys ----------------------------------------------------------------------------------------------
  /** Keys that turn, flip and put back, wherever the focus is. @param {KeyboardEvent} event */
  key(event) {
    const { board, hand } = this;
    const typing = /** @type {Element | null} */ (event.target)?.closest?.("input, textarea, select, dialog");
    if (typing || event.ctrlKey || event.metaKey || event.altKey || !board.mode || !hand.hold) return;
    const key = event.key.toLowerCase();
    if (key === "r") hand.turn(event.shiftKey ? -1 : 1);
    else if (key === "f") hand.flip();
    else if (key === "escape") this.home();
    else if (key === "n") {
      const next = hand.next();
      if (next) board.moveFocus(nameOf(next), true);
    } else return;
    event.preventDefault();
  }
}
