/** The trays beside the board: the pieces of every colour, its points, and the buttons that turn, flip and lay. */

import { h, s } from "/static/shared/dom.js";
import { t } from "/static/shared/texts.js";
import { show as display, html, nothing, repeat } from "/static/shared/view.js";
import { COLOURS, shapeOf } from "./pieces.js";
import { drawTile } from "./tiles.js";

/** @typedef {import("./board.js").BlokusBoard} BlokusBoard */
/** @typedef {import("./pieces.js").Hold} Hold */

/** The pieces of a hand's text. @param {string} text @returns {string[]} */
const pieces = (text) => text.match(/[1-5][A-Z]?/g) ?? [];

/** A piece as a little picture, a unit for each square.
 * @param {string} colour @param {Hold} hold @returns {SVGElement} */
function picture(colour, hold) {
  const places = shapeOf(hold).map(([x, y]) => ({ x: x + 0.5, y: y + 0.5 }));
  const [width, height] = [Math.max(...places.map(({ x }) => x)) + 0.5, Math.max(...places.map(({ y }) => y)) + 0.5];
  const made = s(
    "svg",
    { class: `tile-piece ${colour}`, viewBox: `-.1 -.1 ${width + 0.2} ${height + 0.2}`, "aria-hidden": "true" },
    ...drawTile(colour, places),
  );
  made.style.setProperty("--wide", String(width));
  made.style.setProperty("--high", String(height));
  return made;
}

export class Trays {
  /** @param {BlokusBoard} board */
  constructor(board) {
    this.board = board;
    this.laying = h("div", { class: "laying" });
    this.rack = h("div", { class: "rack", role: "group" });
    this.hands = h("div", { class: "hands" });
    this.place = h("div", { class: "trays" }, this.laying, this.rack, this.hands);
    this.said = { text: "", state: "", move: "" };
    this.rack.addEventListener("keydown", (event) => this.walk(event));
    board.append(this.place);
  }

  /** The colour whose pieces lie ready: the one to move, or the next one of whoever looks. @returns {string} */
  ready() {
    const { board } = this;
    const { colours, colour } = board;
    const sides = board.scene?.sides ?? [];
    const first = colours.indexOf(colour);
    const alive = board.fields[4] ?? "";
    for (let i = 0; i < colours.length; i++) {
      const number = (first + i) % colours.length;
      const next = colours[number] ?? colour;
      if (board.mine.includes(sides[number % 2] ?? "") && alive.includes(next.slice(0, 1).toUpperCase())) return next;
    }
    return colour;
  }

  /** A piece as it is seen: on a turned board it lies the other way round. @param {Hold} hold @returns {Hold} */
  seen(hold) {
    return this.board.turned ? { ...hold, turn: (hold.turn + 2) % 4 } : hold;
  }

  /** Show hands, points and what is held. */
  show() {
    const { board } = this;
    const [, , , hands = "", alive = ""] = board.fields;
    if (!hands) return this.place.replaceChildren();
    const ready = this.ready();
    const name = (/** @type {string} */ colour) => t(`ui/facts/${colour}`);
    const held = (/** @type {string} */ colour) => pieces(hands.split("/")[COLOURS.indexOf(colour)] ?? "");
    this.paintTools();
    this.rack.setAttribute("aria-label", t("boards/blokus/rack", { colour: name(ready) }));
    this.rack.className = `rack ${ready}`;
    const tiles = repeat(
      held(ready),
      (kind) => kind,
      (kind) => this.tile(ready, kind),
    );
    display(this.rack, tiles);
    const on = /** @type {HTMLElement | null} */ (this.rack.querySelector(".tile.on"));
    // Only the rack is pushed: the page stays where it is.
    if (on) this.rack.scrollLeft = on.offsetLeft - this.rack.offsetLeft - (this.rack.clientWidth - on.offsetWidth) / 2;
    const hand = (/** @type {string} */ colour) => {
      const out = !alive.includes(colour.slice(0, 1).toUpperCase());
      const side = board.scene?.sides[COLOURS.indexOf(colour) % 2] ?? "";
      const points = board.scene?.board.sides[side]?.facts.find((fact) => fact.key === colour)?.value ?? 0;
      const state = out ? "out" : board.colour === colour && board.scene?.to_move ? "now" : "";
      const left = held(colour).map((kind) => picture(colour, this.seen({ kind, turn: 0, flip: false })));
      return html`<div class="hand ${colour} ${state} ${colour === ready ? "ready" : ""}" data-colour=${colour}>
        <div class="hand-head"><span class="swatch" aria-hidden="true"></span><span class="hand-name">${name(colour)}</span
          ><b class="hand-points">${points}</b><span class="sr">${t("boards/blokus/hand", { points, count: left.length })}</span
          >${out ? html`<span class="hand-out">${t("boards/blokus/out")}</span>` : nothing}</div>
        <div class="hand-pieces" aria-hidden="true">${left}</div></div>`;
    };
    display(this.hands, board.colours.map(hand));
  }

  /** The buttons that turn, flip and lay, and how things stand. */
  paintTools() {
    const { board, said } = this;
    const button = (/** @type {string} */ what, /** @type {string} */ sign, /** @type {() => void} */ click) =>
      html`<button type="button" data-lay=${what} aria-label=${t(`boards/blokus/${what}`)}
        title=${t(`boards/blokus/${what}`)} ?disabled=${!board.hold || !board.active} @click=${click}>${sign}</button>`;
    const tools = [
      button("left", "↺", () => board.change(-1, false)),
      button("right", "↻", () => board.change(1, false)),
      button("flip", "⇋", () => board.change(0, true)),
    ];
    display(
      this.laying,
      html`<div class="lay-tools">${tools}<button type="button" class="primary" data-lay="lay" data-lays=${said.move}
          ?disabled=${!said.move} @click=${() => board.lay()}>${t("boards/blokus/lay")}</button></div>
        <p class="lay-note ${said.state}" role="status">${said.text}</p>`,
    );
  }

  /** A piece that lies ready. @param {string} colour @param {string} kind */
  tile(colour, kind) {
    const { board } = this;
    const on = board.hold?.kind === kind;
    const count = board.active ? (board.places.kinds.get(kind) ?? 0) : 0;
    const hold = on && board.hold ? board.hold : { kind, turn: 0, flip: false };
    const label = board.active ? t("boards/blokus/piece", { piece: kind, count }) : kind;
    const press = (/** @type {PointerEvent} */ event) => (board.finger = event.pointerType === "touch");
    const take = (/** @type {MouseEvent} */ event) => board.take(kind, event.detail === 0 && event.isTrusted);
    return html`<button type="button" class="tile ${on ? "on" : ""}" data-piece=${kind} aria-label=${label} title=${label}
      aria-pressed=${String(on)} ?disabled=${!count} @pointerdown=${press} @click=${take}>${picture(
        colour,
        this.seen(hold),
      )}</button>`;
  }

  /** Arrows go from piece to piece. @param {KeyboardEvent} event */
  walk(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const tiles = [
      .../** @type {NodeListOf<HTMLButtonElement>} */ (this.rack.querySelectorAll(".tile:not(:disabled)")),
    ];
    const here = tiles.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    tiles[(here + step + tiles.length) % tiles.length]?.focus();
    event.preventDefault();
    event.stopPropagation();
  }

  /** Say how things stand. @param {string} text @param {string} state fits, not, or neither @param {string} [move] */
  say(text, state, move = "") {
    this.said = { text, state, move };
    this.paintTools();
  }
}
