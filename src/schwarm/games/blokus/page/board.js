/**
 * Blokus: whole pieces of four colours, the corners where the colour to move may go on, and the piece in hand: green
 * where it has snapped to a place, else under the pointer. Which places are legal the server says.
 */

import { s } from "/static/shared/dom.js";
import { PLAIN } from "/static/boards/drawing.js";
import { SquareBoard } from "/static/boards/square-board.js";
import { keysOfGames } from "/static/shared/keys-dialog.js";
import { calm } from "/static/shared/settings.js";
import { t } from "/static/shared/texts.js";
import { Grab } from "./grab.js";
import { Hand } from "./hand.js";
import { COLOURS, KINDS, grip, joined, nameOf, outlineOf, pieceAt, squareOf, turnsOf } from "./pieces.js";
import { OwnPlaces, Places } from "./places.js";
import { PlannedPiece } from "./planned.js";
import { drawTile } from "./tiles.js";
import { Trays } from "./trays.js";

/** @typedef {import("/static/types").Cell} Cell */
/** @typedef {import("/static/types").Scene} Scene */
/** @typedef {import("./pieces.js").Square} Square */

const DROP_MS = 420;
const KIND = /[1-5][A-Z]?/g; // in the text of a hand

/** @param {Scene | null} scene @returns {string} the position's text; pictures in texts have none */
const positionOf = (scene) => /** @type {{position?: string}} */ (scene ?? {}).position ?? "";

/** @param {Scene | null} scene @returns {Record<string, unknown>} the game's options */
const optionsOf = (scene) => /** @type {{options?: Record<string, unknown>}} */ (scene ?? {}).options ?? {};

/** @param {import("/static/types").Mark} mark */
const isCorner = (mark) => mark.kind === "corner";

/** A piece of squares. @param {string} colour
 * @param {{x: number, y: number}[]} places @param {string} [more] classes @returns {SVGElement} */
function drawSquares(colour, places, more = "") {
  return s("g", { class: `tile-piece ${colour} ${more}` }, ...drawTile(colour, places));
}

export class BlokusBoard extends SquareBoard {
  constructor() {
    super();
    this.ahead = new PlannedPiece(this);
    this.hand = new Hand(this);
    this.grab = new Grab(this);
    /** @type {Trays | null} */ this.trays = null;
    this.painting = "blue"; // the colour whose pieces are put when a position is set up
    /** @type {{squares: string[], colour: string} | null} */ this.sent = null; // laid, and not answered yet
    /** @type {{about: unknown[], places: Places}} */ this.known = { about: [], places: new Places(null) };
  }

  /** @override */
  connectedCallback() {
    super.connectedCallback();
    if (!this.closest(".stage")) return; // a picture in a text has no trays
    this.trays ??= new Trays(this);
    this.grab.listen();
  }

  disconnectedCallback() {
    this.grab.ended.abort();
  }

  /** @override A board on which whole pieces are put when a position is set up. */
  get putsWhole() {
    return true;
  }

  // --- what is known of the position ---------------------------------------------------------------------
  /** What the hand does: lay a piece, plan one while it is another's turn, put one in a position; or nothing. */
  get mode() {
    if (this.state.edited) return "edit";
    return this.active ? "play" : this.ahead.open ? "plan" : "";
  }

  /** Where pieces may lie. @returns {Places} */
  get places() {
    const { mode, scene, handColour } = this;
    const about = [mode, scene, handColour];
    if (about.some((one, i) => one !== this.known.about[i]))
      this.known = {
        about,
        places:
          scene && (mode === "plan" || mode === "edit")
            ? new OwnPlaces(scene, handColour, { start: this.startsAt, anywhere: mode === "edit" })
            : Places.of(scene),
      };
    return this.known.places;
  }

  /** @override @param {Scene} scene @param {{mine?: string[], animate?: boolean}} [how] */
  show(scene, how = {}) {
    const { handColour, sent } = this;
    const same = positionOf(this.scene) === positionOf(scene);
    this.sent = null;
    super.show(scene, how);
    this.hand.shown(handColour);
    const [only, second] = this.places.kinds.keys();
    if (this.active && !same && !this.hand.hold && only && !second) this.hand.take(only);
    else this.held();
    return how.animate && scene.last?.created.length && !calm() && !sent ? this.drop() : 0;
  }

  /** @override @param {boolean} on */
  edit(on) {
    super.edit(on);
    this.hand.release();
  }

  /** @override The pieces in the trays turn with the board. @param {boolean} on */
  turn(on) {
    super.turn(on);
    if (this.scene) this.trays?.show();
  }

  /** @override A suggested piece is handed over, where it may lie. @param {string[]} path */
  suggest(path) {
    super.suggest(path);
    if (this.active && path.length) this.hand.present(path.map(squareOf));
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

  /** The colour whose pieces lie ready: the one to move, or the next one of whoever looks. @returns {string} */
  get handColour() {
    const { colour, colours, mine } = this;
    if (this.state.edited) return this.painting;
    const sides = this.scene?.sides ?? [];
    const first = colours.indexOf(colour);
    const all = colours.map((_, i) => (first + i) % colours.length);
    const next = all.find((one) => mine.includes(sides[one % 2] ?? "") && this.inGame(colours[one] ?? ""));
    return colours[next ?? first] ?? colour;
  }

  /** May a colour still lay pieces? @param {string} colour */
  inGame(colour) {
    return (this.fields[4] ?? "").includes(colour.slice(0, 1).toUpperCase());
  }

  /** The pieces that a colour has left. @param {string} colour @returns {string[]} */
  handOf(colour) {
    if (!this.state.edited) return (this.fields[3] ?? "").split("/")[COLOURS.indexOf(colour)]?.match(KIND) ?? [];
    const laid = this.piecesOf(colour).map((squares) => pieceAt(squares)?.hold.kind);
    return KINDS.filter((kind) => !laid.includes(kind));
  }

  /** May a piece be taken out of the tray? Where every colour begins with the same piece, no other one is planned.
   * @param {string} kind */
  mayTake(kind) {
    const { fields, mode, places } = this;
    if (mode === "play") return places.kinds.has(kind);
    return (
      mode === "edit" || (mode === "plan" && (places.has(this.handColour) || ["-", kind].includes(fields[2] ?? "-")))
    );
  }

  /** The pieces of a colour on the board, each as its squares. @param {string} colour @returns {Square[][]} */
  piecesOf(colour) {
    const pieces = this.scene?.board.pieces ?? [];
    const own = pieces.filter((piece) => piece.kind === colour && this.cells.has(piece.cell));
    return joined(own.map((piece) => squareOf(piece.cell)));
  }

  /** Where first pieces begin: the game's option. */
  get startsAt() {
    return String(optionsOf(this.scene).start_at ?? "border");
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
    const pieces = colours.flatMap((colour) =>
      this.piecesOf(colour).map((squares) => {
        const names = squares.map(nameOf);
        return drawSquares(
          colour,
          names.map((name) => this.at(name)),
          names.some((name) => fresh.has(name)) ? "fresh" : "",
        );
      }),
    );
    this.tops.clear();
    this.layer("pieces").replaceChildren(...pieces);
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

  /** Marks: those of corners only where the held piece, or any, may cover them; smaller where it does so turned. */
  drawMarks() {
    const { mode, places } = this;
    const { hold } = this.hand;
    const marks = (this.scene?.board.marks ?? []).filter((mark) => this.cells.has(mark.cell));
    const own = mode === "plan" || mode === "edit";
    const corners = own && hold ? [...places.corners] : marks.filter(isCorner).map((mark) => mark.cell);
    const here = hold ? places.cornersOf(hold) : own ? new Set(corners) : mode ? places.open : new Set(corners);
    const turned = new Set(hold ? turnsOf(hold.kind).flatMap((one) => [...places.cornersOf(one)]) : []);
    const draw = (/** @type {string} */ cell, /** @type {string} */ look, /** @type {SVGElement} */ sign) => {
      const { x, y } = this.at(cell);
      return s("g", { class: `mark ${look}`, transform: `translate(${x},${y})` }, sign);
    };
    const colour = own && hold ? this.handColour : this.colour;
    this.layer("marks").replaceChildren(
      ...marks.filter((mark) => !isCorner(mark)).map((mark) => draw(mark.cell, mark.kind, this.outline(PLAIN))),
      ...corners
        .filter((cell) => here.has(cell) || turned.has(cell))
        .map((cell) => draw(cell, `corner ${colour}`, s("circle", { r: here.has(cell) ? 0.19 : 0.1 }))),
    );
  }

  /** @override */
  refresh() {
    super.refresh();
    this.drawMarks();
    const { places } = this;
    const may = this.may();
    const sources = new Set(this.active ? places.open : []);
    for (const [id, button] of this.buttons) {
      const taken = this.mode === "edit" && !this.hand.hold && places.covered.has(id);
      button.classList.toggle("can", sources.has(id) || taken);
      button.classList.toggle("may", may.has(id));
    }
    this.classList.toggle("holding", !!this.mode && !!this.hand.hold);
  }

  /** Where the piece may lie as it is held now. @returns {Set<string>} */
  may() {
    const { hold } = this.hand;
    return new Set(hold && this.mode ? this.places.grips(hold).map(nameOf) : []);
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
    const { hand, mode, sent } = this;
    const front = this.layer("front");
    if (sent) front.append(this.drawGhost(sent.colour, sent.squares.map(squareOf), "sent"));
    const carried = !!this.grab.at && !hand.move; // grab.js draws it under the pointer
    if (!mode || !hand.aim || carried) return;
    const ghost = this.drawGhost(this.handColour, hand.squares, hand.move ? "fits" : "not");
    ghost.dataset.ghost = hand.move ?? "";
    front.append(ghost);
  }

  /** A piece that does not lie on the board yet.
   * @param {string} colour @param {Square[]} squares @param {string} state fits, not, sent, or planned
   * @returns {SVGElement} */
  drawGhost(colour, squares, state) {
    const seen = squares.map((square) => this.placeOf(square));
    const line = s("path", { class: "border", d: outlineOf(seen).line });
    return s("g", { class: `ghost ${state}` }, drawSquares(colour, seen), line);
  }

  /** Where a square is seen, also beside the board. @param {Square} square */
  placeOf([x, y]) {
    const origin = this.at("A0");
    return this.turned ? { x: origin.x - x, y: origin.y - y } : { x: origin.x + x, y: origin.y + y };
  }

  /** @override A move is the piece that it lays, with its number; one that is touched is outlined.
   * @param {import("/static/boards/touched.js").Arrow} way @param {number} number @returns {SVGElement[]} */
  arrow(way, number) {
    const squares = way.path.map(squareOf);
    const seen = squares.map((square) => this.placeOf(square));
    if (!squares.length) return [];
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

  // --- holding a piece: hand.js ----------------------------------------------------------------------------
  /** Another piece is held, or turned another way. */
  held() {
    if (!this.scene) return;
    this.refresh();
    this.trays?.show();
    this.moved();
  }

  /** What is held is elsewhere. */
  moved() {
    if (this.scene) this.drawFront();
    this.grab.paint();
    this.tell();
  }

  /** Say beside the board whether the piece may lie there. */
  tell() {
    const { hand, mode, trays } = this;
    const values = { colour: t(`ui/facts/${this.handColour}`), piece: hand.hold?.kind ?? "" };
    const say = (/** @type {string} */ key, state = "", move = "") =>
      trays?.say(t(`boards/blokus/${key}`, { ...values, place: move.split("@")[1] ?? "" }), state, move);
    const coarse = matchMedia("(pointer: coarse)").matches;
    if (!mode) trays?.say("", "");
    else if (hand.move)
      say("fits", "fits", hand.move); // the place goes by the square that the move names
    else if (hand.aim) say(`why/${this.why(hand.squares)}`, this.grab.at ? "" : "not");
    else if (mode === "edit") say(hand.hold ? "point" : "put");
    else if (!this.places.has(this.handColour)) say(`first/${this.startsAt}`);
    else if (!hand.hold) say(mode === "plan" ? "plan" : "choose");
    else say(coarse ? "tap" : "point");
  }

  /** The rule that forbids squares for the colour in hand. @param {Square[]} squares @returns {string} */
  why(squares) {
    return this.places.why(squares, this.handColour);
  }

  /** A piece was laid, planned or put. @param {string} move @param {string[]} squares @param {string} colour */
  laid(move, squares, colour) {
    const side = this.scene?.sides[COLOURS.indexOf(colour) % 2] ?? "";
    if (this.mode === "edit") return this.emit("put", { cells: squares, piece: { kind: colour, side } });
    if (this.mode === "plan") return this.ahead.plan(squares);
    this.sent = { squares, colour };
    this.choose(move);
  }

  /** Take a piece up from the board on which it was put. @param {string} id */
  takeUp(id) {
    const colour = this.places.covered.get(id);
    const squares = colour && this.piecesOf(colour).find((piece) => piece.map(nameOf).includes(id));
    if (!colour || !squares) return;
    const found = pieceAt(squares);
    this.painting = colour;
    this.emit("put", { cells: squares.map(nameOf), piece: null });
    if (!found) return this.held();
    this.hand.grasp(found.hold.kind);
    this.hand.change(found.hold);
    this.hand.reach(found.aim);
  }

  /** @override @param {string} id */
  press(id) {
    if (!this.mode) return;
    if (this.mode === "edit" && !this.hand.hold) return this.takeUp(id);
    if (this.mode === "plan" && !this.hand.hold) return this.ahead.press(id);
    this.hand.press(id);
  }

  /** @override Nothing is selected on this board. @param {string[]} path */
  select(path) {
    if (!path.length) super.select(path);
  }

  // --- keys: grab.js has the rest --------------------------------------------------------------------------
  /** @override @param {KeyboardEvent} event */
  key(event) {
    this.hand.finger = false;
    this.grab.at = null;
    if (event.key === "Escape" && this.hand.hold) this.grab.home();
    else super.key(event);
  }

  /** @override @param {string} id @param {boolean} focus */
  moveFocus(id, focus) {
    super.moveFocus(id, focus);
    if (!focus || !this.hand.hold || !this.mode) return;
    this.grab.at = null;
    this.hand.reachExactly(squareOf(id));
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
