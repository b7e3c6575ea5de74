/**
 * The hand that holds a piece of Blokus: which piece, how it is turned, and where it is. It snaps to the nearest place
 * where it may lie. Nothing here draws, and where a pointer is, grab.js says.
 */

import { laidAt, keyOf, nameOf, pieceAt, readMove, shapeOf, squareOf } from "./pieces.js";

/** @typedef {import("./pieces.js").Square} Square */
/** @typedef {import("./pieces.js").Hold} Hold */

export const NEAR = 1.5; // squares that a mouse may be off
const NEAR_FINGER = 2.3;
const EXACT = 0.5; // a key means the very square
const SAME_SPOT = 1; // squares by which a click may differ from where the piece was held before

export class Hand {
  /** @param {import("./board.js").BlokusBoard} board */
  constructor(board) {
    this.board = board;
    /** @type {Hold | null} */ this.hold = null;
    /** @type {Square | null} */ this.spot = null; // where the grip of the piece is wished, between squares as well
    /** @type {Square | null} */ this.aim = null; // where it would lie
    this.pinned = false; // has a finger, or a hint, put it there?
    this.finger = false;
    /** @type {{spot: string, kind: string, all: Hold[], at: number} | null} */ this.round = null; // of turns
  }

  get near() {
    return this.finger ? NEAR_FINGER : NEAR;
  }

  /** The squares that the piece would cover. @returns {Square[]} */
  get squares() {
    return this.hold && this.aim ? laidAt(this.hold, this.aim) : [];
  }

  /** The move that lays the piece where it is. */
  get move() {
    return this.aim ? this.board.places.move(this.squares) : undefined;
  }

  /** Take a piece from the tray; the one that is held is turned.
   * @param {string} kind @param {boolean} [keys] by the keyboard? */
  take(kind, keys = false) {
    const { board } = this;
    if (!board.mode) return;
    if (this.hold?.kind === kind && !keys) return this.turn(1);
    this.grasp(kind);
    if (this.finger || keys || this.spot) this.settle(this.spot ?? board.places.anyCorner());
    board.held();
    if (keys && this.aim) board.moveFocus(nameOf(this.aim), true);
  }

  /** Have a piece in hand, turned so that it fits somewhere. @param {string} kind */
  grasp(kind) {
    const { places } = this.board;
    places.prepare(kind);
    if (this.hold?.kind !== kind) this.hold = places.fitting({ kind, turn: 0, flip: false });
    this.pinned = false;
    this.round = null;
  }

  /** Put the piece at the legal place that is nearest to a spot, however far. @param {Square} spot */
  settle(spot) {
    if (!this.hold) return;
    this.spot = this.aim = this.board.places.nearest(this.hold, spot, Infinity) ?? this.inside(spot);
  }

  /** Move the piece; it snaps to a legal place nearby. @param {Square | null} spot @param {number} [most] squares */
  reach(spot, most = this.near) {
    this.spot = spot;
    const { hold, aim } = this;
    if (!hold) return;
    const to = spot && (this.board.places.nearest(hold, spot, most) ?? this.inside(spot));
    if (String(to) === String(aim)) return;
    this.aim = to;
    this.board.moved();
  }

  /** @param {Square} spot a key is on @returns {void} */
  reachExactly(spot) {
    this.reach(spot, EXACT);
  }

  /** @param {Square} spot @returns {Square} */
  inside(spot) {
    const [x, y] = spot;
    return this.hold ? this.board.places.inside(this.hold, [Math.round(x), Math.round(y)]) : spot;
  }

  /** Turn by a quarter; where the piece would fit when turned, or as a last resort flipped, it does so first.
   * @param {number} way 1 clockwise, -1 the other way */
  turn(way) {
    const { hold, spot } = this;
    if (!hold) return;
    const here = String(spot?.map(Math.round));
    if (this.round?.spot !== here || this.round.kind !== hold.kind)
      this.round = { spot: here, kind: hold.kind, all: this.turnsHere(hold), at: 0 };
    const { round } = this;
    round.at = (round.at + way + round.all.length) % round.all.length;
    this.change(/** @type {Hold} */ (round.all[round.at]));
  }

  /** The turns of a piece, those that fit where it is first. @param {Hold} hold @returns {Hold[]} */
  turnsHere(hold) {
    const { places } = this.board;
    const quarters = (/** @type {boolean} */ flip) =>
      // A flipped piece is turned first and flipped then: to the eye it turns the other way.
      [0, 1, 2, 3].map((by) => ({ ...hold, turn: (hold.turn + (flip ? 4 - by : by)) % 4, flip }));
    const [, ...others] = quarters(hold.flip);
    const alike = (/** @type {Hold} */ one) => keyOf(shapeOf(one));
    const here = [hold, ...others, ...quarters(!hold.flip)].filter(
      (one, i, all) => all.findIndex((other) => alike(other) === alike(one)) === i,
    );
    const fits = (/** @type {Hold} */ one) => !!this.spot && !!places.nearest(one, this.spot, this.near);
    const fitting = here.slice(1).filter(fits);
    return [hold, ...fitting, ...others.filter((one) => !fitting.some((other) => alike(other) === alike(one)))];
  }

  /** Flip the piece. */
  flip() {
    if (!this.hold) return;
    this.round = null;
    this.change({ ...this.hold, flip: !this.hold.flip });
  }

  /** @param {Hold} hold */
  change(hold) {
    this.hold = hold;
    if (this.spot) {
      this.aim = this.board.places.nearest(hold, this.spot, this.near) ?? this.inside(this.spot);
      if (this.pinned) this.spot = this.aim;
    }
    this.board.held();
  }

  /** Put the piece back. */
  release() {
    this.hold = this.spot = this.aim = this.round = null;
    this.pinned = false;
    this.board.held();
  }

  /** Have a piece in hand where it covers these squares. @param {Square[]} squares @returns {boolean} */
  present(squares) {
    const { board } = this;
    const move = board.places.move(squares);
    const found = pieceAt(squares);
    if (!move || !found) return false;
    this.hold = readMove(move)?.hold ?? found.hold;
    this.spot = this.aim = found.aim;
    this.round = null;
    this.pinned = true;
    board.held();
    return true;
  }

  /** Take the largest piece that may cover a square. @param {string} id @returns {boolean} */
  pick(id) {
    const best = this.board.places.covering(id);
    if (!best) return false;
    this.hold = best.hold;
    this.spot = this.aim = best.aim;
    this.round = null;
    this.pinned = this.finger;
    this.board.held();
    return true;
  }

  /** A square was pressed: lay the piece there, or take one that fits there. @param {string} id */
  press(id) {
    const at = squareOf(id);
    if (!this.hold) {
      if (!this.pick(id)) this.board.tell();
      return;
    }
    if (this.finger) {
      if (this.pinned && this.squares.some((square) => String(square) === String(at))) return this.lay();
      this.pinned = true;
      return this.reach(at);
    }
    const { spot } = this;
    if (!spot || Math.hypot(spot[0] - at[0], spot[1] - at[1]) > SAME_SPOT) this.reach(at);
    this.lay();
  }

  /** Lay the piece where it is. */
  lay() {
    const { board, squares, move } = this;
    const path = squares.map(nameOf);
    if (!this.hold || !this.aim || !board.mode) return;
    if (move) {
      const colour = board.handColour;
      this.release();
      board.laid(move, path, colour);
    } else if (board.mode === "play" && board.why(squares) !== "R5a") board.emit("attempt", { path });
  }

  /** Another position is shown: what is held stays if it can still be laid. @param {string} colour it had */
  shown(colour) {
    const { board, hold } = this;
    if (!hold) return;
    const stays = board.mode && board.handColour === colour && board.handOf(colour).includes(hold.kind);
    if (!stays) return this.release();
    board.places.prepare(hold.kind);
    this.round = null;
    if (this.spot) this.aim = board.places.nearest(hold, this.spot, this.near) ?? this.inside(this.spot);
  }

  /** The next place where the piece may lie as it is turned. @returns {Square | undefined} */
  next() {
    const all = this.hold ? this.board.places.grips(this.hold) : [];
    const here = all.findIndex((square) => String(square) === String(this.aim));
    return all[(here + 1) % all.length];
  }
}
