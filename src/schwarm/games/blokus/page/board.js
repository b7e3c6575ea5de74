/**
 * Blokus: whole pieces of four colours, the corners where the colour to move may go on, and the piece that is
 * held, as a ghost under the pointer, the finger or the keyboard's focus: green where it may lie, red with the
 * reason where not. Which places are legal the server says; the reason is only the sentence beside the ghost.
 */

import { s, h } from "/static/shared/dom.js";
import { PLAIN } from "/static/boards/drawing.js";
import { layClear } from "/static/boards/overlay.js";
import { SquareBoard } from "/static/boards/square-board.js";
import { keysOfGames } from "/static/shared/keys-dialog.js";
import { calm } from "/static/shared/settings.js";
import { t } from "/static/shared/texts.js";
import { Hand } from "./hand.js";
import { COLOURS, grip, joined, laidAt, nameOf, outlineOf, squareOf } from "./pieces.js";
import { Places } from "./places.js";
import { drawTile } from "./tiles.js";
import { Trays } from "./trays.js";

/** @typedef {import("/static/types").Cell} Cell */
/** @typedef {import("/static/types").Scene} Scene */
/** @typedef {import("./pieces.js").Square} Square */
/** @typedef {import("./pieces.js").Hold} Hold */

const DROP_MS = 420;
const NEAR = 2.3; // squares that a finger may be off

/** @param {Scene | null} scene @returns {string} the position's text; pictures in texts have none */
const positionOf = (scene) => /** @type {{position?: string}} */ (scene ?? {}).position ?? "";

/** @param {Scene | null} scene @returns {Record<string, unknown>} the game's options */
const optionsOf = (scene) => /** @type {{options?: Record<string, unknown>}} */ (scene ?? {}).options ?? {};

/** A piece of squares. @param {string} colour
 * @param {{x: number, y: number}[]} places @param {string} [more] classes @returns {SVGElement} */
function drawSquares(colour, places, more = "") {
  return s("g", { class: `tile-piece ${colour} ${more}` }, ...drawTile(colour, places));
}

export class BlokusBoard extends SquareBoard {
  constructor() {
    super();
    /** @type {Hold | null} */ this.hold = null;
    /** @type {Square | null} */ this.aim = null; // where the grip of the held piece is
    this.pinned = false; // has a finger put it there?
    this.finger = false;
    this.places = new Places(null);
    /** @type {HTMLElement | null} */ this.tip = null;
    /** @type {Trays | null} */ this.trays = null;
    this.hand = new Hand(this);
    this.keys = (/** @type {KeyboardEvent} */ event) => this.hand.key(event);
  }

  /** @override */
  connectedCallback() {
    super.connectedCallback();
    if (this.trays || !this.closest(".stage")) return; // a picture in a text has no trays
    this.trays = new Trays(this);
    this.hand.listen();
    document.addEventListener("keydown", this.keys);
  }

  disconnectedCallback() {
    document.removeEventListener("keydown", this.keys);
  }

  // --- what is known of the position ---------------------------------------------------------------------
  /** @override @param {Scene} scene @param {{mine?: string[], animate?: boolean}} [how] */
  show(scene, how = {}) {
    const same = this.active && positionOf(this.scene) === positionOf(scene);
    if (!same) this.hold = this.aim = null;
    this.pinned &&= same;
    this.places = new Places(scene);
    super.show(scene, how);
    const [only, second] = this.places.kinds.keys();
    if (this.active && !this.hold && only && !second) this.take(only);
    else this.held();
    return how.animate && scene.last?.created.length && !calm() ? this.drop() : 0;
  }

  /** @override The pieces in the trays turn with the board. @param {boolean} on */
  turn(on) {
    super.turn(on);
    if (this.scene) this.trays?.show();
  }

  /** The fields of the position's text. @returns {string[]} */
  get fields() {
    const text = positionOf(this.scene);
    return text ? text.split(" ") : [];
  }

  /** Colours in the game. */
  get colours() {
    return COLOURS.slice(0, (this.fields[3] ?? "///").split("/").length);
  }

  /** The colour to move. */
  get colour() {
    const { colours } = this;
    return colours[Number(this.fields[1] ?? 0) % colours.length] ?? "blue";
  }

  // --- drawing -------------------------------------------------------------------------------------------
  /** @override @param {Cell} cell @returns {SVGElement} */
  outline(cell) {
    return s("rect", { class: `shape ${cell.kind}`, x: -0.5, y: -0.5, width: 1, height: 1 });
  }

  /** @override @returns {SVGElement[]} */
  scenery() {
    const cells = [...this.cells.values()];
    const [xs, ys] = [cells.map(({ x }) => x), cells.map(({ y }) => y)];
    const box = { x: Math.min(...xs) - 0.5, y: Math.min(...ys) - 0.5 };
    const size = { width: Math.max(...xs) + 0.5 - box.x, height: Math.max(...ys) + 0.5 - box.y };
    const frame = { x: box.x - 0.6, y: box.y - 0.6, width: size.width + 1.2, height: size.height + 1.2, rx: 0.45 };
    return [s("rect", { class: "tray-frame", ...frame }), s("rect", { class: "tray-floor", ...box, ...size })];
  }

  /** @override Letters and numbers in the frame, every other one. @param {Cell[]} cells @returns {SVGElement[]} */
  rim(cells) {
    const left = Math.min(...cells.map(({ x }) => x));
    const bottom = Math.max(...cells.map(({ y }) => y));
    const letter = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ text) =>
      s("text", { class: "edge", "aria-hidden": "true", x, y }, text);
    return cells.flatMap((cell) => [
      ...(cell.x === left ? [letter(cell.x - 0.8, cell.y + 0.13, cell.id.slice(1))] : []),
      ...(cell.y === bottom ? [letter(cell.x, cell.y + 0.93, cell.id.slice(0, 1))] : []),
    ]);
  }

  /** @override */
  drawPosition() {
    const { board, last } = /** @type {Scene} */ (this.scene);
    const colours = [...new Set(board.pieces.map((piece) => piece.kind))];
    const fresh = new Set(last?.created ?? []);
    const pieces = colours.flatMap((colour) => {
      const own = board.pieces.filter((piece) => piece.kind === colour && this.cells.has(piece.cell));
      return joined(own.map((piece) => squareOf(piece.cell))).map((squares) => {
        const names = squares.map(nameOf);
        return drawSquares(
          colour,
          names.map((name) => this.at(name)),
          names.some((name) => fresh.has(name)) ? "fresh" : "",
        );
      });
    });
    this.tops.clear();
    this.layer("pieces").replaceChildren(...pieces);
    this.layer("marks").replaceChildren(
      ...board.marks
        .filter((mark) => this.cells.has(mark.cell))
        .map((mark) => {
          const { x, y } = this.at(mark.cell);
          const sign = mark.kind === "corner" ? s("circle", { r: 0.17 }) : this.outline(PLAIN);
          return s("g", { class: `mark ${mark.kind} ${mark.note ?? ""}`, transform: `translate(${x},${y})` }, sign);
        }),
    );
    const places = [...fresh].filter((name) => this.cells.has(name)).map((name) => this.at(name));
    this.layer("latest").replaceChildren(
      ...(places.length
        ? [s("path", { class: "latest-piece", "data-latest": last?.created[0], d: outlineOf(places).line })]
        : []),
    );
  }

  /** The last piece comes down on the board. @returns {number} */
  drop() {
    for (const piece of this.layer("pieces").querySelectorAll(".fresh"))
      piece.animate(
        [
          { transform: "translateY(-1.2px) scale(1.25)", opacity: 0.2 },
          { transform: "translateY(0) scale(0.97)", opacity: 1, offset: 0.75 },
          { transform: "none" },
        ],
        { duration: DROP_MS, easing: "ease-out" },
      );
    for (const mark of this.layer("latest").children)
      mark.animate([{ opacity: 0 }, { opacity: 0, offset: 0.8 }, { opacity: 1 }], { duration: DROP_MS });
    return DROP_MS;
  }

  /** @override */
  refresh() {
    super.refresh();
    const may = this.may();
    const sources = new Set(this.active ? this.places.open : []);
    for (const [id, button] of this.buttons) {
      button.classList.toggle("can", sources.has(id));
      button.classList.toggle("may", may.has(id));
    }
    this.classList.toggle("holding", this.active && !!this.hold);
  }

  /** Where the piece may lie as it is held now. @returns {Set<string>} */
  may() {
    return this.hold && this.active ? this.places.may(this.hold) : new Set();
  }

  /** @override A square in words. @param {string} id @returns {string} */
  describe(id) {
    const colour = this.places.covered.get(id);
    const parts = [colour ? t(`ui/facts/${colour}`) : t("ui/empty")];
    if (this.places.corners.has(id)) parts.push(t("ui/marks/corner"));
    return `${id}: ${parts.join(", ")}`;
  }

  /** @override */
  drawFront() {
    super.drawFront();
    this.tip?.remove();
    this.tip = null;
    const { hold, aim } = this;
    if (!this.active || !hold || !aim) return;
    const squares = laidAt(hold, aim);
    const seen = squares.map((square) => this.placeOf(square));
    const move = this.places.move(squares);
    const state = move ? "fits" : "not";
    const { body, line } = outlineOf(seen);
    this.layer("front").append(
      s(
        "g",
        { class: `ghost ${state}`, "data-ghost": move ?? "" },
        drawSquares(this.colour, seen),
        s("path", { class: "tint", d: body }),
        s("path", { class: "border", d: line }),
      ),
    );
    if (move || this.finger) return;
    this.tip = h(
      "div",
      { class: "ghost-tip", "aria-hidden": "true" },
      t(`boards/blokus/why/${this.why(squares)}`, { colour: this.colourName() }),
    );
    this.append(this.tip);
    layClear(this, this.tip, squares.map(nameOf));
  }

  /** Where a square is seen, also beside the board. @param {Square} square */
  placeOf([x, y]) {
    const origin = this.at("A0");
    return this.turned ? { x: origin.x - x, y: origin.y - y } : { x: origin.x + x, y: origin.y + y };
  }

  /** The name of the colour to move. */
  colourName() {
    return t(`ui/facts/${this.colour}`);
  }

  /** The rule that forbids squares for the colour to move. @param {Square[]} squares @returns {string} */
  why(squares) {
    return this.places.why(squares, this.colour);
  }

  /** @override A move is the piece that it lays, with its number; one that is touched is outlined.
   * @param {import("/static/boards/touched.js").Arrow} way @param {number} number @returns {SVGElement[]} */
  arrow(way, number) {
    const squares = way.path.map(squareOf);
    const seen = squares.map((square) => this.placeOf(square));
    const [first] = squares;
    if (!first) return [];
    const edge = s("path", { class: "border", d: outlineOf(seen).line });
    if (!number) return [s("g", { class: "foreseen touched", "aria-hidden": "true" }, edge)];
    const { x, y } = this.placeOf(grip(squares));
    const disc = s("circle", { class: "disc", cx: x, cy: y, r: 0.42 });
    const text = s("text", { class: "number", x, y }, String(number));
    const piece = drawSquares(this.colourAt(number), seen);
    return [s("g", { class: "foreseen", "aria-hidden": "true" }, piece, edge, disc, text)];
  }

  /** The colour of a move to come: colours follow each other, and those that are out are left out.
   * @param {number} number of the move @returns {string} */
  colourAt(number) {
    const { colours, scene } = this;
    let at = colours.indexOf(this.colour);
    for (const { side } of this.state.plan.slice(1, number)) {
      const next = [1, 2, 3, 4].map((step) => (at + step) % colours.length);
      at = next.find((one) => this.inGame(colours[one] ?? "") && scene?.sides[one % 2] === side) ?? at;
    }
    return colours[at] ?? this.colour;
  }

  /** May a colour still lay pieces? @param {string} colour */
  inGame(colour) {
    return (this.fields[4] ?? "").includes(colour.slice(0, 1).toUpperCase());
  }

  // --- holding a piece -----------------------------------------------------------------------------------
  /** Take a piece from the tray; the one that is held is turned.
   * @param {string} kind @param {boolean} [keys] by the keyboard? */
  take(kind, keys = false) {
    if (!this.active) return;
    if (this.hold?.kind === kind && !keys) return this.change(1, false);
    if (this.hold?.kind !== kind) this.hold = this.places.fitting({ kind, turn: 0, flip: false });
    this.pinned = false;
    if (this.finger || keys || this.aim)
      this.aimAt(this.nearest(this.aim ?? this.places.anyCorner(), Infinity) ?? this.aim);
    this.held();
    if (keys && this.aim) this.moveFocus(nameOf(this.aim), true);
  }

  /** Turn by quarters, or flip. @param {number} quarters @param {boolean} flip */
  change(quarters, flip) {
    if (!this.hold) return;
    const { kind, turn } = this.hold;
    // A flipped piece is turned first and flipped then: to the eye it turns the other way.
    const way = this.hold.flip ? -quarters : quarters;
    this.hold = { kind, turn: (turn + way + 4) % 4, flip: this.hold.flip !== flip };
    if (this.aim) this.aim = (this.pinned && this.nearest(this.aim, NEAR)) || this.inside(this.aim);
    this.held();
  }

  /** Put the piece back. */
  release() {
    this.hold = null;
    this.aim = null;
    this.pinned = false;
    this.held();
  }

  /** Show what is held. */
  held() {
    this.refresh();
    this.trays?.show();
    this.tell();
  }

  /** @param {Square | null} aim */
  aimAt(aim) {
    if (String(aim) === String(this.aim)) return;
    this.aim = aim;
    this.drawFront();
    this.tell();
  }

  /** Say below the board whether the piece may lie there. */
  tell() {
    const { hold, aim } = this;
    if (!this.trays) return;
    if (!this.active) this.trays.say("", "");
    else if (!aim && !this.places.has(this.colour))
      this.trays.say(
        t(`boards/blokus/first/${optionsOf(this.scene).start_at ?? "border"}`, { colour: this.colourName() }),
        "",
      );
    else if (!hold) this.trays.say(t("boards/blokus/choose", { colour: this.colourName() }), "");
    else if (!aim)
      this.trays.say(t(matchMedia("(pointer: coarse)").matches ? "boards/blokus/tap" : "boards/blokus/point"), "");
    else {
      const squares = laidAt(hold, aim);
      const move = this.places.move(squares);
      // The place goes by the square that the move names.
      if (move)
        this.trays.say(t("boards/blokus/fits", { piece: hold.kind, place: move.split("@")[1] ?? "" }), "fits", move);
      else this.trays.say(t(`boards/blokus/why/${this.why(squares)}`, { colour: this.colourName() }), "not");
    }
  }

  /** Where the held piece is if it is to be at a square, and on the board as a whole.
   * @param {Square} at @returns {Square} */
  inside(at) {
    return this.hold ? this.places.inside(this.hold, at) : at;
  }

  /** The legal place of the held piece that is nearest to a square.
   * @param {Square} at @param {number} most squares away @returns {Square | null} */
  nearest(at, most) {
    return this.hold ? this.places.nearest(this.hold, at, most) : null;
  }

  /** Take the largest piece that may cover a square. @param {string} id @returns {boolean} */
  pick(id) {
    const best = this.places.covering(id);
    if (!best) return false;
    this.hold = best.hold;
    this.aim = best.aim;
    this.pinned = this.finger;
    this.held();
    return true;
  }

  /** Lay the piece where it is. */
  lay() {
    if (!this.hold || !this.aim || !this.active) return;
    const squares = laidAt(this.hold, this.aim);
    const move = this.places.move(squares);
    if (move) {
      this.release();
      this.choose(move);
    } else if (this.why(squares) !== "R5a") this.emit("attempt", { path: squares.map(nameOf) });
  }

  /** @override @param {string} id */
  press(id) {
    if (this.state.edited) return super.press(id);
    if (!this.active) return;
    const at = squareOf(id);
    if (!this.hold) {
      if (!this.pick(id)) this.tell();
      return;
    }
    if (!this.finger) {
      this.aimAt(this.inside(at));
      return this.lay();
    }
    const covers = this.aim && laidAt(this.hold, this.aim).some((square) => String(square) === String(at));
    if (this.pinned && covers) return this.lay();
    this.pinned = true;
    this.aimAt(this.nearest(at, NEAR) ?? this.inside(at));
  }

  /** @override Nothing is selected on this board. @param {string[]} path */
  select(path) {
    if (!path.length) super.select(path);
  }

  // --- keys: hand.js has the rest --------------------------------------------------------------------------
  /** Go on to the next place where the piece may lie. */
  next() {
    const places = [...this.may()];
    const here = this.aim ? places.indexOf(nameOf(this.aim)) : -1;
    const id = places[(here + 1) % places.length];
    if (id) this.moveFocus(id, true);
  }

  /** @override @param {KeyboardEvent} event */
  key(event) {
    this.finger = false;
    if (event.key === "Escape" && this.hold) this.release();
    super.key(event);
  }

  /** @override @param {string} id @param {boolean} focus */
  moveFocus(id, focus) {
    super.moveFocus(id, focus);
    if (focus && this.hold && this.active) this.aimAt(this.inside(squareOf(id)));
  }
}
customElements.define("blokus-board", BlokusBoard);
keysOfGames.set("blokus", [
  ["← →", "pieces"],
  ["Enter", "lay"],
  ["R Shift+R", "turn"],
  ["F", "flip"],
  ["N", "next"],
  ["Esc", "back"],
]);
