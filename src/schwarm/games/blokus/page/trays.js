/** The trays beside the board: the pieces of every colour, its points, and the buttons that turn, flip and lay. */

import { h, s } from "/static/shared/dom.js";
import { t } from "/static/shared/texts.js";
import { show as display, html, nothing, repeat } from "/static/shared/view.js";
import { COLOURS, shapeOf } from "./pieces.js";
import { drawTile } from "./tiles.js";

/** @typedef {import("./board.js").BlokusBoard} BlokusBoard */
/** @typedef {import("./pieces.js").Hold} Hold */

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

  /** A piece as it is seen: on a turned board it lies the other way round. @param {Hold} hold @returns {Hold} */
  seen(hold) {
    return this.board.turned ? { ...hold, turn: (hold.turn + 2) % 4 } : hold;
  }

  /** Show hands, points and what is held. */
  show() {
    const { board } = this;
    if (!board.fields[3]) return this.place.replaceChildren();
    const ready = board.handColour;
    this.paintTools();
    this.rack.setAttribute("aria-label", t("boards/blokus/rack", { colour: t(`ui/facts/${ready}`) }));
    this.rack.className = `rack ${ready}`;
    const tiles = repeat(
      board.handOf(ready),
      (kind) => kind,
      (kind) => this.tile(ready, kind),
    );
    display(this.rack, tiles);
    const on = /** @type {HTMLElement | null} */ (this.rack.querySelector(".tile.on"));
    // Only the rack is pushed: the page stays where it is.
    if (on) this.rack.scrollLeft = on.offsetLeft - this.rack.offsetLeft - (this.rack.clientWidth - on.offsetWidth) / 2;
    display(this.hands, board.mode === "edit" ? this.paints(ready) : this.all(ready));
  }

  /** The points of a colour. @param {string} colour @returns {number} */
  points(colour) {
    const { sides = [], board } = this.board.scene ?? {};
    const facts = board?.sides[sides[COLOURS.indexOf(colour) % 2] ?? ""]?.facts ?? [];
    return Number(facts.find((fact) => fact.key === colour)?.value ?? 0);
  }

  /** The points of both sides, and a bar of those of all colours. */
  score() {
    const { colours } = this.board;
    const [one, two] = [0, 1].map((side) => colours.filter((_, i) => i % 2 === side));
    const sum = (/** @type {string[]} */ own) => own.reduce((all, colour) => all + this.points(colour), 0);
    const [first, second] = [sum(one ?? []), sum(two ?? [])];
    const parts = [...(one ?? []), ...(two ?? []).reverse()].map(
      (colour) => html`<i class=${colour} .style=${`flex-grow: ${this.points(colour)}`}></i>`,
    );
    const label = t("boards/blokus/score", { first, second });
    return html`<div class="score" role="img" aria-label=${label} title=${label}><b>${first}</b
      ><span class="score-bar">${parts}</span><b>${second}</b></div>`;
  }

  /** What a colour has: its name and its points. @param {string} colour */
  head(colour) {
    const { board } = this;
    const out = !board.inGame(colour);
    const points = this.points(colour);
    const count = board.handOf(colour).length;
    const look = `hand ${colour} ${out ? "out" : board.colour === colour && board.scene?.to_move ? "now" : ""}`;
    return html`<span class=${look} data-colour=${colour}><span class="swatch" aria-hidden="true"></span
      ><span class="hand-name">${t(`ui/facts/${colour}`)}</span><b class="hand-points">${points}</b
      ><span class="sr">${t("boards/blokus/hand", { points, count })}</span
      >${out ? html`<span class="hand-out">${t("boards/blokus/out")}</span>` : nothing}</span>`;
  }

  /** The points of all; what each colour has left is seen when that is opened. @param {string} ready */
  all(ready) {
    const { board } = this;
    const pieces = (/** @type {string} */ colour) =>
      board.handOf(colour).map((kind) => picture(colour, this.seen({ kind, turn: 0, flip: false })));
    // A lesson speaks of the colours that lie on its board.
    const matters = (/** @type {string} */ colour) => !board.closest(".lessonpage") || this.points(colour) > 0;
    const others = board.colours.filter((colour) => colour !== ready && matters(colour));
    if (!others.length) return nothing;
    const shown = board.colours.filter((colour) => colour === ready || others.includes(colour));
    return html`<details class="all-hands"><summary title=${t("boards/blokus/all")}>${this.score()}${shown.map(
      (colour) => this.head(colour),
    )}</summary>${others.map((colour) => html`<div class="hand-pieces ${colour}" aria-hidden="true">${pieces(colour)}</div>`)}</details>`;
  }

  /** Which colour's pieces are put when a position is set up. @param {string} ready */
  paints(ready) {
    const { board } = this;
    const choose = (/** @type {string} */ colour) => () => ((board.painting = colour), board.hand.release());
    const button = (/** @type {string} */ colour) =>
      html`<button type="button" class=${`paint ${colour}`} data-colour=${colour}
        aria-pressed=${String(colour === ready)} @click=${choose(colour)}>${this.head(colour)}</button>`;
    return [this.score(), html`<div class="paints">${board.colours.map(button)}</div>`];
  }

  /** The buttons that turn, flip and lay, and how things stand. */
  paintTools() {
    const { board, said } = this;
    this.laying.hidden = !board.mode && !board.mine.length; // who only watches lays nothing
    const button = (/** @type {string} */ what, /** @type {string} */ sign, /** @type {() => void} */ click) =>
      html`<button type="button" data-lay=${what} aria-label=${t(`boards/blokus/${what}`)}
        title=${t(`boards/blokus/${what}`)} ?disabled=${!board.hand.hold || !board.mode} @click=${click}>${sign}</button>`;
    const tools = [
      button("left", "↺", () => board.hand.turn(-1)),
      button("right", "↻", () => board.hand.turn(1)),
      button("flip", "⇋", () => board.hand.flip()),
    ];
    display(
      this.laying,
      html`<div class="lay-tools">${tools}<button type="button" class="primary" data-lay="lay" data-lays=${said.move}
          ?disabled=${!said.move} @click=${() => board.hand.lay()}>${t("boards/blokus/lay")}</button></div>
        <p class="lay-note ${said.state}" role="status">${said.text}</p>`,
    );
  }

  /** A piece that lies ready. @param {string} colour @param {string} kind */
  tile(colour, kind) {
    const { board } = this;
    const held = board.hand.hold;
    const on = held?.kind === kind;
    const play = board.mode === "play";
    const count = board.places.kinds.get(kind) ?? 0;
    const hold = on && held ? held : { kind, turn: 0, flip: false };
    const label = play ? t("boards/blokus/piece", { piece: kind, count }) : kind;
    const press = (/** @type {PointerEvent} */ event) => board.grab.press(event, kind);
    const take = (/** @type {MouseEvent} */ event) =>
      board.grab.dropped || board.hand.take(kind, event.detail === 0 && event.isTrusted);
    const made = picture(colour, this.seen(hold));
    const lying = picture(colour, this.seen({ kind, turn: 0, flip: false })).style;
    const cell = ["wide", "high"].map((name) => `--cell-${name}: ${lying.getPropertyValue(`--${name}`)}`).join("; ");
    return html`<button type="button" class="tile ${on ? "on" : ""}" .style=${cell} data-piece=${kind}
      aria-label=${label} title=${label} aria-pressed=${String(on)} ?disabled=${!board.mayTake(kind)}
      @pointerdown=${press} @click=${take}>${made}</button>`;
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
