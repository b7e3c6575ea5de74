/**
 * What all boards share: cells, pieces, selecting, dragging, the keyboard, and showing what is legal.
 * A board knows no rules: the scene it is shown lists each legal move with the cells that build it.
 *
 * Where several moves begin with the same clicks the board asks which one is meant (chooser.js).
 * Events: `choose` {move}, `attempt` {path}, `selection` {path}, `steps` {steps}, `put` {cell}.
 */

import { Ahead } from "./ahead.js";
import { adviceOf, drawArrow } from "./arrows.js";
import * as states from "./board-state.js";
import { cellWords } from "./cell-words.js";
import { closeChooser, openChooser } from "./chooser.js";
import { ARROWS, s } from "../shared/dom.js";
import {
  PLAIN,
  at,
  drawCell,
  drawLayers,
  drawLinks,
  drawMarks,
  drawOutlines,
  drawTargets,
  drawTop,
  lookOfCells,
} from "./drawing.js";
import { drawLit, lightShapes } from "./kinds.js";
import { Legend } from "./legend.js";
import { lookOf, looks } from "./looks.js";
import { drawTrace, playLast } from "./motion.js";
import { peekInto } from "./peek.js";
import { Pointer } from "./pointer.js";
import { t } from "../shared/texts.js";

/** @typedef {import("../types").Scene} Scene */
/** @typedef {import("../types").Cell} Cell */
/** @typedef {import("../types").Choice} Choice */
/** @typedef {import("../types").Draft} Draft */
/** @typedef {import("../types").Piece} Piece */

export class BoardElement extends HTMLElement {
  constructor() {
    super();
    this.state = states.EMPTY;
    /** @type {Scene | null} */ this.given = null; // the scene before the game's own board module arranged it
    /** @type {import("./touched.js").Arrow | null} */ this.touched = null; // the move whose words are touched
    /** @type {string | null} */ this.pointed = null; // the cell that the mouse or the focus is on
    /** @type {string | null} */ this.litKind = null; // the kind of moves whose shapes are all to be seen
    /** @type {Map<string, Cell>} */ this.cells = new Map();
    /** @type {Map<string, SVGElement>} */ this.buttons = new Map();
    /** @type {Map<string, SVGElement>} */ this.tops = new Map();
    this.walked = false; // did the focus come to the board by keys, not by a click?
    this.dropped = false;
    this.drawnCells = "";
    this.layers = /** @type {Record<string, SVGElement>} */ ({});
    this.svg = s("svg", { class: "board", role: "group", "aria-label": t("ui/board") });
    this.pointer = new Pointer(this);
    this.legend = new Legend(this);
    this.ahead = new Ahead(this);
    peekInto(this);
    lightShapes(this);
  }

  connectedCallback() {
    if (this.svg.parentNode) return;
    this.layers = drawLayers(this.svg);
    this.append(this.svg);
    document.addEventListener("touched", (event) => this.point(/** @type {CustomEvent} */ (event).detail.way));
    this.svg.addEventListener("keydown", (event) => this.key(/** @type {KeyboardEvent} */ (event)));
    new ResizeObserver(() => this.arrange()).observe(this);
    this.svg.addEventListener("focusin", (event) => {
      this.walked = /** @type {Element} */ (event.target).matches(":focus-visible");
    });
  }

  /** @param {string} name @returns {SVGElement} */
  layer(name) {
    return /** @type {SVGElement} */ (this.layers[name]);
  }

  // --- what it knows: board-state.js ---------------------------------------------------------------------
  get scene() {
    return this.state.scene;
  }

  get mine() {
    return this.state.mine;
  }

  get selected() {
    return this.state.selected;
  }

  get draft() {
    return this.state.draft;
  }

  get turned() {
    return this.state.turned;
  }

  get focusCell() {
    return this.state.focus;
  }

  /** May the viewer move now? */
  get active() {
    return states.isActive(this.state);
  }

  /** @returns {Choice[]} legal moves that begin with what is selected */
  matching() {
    return states.matching(this.state);
  }

  // --- showing -------------------------------------------------------------------------------------------
  /** Show a position. @param {Scene} scene
   * @param {{mine?: string[], animate?: boolean}} [how] @returns {number} for how many milliseconds something moves */
  show(scene, how = {}) {
    this.given = scene;
    const arranged = looks.get(scene.game)?.arrange?.(scene, this) ?? scene;
    this.state = states.withScene(this.state, arranged, how.mine ?? []);
    this.dataset.game = scene.game;
    this.touched = null;
    this.pointed = null;
    closeChooser(this);
    this.pointer.drop();
    this.ahead.shown();
    this.drawCells();
    this.drawPosition();
    this.refresh();
    this.legend.show();
    const took = how.animate ? playLast(this, this.dropped) : 0;
    this.dropped = false;
    return took;
  }

  /** The room has changed: arrange the same position anew; what is chosen stays. */
  arrange() {
    if (!this.given) return;
    const scene = looks.get(this.given.game)?.arrange?.(this.given, this);
    if (!scene || JSON.stringify(scene.board.view) === JSON.stringify(this.scene?.board.view)) return;
    this.state = { ...this.state, scene };
    this.drawCells();
    this.drawPosition();
    this.refresh();
  }

  /** Show the board from the other side, or not; all that lies on it goes along. @param {boolean} on */
  turn(on) {
    if (on === this.turned) return;
    this.state = { ...this.state, turned: on };
    if (!this.scene) return;
    this.pointer.drop();
    this.drawCells();
    this.drawPosition();
    this.refresh();
  }

  /** A cell where it is seen. @param {Cell} cell @returns {Cell} */
  seen(cell) {
    return states.seen(this.state, cell);
  }

  /** A piece as it is seen: what points somewhere points there still. @param {Piece} piece @returns {Piece} */
  facing(piece) {
    return states.facing(this.state, piece);
  }

  /** Draw moves to come, numbered; the first is suggested unless the arrows say it all.
   * @param {import("../types").Way[]} plan @param {boolean} [suggest] */
  foresee(plan, suggest = true) {
    this.state = suggest ? states.withPlan(this.state, plan) : { ...this.state, plan };
    this.refresh();
  }

  /** Show a move that is being composed. @param {Draft | null} draft */
  compose(draft) {
    this.state = { ...this.state, draft };
    this.refresh();
  }

  /** Point at a move somebody suggests. @param {string[]} path */
  suggest(path) {
    this.state = { ...this.state, hint: path };
    this.refresh();
  }

  /** Show a move as an arrow; null shows none. @param {import("./touched.js").Arrow | null} way */
  point(way) {
    this.touched = way;
    if (this.scene) this.drawFront();
  }

  /** The outline of a cell; each kind of board has its own. @param {Cell} cell @returns {SVGElement} */
  outline(cell) {
    return s("circle", { r: 0.45, class: cell.kind });
  }

  drawCells() {
    const board = /** @type {Scene} */ (this.scene).board;
    const cells = board.cells.map((cell) => this.seen(cell));
    const drawn = lookOfCells(board.kind, cells);
    this.frame();
    for (const cell of cells) this.cells.set(cell.id, cell);
    if (drawn === this.drawnCells) return;
    this.drawnCells = drawn;
    this.cells = new Map(cells.map((cell) => [cell.id, cell]));
    this.buttons = new Map(cells.map((cell) => [cell.id, drawCell(this, cell)]));
    this.layer("ground").replaceChildren(...this.buttons.values(), ...this.rim(cells));
    this.layer("land").replaceChildren(...this.scenery());
    this.moveFocus(this.cells.has(this.focusCell) ? this.focusCell : (board.cells[0]?.id ?? ""), false);
  }

  /** What is written beside cells. @param {Cell[]} _cells @returns {SVGElement[]} */
  rim(_cells) {
    return [];
  }

  /** What lies around and below the cells. @returns {SVGElement[]} */
  scenery() {
    return [];
  }

  /** What is seen of the board: all of it, unless a board has a camera. */
  frame() {
    const { view } = /** @type {Scene} */ (this.scene).board;
    this.svg.setAttribute("viewBox", view.map((n) => n.toFixed(3)).join(" "));
  }

  /** What else lies in a cell. @param {Cell} cell @returns {SVGElement[]} */
  decoration(cell) {
    return cell.kind ? [] : [];
  }

  /** What a mark shows besides its outline. @param {import("../types").Mark} mark @returns {SVGElement[]} */
  markSign(mark) {
    return mark.note ? [s("text", {}, mark.note)] : [];
  }

  /** The cell's name, shown if the visitor wishes. @param {Cell} cell @param {number} y @returns {SVGElement[]} */
  coordinate(cell, y) {
    return cell.kind === "hand" || cell.kind === "stock" ? [] : [s("text", { class: "coord", y }, cell.id)];
  }

  drawPosition() {
    const { pieces } = /** @type {Scene} */ (this.scene).board;
    this.layer("links").replaceChildren(...drawLinks(this));
    this.layer("marks").replaceChildren(...drawMarks(this));
    this.tops.clear();
    const tops = pieces.map((piece) => drawTop(this, piece));
    pieces.forEach((piece, i) => this.tops.set(piece.cell, /** @type {SVGElement} */ (tops[i])));
    this.layer("pieces").replaceChildren(...tops);
    this.layer("joints").replaceChildren(...(lookOf(this).joints?.(this) ?? []));
    drawTrace(this);
    this.layer("peek").replaceChildren();
  }

  /** Everything that depends on what is selected. */
  refresh() {
    const active = this.active;
    const next = states.targets(this.state);
    const sources = states.sources(this.state);
    const cells = (/** @type {string[]} */ ids) => ids.filter((id) => this.cells.has(id)).map((id) => this.at(id));
    this.layer("under").replaceChildren(...drawOutlines(this, cells(this.selected), ({ kind }) => `chosen ${kind}`));
    this.layer("targets").replaceChildren(
      ...drawOutlines(this, cells(this.state.hint), () => "hinted"), // below what is written on targets
      ...drawTargets(this, next),
    );
    this.drawFront();
    drawLit(this);
    for (const [id, button] of this.buttons) {
      button.classList.toggle("can", sources.has(id));
      button.classList.toggle("may", next.has(id));
      button.setAttribute("aria-label", this.describe(id, sources.has(id), next.has(id)));
      if (active) button.setAttribute("aria-pressed", String(this.selected.includes(id)));
      else button.removeAttribute("aria-pressed");
    }
  }

  /** How a legal target is shown.
   * @param {string} _id @param {boolean} onto does something stand there? @returns {SVGElement[]} */
  targetMark(_id, onto) {
    return [onto ? this.outline(PLAIN) : s("circle", { r: 0.16 })];
  }

  /** A legal target in words. @param {string} _id */
  targetText(_id) {
    return t("ui/legal_target");
  }

  /** What a board shows in front of all pieces. */
  drawFront() {
    const shown = this.touched ?? adviceOf(this.state, lookOf(this));
    const arrows = shown ? this.arrow(shown, 0) : this.state.plan.flatMap((way, i) => this.arrow(way, i + 1));
    this.layer("front").replaceChildren(...arrows, ...this.ahead.draw());
  }

  /** A move to come with its number, or 0 for one whose words are touched.
   * @param {import("./touched.js").Arrow} way @param {number} number @returns {SVGElement[]} */
  arrow(way, number) {
    const points = way.path.filter((id) => this.cells.has(id)).map((id) => this.at(id));
    return drawArrow(points, way.side, number);
  }

  /** A cell in words. @param {string} id @param {boolean} can @param {boolean} may */
  describe(id, can, may) {
    const cell = this.at(id);
    const begin = can ? t(cell.kind === "stock" ? "boards/can_create" : "ui/can_move") : "";
    return cellWords(this.scene, cell, may ? this.targetText(id) : begin);
  }

  /** Why somebody has no legal move, where the board alone does not show it.
   * @param {Scene} _scene @param {string} _side @returns {string} */
  stuck(_scene, _side) {
    return "";
  }

  /** @param {string} id @returns {Cell} */
  at(id) {
    return this.cells.get(id) ?? { id, x: 0, y: 0, kind: "" };
  }

  // --- choosing ------------------------------------------------------------------------------------------
  /** @param {string} name @param {object} detail */
  emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }

  /** A cell was clicked, dropped on, or chosen with the keyboard. @param {string} id */
  press(id) {
    const meant = states.meaning(this.state, id);
    if (meant.what === "put") return this.emit("put", { cell: id });
    if (!this.active) return this.ahead.press(id);
    if (!this.draft) closeChooser(this, true);
    if (meant.what === "steps") this.emit("steps", { steps: meant.steps });
    else if (meant.what === "choose") this.choose(meant.move);
    else if (meant.what === "ask") openChooser(this, meant.cell, meant.moves);
    else if (meant.what === "select") this.select(meant.path);
    else if (meant.what === "attempt") {
      if (this.selected.length) this.select([]);
      this.emit("attempt", { path: meant.path }); // says why it cannot
    }
  }

  /** Are pieces of several cells put as a whole when a position is set up, out of the board's own trays? */
  get putsWhole() {
    return false;
  }

  /** From now on pieces are put and taken away, or moved again. @param {boolean} on */
  edit(on) {
    this.state = { ...this.state, edited: on };
  }

  /** @param {string} move */
  choose(move) {
    this.select([]);
    this.emit("choose", { move });
  }

  /** @param {string[]} path */
  select(path) {
    this.state = states.withSelected(this.state, path);
    this.pointed = null;
    closeChooser(this);
    this.refresh();
    this.emit("selection", { path });
  }

  // --- keyboard ------------------------------------------------------------------------------------------
  /** @param {KeyboardEvent} event */
  key(event) {
    const way = ARROWS[event.key];
    // Whoever only looks steps through the game with arrows.
    if (way && !this.active && !this.walked && !this.state.edited) return;
    if (way) {
      const next = states.neighbour(this.cells.values(), this.at(this.focusCell), way);
      if (next) this.moveFocus(next, true);
    } else if (event.key === "Enter" || event.key === " ") this.press(this.focusCell);
    else if (event.key === "Escape") {
      this.ahead.clear();
      this.select([]);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {string} id @param {boolean} focus */
  moveFocus(id, focus) {
    this.buttons.get(this.focusCell)?.setAttribute("tabindex", "-1");
    this.state = { ...this.state, focus: id };
    const button = this.buttons.get(id);
    button?.setAttribute("tabindex", "0");
    // Above all pieces; the style sheet shows it while a cell has the keyboard's focus.
    this.layer("focus").replaceChildren(s("g", { transform: at(this.at(id)) }, this.outline(PLAIN)));
    if (focus) button?.focus();
  }
}
