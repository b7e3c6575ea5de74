/** What the signs of a board mean, below it; a kind of moves is lit on the board while its name is pointed at. */

import { h } from "../shared/dom.js";
import { drawLit, glyph, kindName } from "./kinds.js";
import { lookOf } from "./looks.js";
import { t, told } from "../shared/texts.js";
import { show as display, html } from "../shared/view.js";

/** @typedef {import("./board.js").BoardElement} BoardElement */

const WISH = "legend"; // how the visitor wants it

export class Legend {
  /** @param {BoardElement} board */
  constructor(board) {
    this.board = board;
    /** @type {HTMLElement | null} */ this.place = null;
    this.kept = ""; // the kind that was tapped or clicked
    this.pointed = ""; // the kind that is pointed at
    this.away = false; // is it folded away?
  }

  /** The signs that matter in this game; dim what the position lacks. */
  show() {
    const { board } = this;
    if (board.inert) return; // a picture: the words beside it say what it shows
    if (!lookOf(board).kinds?.legend) return;
    this.kept = this.pointed = "";
    board.litKind = null;
    this.away = localStorage.getItem(WISH) !== "open";
    if (!this.place) {
      this.place = h("div", { class: "legend" });
      board.append(this.place);
      board.classList.add("with-legend");
    }
    this.paint();
  }

  paint() {
    const { board, kept, pointed, away } = this;
    const { legend = [], marks: named = {} } = lookOf(board).kinds ?? {};
    const moves = new Set((board.scene?.moves ?? []).map((move) => move.kind));
    const marks = new Set(board.scene?.board.marks.map((mark) => mark.kind));
    const present = (/** @type {string} */ kind) => named[kind]?.some((mark) => marks.has(mark)) ?? moves.has(kind);
    const fold = () => {
      this.away = !away;
      localStorage.setItem(WISH, this.away ? "folded" : "open");
      this.paint();
    };
    const button = (/** @type {string} */ kind) => {
      const point = (/** @type {PointerEvent} */ event) =>
        event.pointerType !== "touch" && this.light(event.type === "pointerenter" ? kind : "");
      const keep = () => this.light((this.kept = kept === kind ? "" : kind));
      return html`<button type="button" class="legend-kind kind-${kind} ${present(kind) ? "" : "absent"}" data-kind=${kind}
        aria-pressed=${String(kind === kept)} title=${told(`boards/kind_help/${kind}`, "")} @click=${keep}
        @pointerenter=${point} @pointerleave=${point} @focus=${() => this.light(kind)} @blur=${() => this.light("")}
        >${glyph(board, kind)}<span>${kindName(board, kind)}</span></button>`;
    };
    const help = pointed || kept ? told(`boards/kind_help/${pointed || kept}`, "") : "";
    const lacks = help && pointed && !present(pointed) ? ` ${t("boards/none_now")}` : "";
    const name = t("boards/legend");
    board.classList.toggle("folded", away);
    display(
      /** @type {HTMLElement} */ (this.place),
      html`<button type="button" class="legend-fold" aria-expanded=${String(!away)} aria-label=${name} title=${name}
          data-name=${t("boards/shapes")} @click=${fold}>${away ? "?" : "✕"}</button>
        <div class="legend-kinds" role="group" aria-label=${name}>${[...legend, ...Object.keys(named)].map(button)}</div>
        <p class="legend-help" aria-live="polite">${help}${lacks}</p>`,
    );
  }

  /** Light a kind, or the one that was kept. @param {string} kind */
  light(kind) {
    this.pointed = kind;
    this.board.litKind = kind || this.kept || null;
    this.paint();
    drawLit(this.board);
  }
}
