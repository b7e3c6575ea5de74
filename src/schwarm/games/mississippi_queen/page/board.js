/**
 * The Mississippi: a camera that follows the ships, a map of the known river, the country around it, and the ship
 * as its move is being composed. Each field that can be entered says what that takes.
 */

import { Camera } from "./camera.js";
import { Chart } from "./chart.js";
import { costSign, costText } from "./costs.js";
import { h, s } from "/static/shared/dom.js";
import { HexBoard, hexagon } from "/static/boards/hex-board.js";
import "./composer.js";
import { drawLandscape } from "./landscape.js";
import { layClear } from "/static/boards/overlay.js";
import { drawGround, drawPiece } from "/static/boards/pieces.js";
import { t } from "/static/shared/texts.js";

/** @typedef {import("/static/types").Cell} Cell */
/** @typedef {import("/static/types").Draft} Draft */
/** @typedef {import("/static/types").Scene} Scene */

const ENTER = 0.5; // the ring around a field that can be entered
const AHEAD = 3; // how far before a ship one wants to see
const NEAR = 2.2; // fields that what is said of one must not hide

export class RiverBoard extends HexBoard {
  constructor() {
    super();
    /** @type {Camera | null} */ this.camera = null;
    /** @type {Chart | null} */ this.chart = null;
    /** @type {HTMLElement | null} */ this.tip = null;
    this.away = h("div", { class: "ships-away" });
    // Pictures of their own, so that a click or the stream does not have every tree painted again.
    this.country = s("svg", { class: "country", "aria-hidden": "true" });
    this.stream = s("svg", { class: "country stream", "aria-hidden": "true" });
    /** @type {ReturnType<typeof setTimeout> | undefined} */ this.later = undefined;
    const tell = (/** @type {Event} */ event) => {
      const id = /** @type {Element} */ (event.target).closest("[data-cell]")?.getAttribute("data-cell");
      this.tell(id ?? null);
    };
    this.svg.addEventListener("pointerover", tell);
    this.svg.addEventListener("focusin", tell);
    this.svg.addEventListener("focusout", () => this.tell(null));
    this.svg.addEventListener("pointerleave", () => this.tell(null));
  }

  /** @override */
  connectedCallback() {
    super.connectedCallback();
    this.prepend(this.country, this.stream);
    if (this.camera || !this.closest(".stage")) return; // a picture in a text stands still
    this.classList.add("filmed");
    this.dataset.zooms = ""; // keys + and - are its own
    this.append(this.away);
    this.camera = new Camera(this);
    this.chart = new Chart(this);
  }

  /** @override @param {Scene} scene @param {{mine?: string[], animate?: boolean}} [how] */
  show(scene, how = {}) {
    const took = super.show(scene, how);
    clearTimeout(this.later);
    this.chart?.paint();
    if (!this.camera) return took;
    for (const flow of this.stream.getAnimations({ subtree: true })) {
      flow.cancel();
      flow.play();
    }
    if (!how.animate || !took) this.followShips();
    else {
      // First the ship that moves, then whoever is to move.
      const way = (scene.last?.path ?? []).filter((id) => this.cells.has(id)).map((id) => this.at(id));
      this.camera.follow([...way.slice(-1), ...way, ...this.interest()]);
      this.later = setTimeout(() => this.followShips(), took);
    }
    return took;
  }

  /** @override @param {Draft | null} draft */
  compose(draft) {
    super.compose(draft);
    this.tell(this.pointed);
    if (this.camera?.following && !this.camera.holds(this.interest())) this.followShips();
  }

  /** @override @param {boolean} on */
  turn(on) {
    const changes = on !== this.turned && this.scene;
    super.turn(on);
    if (!changes) return;
    this.chart?.paint();
    this.followShips();
  }

  // --- what is seen --------------------------------------------------------------------------------------
  /** @override */
  frame() {
    if (!this.camera) this.look(/** @type {Scene} */ (this.scene).board.view);
  }

  /** Show this part. @param {number[]} box x, y, width and height */
  look(box) {
    const view = box.map((n) => n.toFixed(3)).join(" ");
    for (const picture of [this.country, this.stream, this.svg]) picture.setAttribute("viewBox", view);
  }

  /** Every place of the river that anybody has seen. @returns {{x: number, y: number}[]} */
  known() {
    const behind = (this.scene?.board.behind ?? []).map((cell) => this.seen(cell));
    return [...this.cells.values(), ...behind];
  }

  /** What one wants to see, the most important first: the mover, where it may go, the other ship. @returns {Cell[]} */
  interest() {
    const { scene, draft } = this;
    if (!scene) return [];
    const ships = scene.board.pieces.filter((piece) => piece.side && this.cells.has(piece.cell));
    const first = this.active ? scene.to_move : (scene.last?.side ?? scene.to_move);
    ships.sort((a, b) => Number(b.side === first) - Number(a.side === first));
    const ahead = (/** @type {Cell} */ cell) => {
      const angle = (((cell.flow ?? 0) + (this.turned ? 3 : 0)) * Math.PI) / 3;
      return { ...cell, x: cell.x + AHEAD * Math.cos(angle), y: cell.y - AHEAD * Math.sin(angle) };
    };
    const drafted = draft ? [draft.ship.cell, ...Object.keys(draft.cells)].filter((id) => this.cells.has(id)) : [];
    const found = drafted.map((id) => this.at(id));
    for (const ship of ships) found.push(this.at(ship.cell), ahead(this.at(ship.cell)));
    return found;
  }

  followShips() {
    this.camera?.follow(this.interest());
  }

  /** @override @param {KeyboardEvent} event */
  key(event) {
    if (!this.camera?.key(event)) return super.key(event);
    event.preventDefault();
    event.stopPropagation();
  }

  /** @override @param {string} id @param {boolean} focus */
  moveFocus(id, focus) {
    super.moveFocus(id, focus);
    if (focus) this.camera?.reveal(this.at(id));
  }

  // --- what is drawn -------------------------------------------------------------------------------------
  /** @override @returns {SVGElement[]} */
  scenery() {
    const { country, stream } = drawLandscape(this);
    this.country.replaceChildren(...country);
    this.stream.replaceChildren(...stream);
    return [];
  }

  /** @override @param {Cell} cell @returns {SVGElement[]} */
  decoration(cell) {
    return [...drawGround(cell), ...this.coordinate(cell, 0.46)];
  }

  /** @override A ship on a sandbank lies in sand that is to be seen around it. */
  drawPosition() {
    super.drawPosition();
    for (const [id, ship] of this.tops)
      if (this.at(id).kind === "sandbank") ship.prepend(s("g", { class: "aground" }, ...drawGround(this.at(id))));
  }

  /** @override @param {Scene} scene @param {string} side @returns {string} */
  stuck(scene, side) {
    const ship = scene.board.pieces.find((piece) => piece.side === side);
    const facts = Object.fromEntries((scene.board.sides[side]?.facts ?? []).map(({ key, value }) => [key, value]));
    const key = this.at(ship?.cell ?? "").kind === "sandbank" ? "boards/river/aground" : "boards/river/no_way";
    return t(key, { speed: facts.speed ?? "", coal: facts.coal ?? "" });
  }

  /** @override @param {string} id @param {boolean} onto @returns {SVGElement[]} */
  targetMark(id, onto) {
    const cost = this.draft?.cell_costs[id];
    if (!cost) return super.targetMark(id, onto);
    return [s("polygon", { class: "enter", points: hexagon(ENTER) }), ...costSign(cost)];
  }

  /** @override @param {string} id */
  targetText(id) {
    const cost = this.draft?.cell_costs[id];
    if (!cost) return super.targetText(id);
    return t("boards/river/target", { cost: costText(cost, this.draft?.cells[id] ?? [], this.draft?.ship.speed ?? 0) });
  }

  /** Say beside a field what going there takes. @param {string | null} id */
  tell(id) {
    this.tip?.remove();
    this.tip = null;
    const cost = id && this.active ? this.draft?.cell_costs[id] : undefined;
    if (!id || !cost || !this.draft) return;
    this.tip = h(
      "div",
      { class: `cost-tip ${cost.coal ? "burns" : ""}`, "aria-hidden": "true" },
      costText(cost, this.draft.cells[id] ?? [], this.draft.ship.speed),
    );
    this.append(this.tip);
    const here = this.at(id);
    const near = Object.keys(this.draft.cells).filter(
      (other) => Math.hypot(this.at(other).x - here.x, this.at(other).y - here.y) < NEAR,
    );
    layClear(this, this.tip, [id, this.draft.ship.cell, ...near]);
  }

  /** @override */
  drawFront() {
    super.drawFront();
    const front = this.layer("front");
    const ship = this.draft?.ship;
    if (!this.draft || !ship || !this.draft.steps.length) return;
    const way = (/** @type {string[]} */ path) =>
      path
        .filter((id) => this.cells.has(id))
        .map((id) => `${this.at(id).x},${this.at(id).y}`)
        .join(" ");
    front.append(s("polyline", { class: `draft ${this.scene?.to_move}`, points: way(ship.path) }));
    if (ship.pushed.length) front.append(s("polyline", { class: "draft push", points: way(ship.pushed) }));
    const { x, y } = this.at(ship.cell);
    const own = this.scene?.board.pieces.find((piece) => piece.side === this.scene?.to_move);
    if (own)
      front.append(
        s(
          "g",
          { class: "draft-ship", transform: `translate(${x},${y})` },
          drawPiece(this.facing({ ...own, rot: ship.rot })),
        ),
      );
  }
}
customElements.define("river-board", RiverBoard);
