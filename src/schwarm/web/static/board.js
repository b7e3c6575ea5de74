/**
 * What all boards share: cells, pieces, selecting, dragging, the keyboard, and showing what is legal.
 * A board knows no rules: the scene it is shown lists each legal move with the cells that build it.
 *
 * Where several moves begin with the same clicks the board asks which one is meant (chooser.js).
 * Events: `choose` {move}, `attempt` {path}, `selection` {path}, `steps` {steps}.
 */

import { Ahead } from "./ahead.js";
import { closeChooser, openChooser } from "./chooser.js";
import { ARROWS, s } from "./dom.js";
import { drawLit, lightShapes, litShapes, showLit } from "./kinds.js";
import { Legend } from "./legend.js";
import { lookOf, looks } from "./looks.js";
import { drawTrace, playLast } from "./motion.js";
import { peekInto } from "./peek.js";
import { drawPiece } from "./pieces.js";
import { Pointer } from "./pointer.js";
import { sideName, t, told } from "./texts.js";

/** @typedef {import("./types").Scene} Scene */
/** @typedef {import("./types").Cell} Cell */
/** @typedef {import("./types").Choice} Choice */
/** @typedef {import("./types").Draft} Draft */
/** @typedef {import("./types").Way} Way */
/** @typedef {import("./types").Piece} Piece */

const plain = { id: "", x: 0, y: 0, kind: "" };
const HALF_TURN = 3; // of the six directions pieces point in
// From below to above.
const LAYERS = ["land", "ground", "links", "marks", "trace", "under", "lit", "pieces", "joints", "latest", "targets", "names", "front", "focus", "peek"];

export class BoardElement extends HTMLElement {
  constructor() {
    super();
    /** @type {Scene | null} */ this.scene = null;
    /** @type {Scene | null} */ this.given = null; // the same before the game's own board module arranged it
    /** @type {Draft | null} */ this.draft = null;
    /** @type {string[]} */ this.mine = [];
    /** @type {string[]} */ this.selected = [];
    /** @type {string[]} */ this.hint = [];
    /** @type {Way[]} */ this.plan = [];
    /** @type {import("./touched.js").Arrow | null} */ this.touched = null; // the move whose words are touched
    /** @type {string | null} */ this.pointed = null; // the cell that the mouse or the focus is on
    /** @type {string | null} */ this.litKind = null; // the kind of moves whose shapes are all to be seen
    this.turned = false;
    /** @type {Map<string, Cell>} */ this.cells = new Map();
    /** @type {Map<string, SVGElement>} */ this.buttons = new Map();
    /** @type {Map<string, SVGElement>} */ this.tops = new Map();
    this.focusCell = "";
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
    for (const name of LAYERS) {
      this.layers[name] = s("g", { class: `layer ${name}` });
      this.svg.append(/** @type {SVGElement} */ (this.layers[name]));
    }
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

  // --- showing -------------------------------------------------------------------------------------------
  /** Show a position. @param {Scene} scene @param {{mine?: string[], animate?: boolean}} [how] @returns {number} for how many milliseconds something moves */
  show(scene, how = {}) {
    this.given = scene;
    this.scene = looks.get(scene.game)?.arrange?.(scene, this) ?? scene;
    this.dataset.game = scene.game;
    this.mine = how.mine ?? [];
    this.selected = [];
    this.hint = [];
    this.plan = [];
    this.touched = null;
    this.draft = null;
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
    this.scene = scene;
    this.drawCells();
    this.drawPosition();
    this.refresh();
  }

  /** Show the board from the other side, or not; all that lies on it goes along. @param {boolean} on */
  turn(on) {
    if (on === this.turned) return;
    this.turned = on;
    if (!this.scene) return;
    this.pointer.drop();
    this.drawCells();
    this.drawPosition();
    this.refresh();
  }

  /** A cell where it is seen. @param {Cell} cell @returns {Cell} */
  seen(cell) {
    if (!this.turned) return cell;
    const [x, y, width, height] = /** @type {Scene} */ (this.scene).board.view;
    return { ...cell, x: 2 * x + width - cell.x, y: 2 * y + height - cell.y };
  }

  /** A piece as it is seen: what points somewhere points there still. @param {Piece} piece @returns {Piece} */
  facing(piece) {
    return this.turned && piece.rot !== undefined ? { ...piece, rot: piece.rot + HALF_TURN } : piece;
  }

  /** Draw moves to come, numbered, of which the first is suggested. @param {Way[]} plan */
  foresee(plan) {
    this.plan = plan;
    this.suggest(plan[0]?.path ?? []);
  }

  /** Show a move that is being composed. @param {Draft | null} draft */
  compose(draft) {
    this.draft = draft;
    this.refresh();
  }

  /** Point at a move somebody suggests. @param {string[]} path */
  suggest(path) {
    this.hint = path;
    this.refresh();
  }

  /** Show a move as an arrow; null shows none. @param {import("./touched.js").Arrow | null} way */
  point(way) {
    this.touched = way;
    if (this.scene) this.drawFront();
  }

  /** Light the shapes of these moves and what they do. @param {Choice[]} choices */
  light(choices) {
    showLit(this, litShapes(this, choices, true));
  }

  /** May the viewer move now? */
  get active() {
    return !!this.scene?.to_move && this.mine.includes(this.scene.to_move);
  }

  /** @returns {Choice[]} legal moves that begin with what is selected */
  matching() {
    const begin = this.selected;
    return (this.scene?.moves ?? []).filter((choice) => begin.every((cell, i) => choice.path[i] === cell));
  }

  /** The outline of a cell; each kind of board has its own. @param {Cell} cell @returns {SVGElement} */
  outline(cell) {
    return s("circle", { r: 0.45, class: cell.kind });
  }

  drawCells() {
    const board = /** @type {Scene} */ (this.scene).board;
    const cells = board.cells.map((cell) => this.seen(cell));
    const drawn = JSON.stringify([
      board.kind,
      cells.map((cell) => [cell.id, cell.x, cell.y, cell.kind, cell.note, cell.kind === "stock" && cell.count]),
    ]);
    this.frame();
    for (const cell of cells) this.cells.set(cell.id, cell);
    if (drawn === this.drawnCells) return;
    this.drawnCells = drawn;
    this.cells = new Map(cells.map((cell) => [cell.id, cell]));
    this.buttons.clear();
    const ground = this.layer("ground");
    ground.replaceChildren();
    for (const cell of cells) {
      const button = s(
        "g",
        {
          class: `cell ${cell.kind} ${cell.side ?? ""}`,
          "data-cell": cell.id,
          transform: `translate(${cell.x},${cell.y})`,
          role: "button",
          tabindex: "-1",
        },
        this.outline(cell),
        ...this.decoration(cell),
      );
      this.buttons.set(cell.id, button);
      ground.append(button);
    }
    ground.append(...this.rim(cells));
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

  /** What a mark shows besides its outline. @param {import("./types").Mark} mark @returns {SVGElement[]} */
  markSign(mark) {
    return mark.note ? [s("text", {}, mark.note)] : [];
  }

  /** The cell's name, shown if the visitor wishes. @param {Cell} cell @param {number} y @returns {SVGElement[]} */
  coordinate(cell, y) {
    return cell.kind === "hand" || cell.kind === "stock" ? [] : [s("text", { class: "coord", y }, cell.id)];
  }

  drawPosition() {
    const board = /** @type {Scene} */ (this.scene).board;
    const links = (/** @type {string} */ part) =>
      board.links.map((link) => {
        const [a, b] = [this.at(link.from), this.at(link.to)];
        const name = `link ${part} ${link.side} ${link.strong ? "strong" : ""}`;
        return s("line", { x1: a.x, y1: a.y, x2: b.x, y2: b.y, class: name });
      });
    this.layer("links").replaceChildren(...links("edge"), ...links(""));
    this.layer("marks").replaceChildren(
      ...board.marks
        .filter((mark) => this.cells.has(mark.cell))
        .map((mark) => {
          const { x, y } = this.at(mark.cell);
          return s(
            "g",
            { class: `mark ${mark.kind} ${mark.side ?? ""}`, transform: `translate(${x},${y})` },
            this.outline(plain),
            ...this.markSign(mark),
          );
        }),
    );
    this.tops.clear();
    const pieces = board.pieces.map((piece) => {
      const { x, y, count } = this.at(piece.cell);
      const lift = piece.level ?? 0;
      const group = s(
        "g",
        {
          class: `at ${piece.covered ? "covered" : ""} ${lift ? "raised" : ""}`,
          transform: `translate(${x + 0.07 * lift},${y - 0.15 * lift})`,
        },
        drawPiece(this.facing(piece)),
      );
      if (lift)
        group.prepend(
          s("g", { class: "shade", transform: "translate(-.08,.13) scale(.94)" }, this.outline(plain)),
        );
      if (count !== undefined && count > 1)
        group.append(
          s("circle", { class: "count-disc", cx: 0.36, cy: -0.36, r: 0.19 }),
          s("text", { class: "count", x: 0.36, y: -0.36 }, String(count)),
        );
      this.tops.set(piece.cell, group);
      return group;
    });
    this.layer("pieces").replaceChildren(...pieces);
    this.layer("joints").replaceChildren(...(lookOf(this).joints?.(this) ?? []));
    drawTrace(this);
    this.layer("peek").replaceChildren();
  }

  /** Everything that depends on what is selected. */
  refresh() {
    const active = this.active;
    const matching = this.matching();
    const depth = this.selected.length;
    const next = new Map();
    if (active && this.draft)
      for (const id of Object.keys(this.draft.cells)) next.set(id, { capture: false, kind: "" });
    else if (active && depth)
      for (const choice of matching) if (choice.path[depth]) next.set(choice.path[depth], choice);
    const sources = new Set(
      active && !this.draft ? (this.scene?.moves ?? []).map((choice) => choice.path[0]) : [],
    );
    const occupied = new Set(this.scene?.board.pieces.map((piece) => piece.cell));
    const targets = [];
    for (const [id, choice] of next) {
      if (!this.cells.has(id)) continue;
      const { x, y } = this.at(id);
      const onto = choice.capture || occupied.has(id);
      targets.push(
        s(
          "g",
          {
            class: `target ${onto ? "onto" : ""} ${choice.capture ? "takes" : ""} kind-${choice.kind ?? ""}`,
            transform: `translate(${x},${y})`,
          },
          ...this.targetMark(id, onto),
        ),
      );
    }
    this.layer("under").replaceChildren(
      ...this.selected.map((id) =>
        s(
          "g",
          { class: `chosen ${this.at(id).kind}`, transform: `translate(${this.at(id).x},${this.at(id).y})` },
          this.outline(plain),
        ),
      ),
    );
    for (const id of this.hint)
      if (this.cells.has(id))
        targets.push(
          s(
            "g",
            { class: "hinted", transform: `translate(${this.at(id).x},${this.at(id).y})` },
            this.outline(plain),
          ),
        );
    this.layer("targets").replaceChildren(...targets);
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

  /** How a legal target is shown. @param {string} _id @param {boolean} onto does something stand there? @returns {SVGElement[]} */
  targetMark(_id, onto) {
    return [onto ? this.outline(plain) : s("circle", { r: 0.16 })];
  }

  /** A legal target in words. @param {string} _id */
  targetText(_id) {
    return t("ui/legal_target");
  }

  /** What a board shows in front of all pieces. */
  drawFront() {
    const arrows = this.touched ? this.arrow(this.touched, 0) : this.plan.flatMap((way, i) => this.arrow(way, i + 1));
    this.layer("front").replaceChildren(...arrows, ...this.ahead.draw());
  }

  /** A move to come with its number, or 0 for one whose words are touched. @param {import("./touched.js").Arrow} way @param {number} number @returns {SVGElement[]} */
  arrow(way, number) {
    const points = way.path.filter((id) => this.cells.has(id)).map((id) => this.at(id));
    const goal = points[points.length - 1];
    if (!goal) return [];
    const before = points[points.length - 2];
    const made = [];
    if (before) {
      const far = Math.hypot(goal.x - before.x, goal.y - before.y) || 1;
      const [dx, dy] = [(goal.x - before.x) / far, (goal.y - before.y) / far];
      const tip = { x: goal.x - 0.26 * dx, y: goal.y - 0.26 * dy };
      const line = [...points.slice(0, -1), { x: tip.x - 0.2 * dx, y: tip.y - 0.2 * dy }];
      const wing = (/** @type {number} */ k) =>
        `${tip.x - 0.26 * dx + k * 0.15 * dy},${tip.y - 0.26 * dy - k * 0.15 * dx}`;
      made.push(
        s("polyline", { class: "shaft", points: line.map((p) => `${p.x},${p.y}`).join(" ") }),
        s("polygon", { class: "tip", points: `${tip.x},${tip.y} ${wing(1)} ${wing(-1)}` }),
      );
    }
    if (number)
      made.push(
        s("circle", { class: "disc", cx: goal.x, cy: goal.y, r: 0.22 }),
        s("text", { class: "number", x: goal.x, y: goal.y }, String(number)),
      );
    else made.push(s("circle", { class: "ring", cx: goal.x, cy: goal.y, r: 0.46 }));
    return [s("g", { class: `to-come ${number ? "" : "touched"} ${way.side}`, "aria-hidden": "true" }, ...made)];
  }

  /** A cell in words. @param {string} id @param {boolean} can @param {boolean} may */
  describe(id, can, may) {
    const cell = this.at(id);
    const parts = [];
    for (const piece of this.scene?.board.pieces ?? []) {
      if (piece.cell !== id) continue;
      const name = told(`ui/pieces/${piece.kind}`, piece.kind).replace("{size}", String(piece.size ?? ""));
      parts.push(piece.side ? t("ui/owned", { side: sideName(piece.side), piece: name }) : name);
    }
    if (cell.kind === "stock") parts.push(t("boards/stock_count", { count: cell.count ?? "∞" }));
    else if (cell.count !== undefined) parts.push(t("ui/in_hand_count", { count: cell.count }));
    const ground = told(`ui/ground/${cell.kind}`, "");
    if (ground && (!parts.length || cell.kind !== "water")) parts.push(ground);
    for (const mark of this.scene?.board.marks ?? [])
      if (mark.cell === id) parts.push(told(`ui/marks/${mark.kind}`, ""));
    if (may) parts.push(this.targetText(id));
    else if (can) parts.push(t(cell.kind === "stock" ? "boards/can_create" : "ui/can_move"));
    const places = /** @type {Record<string, string>} */ ({ hand: t("ui/hand"), stock: t("boards/stock") });
    return `${places[cell.kind] ?? id}: ${parts.filter(Boolean).join(", ") || t("ui/empty")}`;
  }

  /** Why somebody has no legal move, where the board alone does not show it. @param {Scene} _scene @param {string} _side @returns {string} */
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
    if (!this.active) return this.ahead.press(id);
    if (this.draft) {
      const steps = this.draft.cells[id];
      if (steps) this.emit("steps", { steps });
      return;
    }
    const choices = this.scene?.moves ?? [];
    const path = [...this.selected, id];
    const found = choices.filter((choice) => path.every((cell, i) => choice.path[i] === cell));
    const whole = found.filter((choice) => choice.path.length === path.length);
    closeChooser(this, true);
    if (whole.length === 1 && found.length === 1 && whole[0] && !whole[0].chance) this.choose(whole[0].move);
    else if (whole.length > 1 || whole[0]?.chance) openChooser(this, id, whole);
    else if (found.length) this.select(path);
    else if (!this.selected.length && this.owns(id)) this.emit("attempt", { path: [id] }); // says why it cannot
    else if (!this.selected.length || id === this.selected[0]) this.select([]);
    else if (choices.some((choice) => choice.path[0] === id)) this.select([id]);
    else {
      this.select([]);
      this.emit("attempt", { path });
    }
  }

  /** Does the side to move have a piece there? @param {string} id */
  owns(id) {
    const pieces = this.scene?.board.pieces ?? [];
    const { kind, side } = this.at(id);
    if (kind === "stock" && side === this.scene?.to_move) return true;
    return pieces.some((piece) => piece.cell === id && piece.side === this.scene?.to_move);
  }

  /** @param {string} move */
  choose(move) {
    this.select([]);
    this.emit("choose", { move });
  }

  /** @param {string[]} path */
  select(path) {
    this.selected = path;
    this.hint = [];
    this.pointed = null;
    closeChooser(this);
    this.refresh();
    this.emit("selection", { path });
  }

  // --- keyboard ------------------------------------------------------------------------------------------
  /** @param {KeyboardEvent} event */
  key(event) {
    const way = ARROWS[event.key];
    if (way && !this.active && !this.walked) return; // whoever only looks steps through the game with arrows
    if (way) {
      const next = this.neighbour(this.focusCell, way);
      if (next) this.moveFocus(next, true);
    } else if (event.key === "Enter" || event.key === " ") this.press(this.focusCell);
    else if (event.key === "Escape") {
      this.ahead.clear();
      this.select([]);
    }
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** The nearest cell in a direction. @param {string} from @param {[number, number]} way @returns {string | null} */
  neighbour(from, [dx, dy]) {
    const here = this.at(from);
    let best = null;
    let least = Infinity;
    for (const cell of this.cells.values()) {
      const along = (cell.x - here.x) * dx + (cell.y - here.y) * dy;
      const across = Math.abs((cell.x - here.x) * dy + (cell.y - here.y) * dx);
      if (along < 0.4 || across > along * 1.3) continue;
      const far = along + 1.5 * across - (dx ? 0 : 0.001 * (cell.x - here.x));
      if (far < least) [best, least] = [cell.id, far];
    }
    return best;
  }

  /** @param {string} id @param {boolean} focus */
  moveFocus(id, focus) {
    this.buttons.get(this.focusCell)?.setAttribute("tabindex", "-1");
    this.focusCell = id;
    const button = this.buttons.get(id);
    button?.setAttribute("tabindex", "0");
    // Above all pieces; the style sheet shows it while a cell has the keyboard's focus.
    const { x, y } = this.at(id);
    this.layer("focus").replaceChildren(s("g", { transform: `translate(${x},${y})` }, this.outline(plain)));
    if (focus) button?.focus();
  }
}
