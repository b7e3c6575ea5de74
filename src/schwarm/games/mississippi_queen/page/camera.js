/** What is seen of a long board: a frame that follows what matters, until somebody looks elsewhere. */

import { ARROWS, s } from "/static/shared/dom.js";
import { calm } from "/static/shared/settings.js";

/** @typedef {import("./board.js").RiverBoard} RiverBoard */
/** @typedef {{x: number, y: number}} Point */
/** @typedef {{x: number, y: number, wide: number}} Frame the middle, and how many cells are side by side */
/** @typedef {{width: number, height: number, right: number, above: number}} Room on the screen; what lies beside and
 * above it */

const CLOSEST_PX = 88; // a cell's width at most
const FOLLOWED_PX = 34; // and at least while the camera follows
const EDGE = 1.3; // around what must be seen, in cells
const INSIDE = 0.8; // so far from the edge a cell is seen well
const EDGE_PX = 22; // from the edge to the arrow that leads to a ship
const TRIP_MS = 550;
const DRAG_PX = 7;
const ZOOM = 1.35;
const STEP = 0.22; // of the frame, for one key
const BEYOND = 2.5; // how far one may look past the river

export class Camera {
  /** @param {RiverBoard} board */
  constructor(board) {
    this.board = board;
    /** @type {Frame} */ this.now = { x: 0, y: 0, wide: 0 };
    /** @type {Frame} */ this.goal = this.now;
    this.following = true;
    this.trip = 0;
    /** @type {Map<number, Point>} */ this.fingers = new Map();
    this.panning = false;
    const listen = (/** @type {string} */ name, /** @type {(event: any) => void} */ act) =>
      board.svg.addEventListener(name, act, { passive: false });
    listen("pointerdown", (event) => this.down(event));
    listen("pointermove", (event) => this.moved(event));
    for (const name of ["pointerup", "pointercancel"]) listen(name, (event) => this.up(event));
    listen("wheel", (event) => this.wheel(event));
    new ResizeObserver(() => this.fit()).observe(board.svg);
  }

  /** The board's size on the screen. */
  get size() {
    const { clientWidth: width, clientHeight: height } = this.board.svg;
    return { width, height: height || 1 };
  }

  // --- where to look -------------------------------------------------------------------------------------
  /** Show all of these, the first above all if there are too many. @param {Point[]} points */
  follow(points) {
    this.following = true;
    this.wanted = points;
    this.fit(true);
    this.board.chart?.paint();
  }

  /** Are all of these well inside the frame, and clear of the map? Then it need not move. @param {Point[]} points */
  holds(points) {
    const { x, y, wide } = this.goal;
    const cell = this.size.width / wide;
    const tall = this.size.height / cell;
    const { width, height } = this.board.chart?.covers ?? { width: 0, height: 0 };
    return points.every((p) => {
      const [left, top] = [p.x - x + wide / 2, p.y - y + tall / 2];
      const hidden = left > wide - width / cell - INSIDE && top < height / cell + INSIDE;
      return !hidden && left > INSIDE && left < wide - INSIDE && top > INSIDE && top < tall - INSIDE;
    });
  }

  /** Look at what is wanted anew, after a change of it or of the size. @param {boolean} [smooth] */
  fit(smooth = false) {
    const { width, height } = this.size;
    if (!width) return;
    if (!this.following) return this.look({ ...this.goal }, false);
    this.look(this.around(this.wanted ?? [], width / FOLLOWED_PX), smooth && this.now.wide > 0);
    if (height < 2) this.board.chart?.paint();
  }

  /** A frame around points, which the map in its corner does not hide.
   * @param {Point[]} points @param {number} widest @returns {Frame} */
  around(points, widest) {
    const { width } = this.size;
    let kept = points;
    for (;;) {
      const xs = kept.map((p) => p.x);
      const ys = kept.map((p) => p.y);
      const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
      const needed = (/** @type {Room} */ room) =>
        Math.max(((right - left + 2 * EDGE) * width) / room.width, ((bottom - top + 2 * EDGE) * width) / room.height);
      const room = this.rooms().reduce((best, one) => (needed(one) < needed(best) ? one : best));
      if (needed(room) <= widest || kept.length < 2) {
        const wide = Math.max(width / CLOSEST_PX, Math.min(needed(room), widest));
        const cell = width / wide;
        return { x: (left + right) / 2 + room.right / 2 / cell, y: (top + bottom) / 2 - room.above / 2 / cell, wide };
      }
      kept = kept.slice(0, -1);
    }
  }

  /** The parts of the board that the map leaves free: beside it, or below it. @returns {Room[]} */
  rooms() {
    const { width, height } = this.size;
    const { width: wide, height: tall } = this.board.chart?.covers ?? { width: 0, height: 0 };
    return [
      { width: Math.max(1, width - wide), height, right: wide, above: 0 },
      { width, height: Math.max(1, height - tall), right: 0, above: tall },
    ];
  }

  /** The whole river. */
  all() {
    this.following = false;
    this.look(this.around(this.board.known(), Infinity), true);
  }

  /** Zoom around a point of the screen, or the middle.
   * @param {number} factor @param {Point} [at] @returns {boolean} was there anything to do? */
  zoom(factor, at) {
    const wide = this.limited(this.goal.wide / factor);
    if (Math.abs(wide - this.goal.wide) < 0.001) return false;
    const fixed = at ? this.place(at) : this.goal;
    const share = wide / this.goal.wide;
    this.following = false;
    this.look(
      { x: fixed.x + (this.goal.x - fixed.x) * share, y: fixed.y + (this.goal.y - fixed.y) * share, wide },
      !at,
    );
    return true;
  }

  /** @param {number} dx @param {number} dy in cells @param {boolean} smooth */
  shift(dx, dy, smooth) {
    this.following = false;
    this.look({ x: this.goal.x + dx, y: this.goal.y + dy, wide: this.goal.wide }, smooth);
  }

  /** See to it that a cell is inside the frame. @param {Point} cell */
  reveal(cell) {
    const { x, y, wide } = this.goal;
    const tall = (wide * this.size.height) / this.size.width;
    const over = (/** @type {number} */ off, /** @type {number} */ room) =>
      Math.sign(off) * Math.max(0, Math.abs(off) - Math.max(0, room / 2 - 0.9));
    const [dx, dy] = [over(cell.x - x, wide), over(cell.y - y, tall)];
    if (dx || dy) this.shift(dx, dy, true);
  }

  /** @param {number} wide */
  limited(wide) {
    const { width } = this.size;
    const whole = this.around(this.board.known(), Infinity).wide * 1.15;
    return Math.min(Math.max(wide, width / CLOSEST_PX), Math.max(whole, width / FOLLOWED_PX));
  }

  /** Go there. @param {Frame} goal @param {boolean} smooth */
  look(goal, smooth) {
    const known = this.board.known();
    const clamp = (/** @type {number} */ value, /** @type {number[]} */ among) =>
      Math.min(Math.max(value, Math.min(...among) - BEYOND), Math.max(...among) + BEYOND);
    this.goal = {
      x: clamp(
        goal.x,
        known.map((p) => p.x),
      ),
      y: clamp(
        goal.y,
        known.map((p) => p.y),
      ),
      wide: goal.wide,
    };
    cancelAnimationFrame(this.trip);
    if (!smooth || calm() || !this.now.wide) this.set(this.goal);
    else {
      const [from, to, begun] = [this.now, this.goal, performance.now()];
      const step = (/** @type {number} */ time) => {
        const share = Math.min(1, Math.max(0, (time - begun) / TRIP_MS));
        const eased = share < 0.5 ? 2 * share * share : 1 - 2 * (1 - share) * (1 - share);
        const mix = (/** @type {number} */ a, /** @type {number} */ b) => a + (b - a) * eased;
        this.set({ x: mix(from.x, to.x), y: mix(from.y, to.y), wide: mix(from.wide, to.wide) });
        if (share < 1) this.trip = requestAnimationFrame(step);
      };
      this.trip = requestAnimationFrame(step);
    }
  }

  /** @param {Frame} frame */
  set(frame) {
    const { width, height } = this.size;
    const tall = (frame.wide * height) / width;
    this.now = frame;
    const box = [frame.x - frame.wide / 2, frame.y - tall / 2, frame.wide, tall];
    this.board.look(box);
    this.board.dataset.camera = this.following ? "ships" : "free";
    this.board.chart?.frame(/** @type {[number, number, number, number]} */ (box));
    this.pointOut(box);
    this.board.tip?.remove();
  }

  /** An arrow at the edge for each ship that is out of the picture; it leads there. @param {number[]} box */
  pointOut([left = 0, top = 0, wide = 0, tall = 0]) {
    const { board, size } = this;
    const away = [];
    for (const ship of board.scene?.board.pieces ?? []) {
      if (!ship.side || !board.cells.has(ship.cell)) continue;
      const cell = board.at(ship.cell);
      const [dx, dy] = [cell.x - left - wide / 2, cell.y - top - tall / 2];
      const over = Math.max(Math.abs(dx) / (wide / 2), Math.abs(dy) / (tall / 2));
      if (over < 1) continue;
      // Where the line to the ship leaves the picture, clear of its edges.
      const unit = size.width / wide;
      const near = (/** @type {number} */ way, /** @type {number} */ room) =>
        Math.min(Math.max(room / 2 + (unit * way) / over, EDGE_PX), room - EDGE_PX);
      const sign = s(
        "svg",
        { class: `ship-away ${ship.side}`, viewBox: "-12 -12 24 24", "aria-hidden": "true" },
        s("path", { d: "M-5-7L9 0-5 7-2 0z", transform: `rotate(${(180 / Math.PI) * Math.atan2(dy, dx)})` }),
      );
      sign.style.left = `${near(dx, size.width)}px`;
      sign.style.top = `${near(dy, size.height)}px`;
      sign.addEventListener("click", () => this.shift(cell.x - this.goal.x, cell.y - this.goal.y, true));
      away.push(sign);
    }
    board.away.replaceChildren(...away);
  }

  /** The place of the board under a point of the screen. @param {Point} at @returns {Point} */
  place(at) {
    const { left, top } = this.board.svg.getBoundingClientRect();
    const { width, height } = this.size;
    const unit = this.goal.wide / width;
    return { x: this.goal.x + (at.x - left - width / 2) * unit, y: this.goal.y + (at.y - top - height / 2) * unit };
  }

  // --- by hand -------------------------------------------------------------------------------------------
  /** @param {PointerEvent} event */
  down(event) {
    if (event.button) return;
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.begun = { x: event.clientX, y: event.clientY };
  }

  /** @param {PointerEvent} event */
  moved(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const here = { x: event.clientX, y: event.clientY };
    const begun = this.begun ?? here;
    if (!this.panning && Math.hypot(here.x - begun.x, here.y - begun.y) <= DRAG_PX) return;
    if (!this.panning) {
      this.panning = true;
      this.board.pointer.drop(); // this is no click
      this.board.svg.setPointerCapture(event.pointerId);
    }
    const others = [...this.fingers].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
    this.fingers.set(event.pointerId, here);
    const unit = this.goal.wide / this.size.width;
    if (!others[0]) this.shift((before.x - here.x) * unit, (before.y - here.y) * unit, false);
    else {
      const other = others[0];
      const apart = (/** @type {Point} */ one) => Math.hypot(one.x - other.x, one.y - other.y) || 1;
      // What was between the fingers stays between them, wherever they go together.
      this.shift(((before.x - here.x) / 2) * unit, ((before.y - here.y) / 2) * unit, false);
      this.zoom(apart(here) / apart(before), { x: (here.x + other.x) / 2, y: (here.y + other.y) / 2 });
    }
    event.preventDefault();
  }

  /** @param {PointerEvent} event */
  up(event) {
    this.fingers.delete(event.pointerId);
    if (!this.fingers.size) this.panning = false;
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    const factor = Math.min(1.25, Math.max(0.8, Math.exp(-event.deltaY / 400)));
    if (this.zoom(factor, { x: event.clientX, y: event.clientY })) event.preventDefault();
  }

  /** @param {KeyboardEvent} event @returns {boolean} was it meant for the camera? */
  key(event) {
    const way = ARROWS[event.key];
    if (way && event.shiftKey) this.shift(way[0] * STEP * this.goal.wide, way[1] * STEP * this.goal.wide, true);
    else if (event.key === "+" || event.key === "=") this.zoom(ZOOM);
    else if (event.key === "-") this.zoom(1 / ZOOM);
    else if (event.key === "0") this.board.followShips();
    else return false;
    return true;
  }
}
