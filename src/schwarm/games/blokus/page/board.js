/**
 * Blokus: whole pieces of four colours, the corners where the colour to move may go on, and the piece in hand: green
 * where it has snapped to a place, else under the pointer. Which places are legal the server says.
 */

import { s } from "/static/shared/dom.js";
import { PLAIN } from "/static/boards/drawing.js";
import { keysOfGames } from "/static/shared/keys-dialog.js";
import { calm } from "/static/shared/settings.js";
import { t } from "/static/shared/texts.js";
import { Grab } from "./grab.js";
import { Hand } from "./hand.js";
import { COLOURS, KINDS, nameOf, pieceAt, squareOf, turnsOf } from "./pieces.js";
import { OwnPlaces, Places } from "./places.js";
import { PlannedPiece } from "./planned.js";
import { ShownBlokus, positionOf } from "./shown.js";
import { Trays } from "./trays.js";

/** @typedef {import("/static/types").Scene} Scene */
/** @typedef {import("./pieces.js").Square} Square */

const KIND = /[1-5][A-Z]?/g; // in the text of a hand

/** @param {import("/static/types").Mark} mark */
const isCorner = (mark) => mark.kind === "corner";

export class BlokusBoard extends ShownBlokus {
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

  // --- drawing -------------------------------------------------------------------------------------------

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
