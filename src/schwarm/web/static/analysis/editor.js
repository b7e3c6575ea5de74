/** Setting up a position: pieces are put on cells and taken away; whether that can be, the rule book says. */

import { must } from "../shared/dom.js";
import { icon } from "../boards/pieces.js";
import { Refusal, ask, wrongs } from "../shared/server.js";
import { sideName, t, told } from "../shared/texts.js";
import { html, nothing, show } from "../shared/view.js";

/** @typedef {import("../types").Snapshot} Snapshot */
/** @typedef {import("../types").Piece} Piece */

const DIRECTIONS = 6;
const RUBBER = -1;

/** A piece by its name. @param {Piece} piece */
const named = (piece) =>
  [
    piece.side ? sideName(piece.side) : "",
    told(`ui/pieces/${piece.kind}`, piece.kind).replace("{size}", String(piece.size ?? 1)),
  ]
    .filter(Boolean)
    .join(" ");

export class Editor {
  /**
   * @param {{pieces: Piece[], numbers: {name: string, low: number, high: number}[], climbers: string[],
   *   lasting: string[]}} known
   *   pieces that can be put, numbers of each side that can be set, kinds that are put on top of others,
   *   and kinds that stay on the board, where each side's is moved and turned
   * @param {() => object} setup the game, its profile and options
   * @param {(scene: Snapshot, playable: boolean) => void} show
   * @param {boolean} whole does the board offer the pieces itself, of several cells each?
   */
  constructor({ pieces, numbers, climbers, lasting }, setup, show, whole) {
    this.whole = whole;
    this.pieces = pieces;
    this.icons = pieces.map((piece) => icon(piece));
    this.numbers = numbers;
    this.climbers = climbers;
    this.lasting = lasting;
    this.setup = setup;
    this.show = show;
    this.on = false;
    this.tool = 0;
    /** @type {Snapshot | null} */ this.valid = null; // the last position that could be
    /** @type {Snapshot | null} */ this.scene = null; // what is on the board now
    /** @type {Snapshot[]} */ this.past = [];
    this.asked = 0;
  }

  /** @param {boolean} on @param {Snapshot} scene */
  turn(on, scene) {
    this.on = on;
    document.body.classList.toggle("editing", on);
    must("#editor").hidden = !on;
    must("#edit").setAttribute("aria-pressed", String(on));
    must("#edit").textContent = t(on ? "desk/editor/done" : "desk/editor/edit");
    if (on) {
      this.valid = this.scene = scene;
      this.past = [];
      this.draw([]);
    } else if (this.valid) this.show(this.valid, true);
  }

  /** Something was done on the board. @param {import("../boards/play.js").Put} put */
  touch(put) {
    const { scene } = this;
    if ("cell" in put) return this.press(put.cell);
    if (!scene) return;
    const { cells, piece } = put;
    const others = scene.board.pieces.filter((one) => !cells.includes(one.cell));
    this.change([...others, ...(piece ? cells.map((cell) => ({ ...piece, cell })) : [])], scene.to_move ?? "");
  }

  /** A cell was clicked. @param {string} cell */
  press(cell) {
    const scene = this.scene;
    const place = scene?.board.cells.find((one) => one.id === cell);
    if (!scene || !place || place.kind === "hand") return;
    const here = scene.board.pieces.filter((piece) => piece.cell === cell);
    const chosen = this.pieces[this.tool];
    let next = scene.board.pieces;
    const top = here[here.length - 1];
    if (this.tool === RUBBER || !chosen) next = next.filter((piece) => piece !== top);
    else if (this.lasting.includes(chosen.kind)) next = this.shift(chosen, top, cell);
    else {
      const stacks = this.climbers.includes(chosen.kind) && here.length > 0;
      const same = top && top.kind === chosen.kind && top.side === chosen.side && top.size === chosen.size;
      const below = stacks ? here.map((piece) => ({ ...piece, covered: true })) : [];
      next = next.filter((piece) => piece.cell !== cell);
      next = [...next, ...below, ...(same && !stacks ? [] : [{ ...chosen, cell, level: below.length }])];
    }
    this.change(next, scene.to_move ?? scene.sides[0] ?? "");
  }

  /** A piece that stays on the board goes there; put on its own field it turns.
   * @param {Piece} chosen @param {Piece | undefined} top @param {string} cell */
  shift(chosen, top, cell) {
    return /** @type {Snapshot} */ (this.scene).board.pieces.map((piece) => {
      if (piece.kind !== chosen.kind || piece.side !== chosen.side) return piece;
      return piece === top ? { ...piece, rot: ((piece.rot ?? 0) + 1) % DIRECTIONS } : { ...piece, cell };
    });
  }

  /** @param {Piece[]} pieces @param {string} toMove */
  async change(pieces, toMove) {
    const scene = /** @type {Snapshot} */ (this.scene);
    this.past.push(scene);
    const draft = { ...scene, to_move: toMove, moves: [], last: null, board: { ...scene.board, pieces } };
    await this.put(draft);
  }

  /** Show what was put, and ask whether that can be. @param {Snapshot} draft */
  async put(draft) {
    this.scene = draft;
    this.show(draft, false);
    const cells = new Set(draft.board.cells.filter((cell) => cell.kind !== "hand").map((cell) => cell.id));
    const palette = new Set(this.pieces.map((piece) => piece.kind));
    const pieces = draft.board.pieces
      .filter((piece) => cells.has(piece.cell) && palette.has(piece.kind))
      .map(({ cell, kind, side, size, level, rot }) => ({
        cell,
        kind,
        side: side ?? null,
        size: size ?? 1,
        level: level ?? 0,
        rot: rot ?? null,
      }));
    const mine = ++this.asked;
    try {
      const found = /** @type {Snapshot} */ (
        await ask("/api/positions/arranged", {
          ...this.setup(),
          position: this.valid?.position,
          pieces,
          to_move: draft.to_move,
          numbers: this.read(draft),
        })
      );
      if (mine !== this.asked) return;
      this.valid = this.scene = found;
      this.show(found, true);
      this.draw([]);
    } catch (error) {
      if (mine !== this.asked) return;
      this.draw(error instanceof Refusal ? wrongs(error.body) : [String(error)]);
    }
  }

  /** The numbers of both sides that can be set.
   * @param {Snapshot} scene @returns {Record<string, Record<string, number>>} */
  read(scene) {
    if (!this.numbers.length) return {};
    const settable = (/** @type {{key: string, value: unknown}} */ fact) =>
      this.numbers.some((one) => one.name === fact.key);
    return Object.fromEntries(
      Object.entries(scene.board.sides).map(([side, own]) => [
        side,
        Object.fromEntries(own.facts.filter(settable).map((fact) => [fact.key, Number(fact.value)])),
      ]),
    );
  }

  /** @param {string} side @param {string} name @param {number} value */
  set(side, name, value) {
    const scene = /** @type {Snapshot} */ (this.scene);
    const own = scene.board.sides[side];
    if (!own || !Number.isInteger(value)) return;
    const facts = own.facts.map((fact) => (fact.key === name ? { ...fact, value } : fact));
    this.past.push(scene);
    const sides = { ...scene.board.sides, [side]: { ...own, facts } };
    this.put({ ...scene, moves: [], last: null, board: { ...scene.board, sides } });
  }

  /** Fields for the numbers of one side. @param {string} side */
  fields(side) {
    const facts = this.scene?.board.sides[side]?.facts ?? [];
    const value = (/** @type {string} */ name) => String(facts.find((fact) => fact.key === name)?.value ?? "");
    const written = (/** @type {Event} */ event) => Number(/** @type {HTMLInputElement} */ (event.target).value);
    return html`<fieldset class="editor-numbers">
      <legend>${sideName(side)}</legend>
      ${this.numbers.map(
        ({ name, low, high }) =>
          html`<label>${told(`ui/facts/${name}`, name)} <input type="number" id="edit-${side}-${name}" min=${low}
            max=${high} .value=${value(name)} @change=${(/** @type {Event} */ event) =>
              this.set(side, name, written(event))}></label>`,
      )}
    </fieldset>`;
  }

  back() {
    const before = this.past.pop();
    if (before) this.put(before);
  }

  /** @param {string[]} faults what the rule book has against the position */
  draw(faults) {
    const scene = /** @type {Snapshot} */ (this.scene);
    const take = (/** @type {number} */ number) => () => {
      this.tool = number;
      this.draw(faults);
    };
    const tool = (/** @type {number} */ number, /** @type {string} */ name, /** @type {Node | string} */ face) =>
      html`<button type="button" aria-pressed=${String(this.tool === number)} aria-label=${name} title=${name}
        class=${number === RUBBER ? "rubber" : ""} @click=${take(number)}>${face}</button>`;
    const turned = (/** @type {Event} */ event) =>
      this.change(scene.board.pieces, /** @type {HTMLSelectElement} */ (event.target).value);
    const empty = () =>
      this.change(
        scene.board.pieces.filter((piece) => this.lasting.includes(piece.kind)),
        scene.to_move ?? "",
      );
    const lasting = this.lasting.length > 0;
    /** The pieces of a side; those of nobody, and what takes pieces away. @param {string | null} side */
    const row = (side) => [
      ...this.pieces.map((piece, i) =>
        (piece.side ?? null) === side ? tool(i, named(piece), this.icons[i] ?? "") : nothing,
      ),
      side === null && !lasting ? tool(RUBBER, t("desk/editor/remove"), "⌫") : nothing,
    ];
    const palette = () =>
      html`<p class="small">${t(lasting ? "desk/editor/turn_help" : "desk/editor/pick")}</p>
        <div class="palette" role="group" aria-label=${t("desk/editor/edit")}>
          ${[...scene.sides, null].map((side) => html`<div class="palette-row">${row(side)}</div>`)}
        </div>`;
    show(
      "#editor",
      html`${this.whole ? nothing : palette()}
        ${
          this.numbers.length
            ? html`<div class="editor-sides">${scene.sides.map((name) => this.fields(name))}</div>`
            : nothing
        }
        <div class="editor-row">
          <label>${t("desk/editor/to_move")} <select id="edit-side" @change=${turned}>
            ${scene.sides.map(
              (name) => html`<option value=${name} .selected=${name === scene.to_move}>${sideName(name)}</option>`,
            )}
          </select></label>
          <span class="editor-row">${
            lasting
              ? nothing
              : html`<button type="button" id="edit-clear" @click=${empty}>${t("desk/editor/clear")}</button>`
          }
          <button type="button" id="edit-back" ?disabled=${!this.past.length} @click=${() => this.back()}>
            ${t("desk/editor/back")}</button></span>
        </div>
        <p id="faults" class=${faults.length ? "wrong" : ""} role="status">
          ${t(faults.length ? "desk/editor/impossible" : "desk/editor/possible")}
          ${faults.slice(0, 3).map((fault, i) => html`<span class="small">${i ? "; " : " "}${fault}</span>`)}
        </p>`,
    );
  }
}
