/** What the signs of a board mean, below it; a kind of moves is lit on the board while its name is pointed at. */

import { h } from "../shared/dom.js";
import { drawLit, glyph, hasKinds, kindName } from "./kinds.js";
import { t, told } from "../shared/texts.js";

/** @typedef {import("./board.js").BoardElement} BoardElement */

const WISH = "legend"; // how the visitor wants it
const SEEN = "legend-seen"; // how many boards had it
const KNOWN = 3; // boards after which one knows it
const KINDS = ["S", "J", "C", "W", "V", "G", "U"];
const MARKS = /** @type {Record<string, string[]>} */ ({
  loop: ["hole"],
  portal: ["portal"],
  target: ["target", "reached"],
});

export class Legend {
  /** @param {BoardElement} board */
  constructor(board) {
    this.board = board;
    /** @type {HTMLElement | null} */ this.place = null;
    /** @type {HTMLElement} */ this.line = h("p", { class: "legend-help", "aria-live": "polite" });
    this.kept = ""; // the kind that was tapped or clicked
  }

  /** The signs that matter in this game; dim what the position lacks. */
  show() {
    const { board } = this;
    if (board.inert) return; // a picture: the words beside it say what it shows
    if (!hasKinds(board) && !told(`games/${board.scene?.game}/kinds/S`, "")) return;
    this.kept = "";
    board.litKind = null;
    if (!this.place) {
      this.place = h("div", { class: "legend" });
      board.append(this.place);
      board.classList.add("with-legend");
    }
    const moves = new Set((board.scene?.moves ?? []).map((move) => move.kind));
    const marks = new Set(board.scene?.board.marks.map((mark) => mark.kind));
    const present = (/** @type {string} */ kind) =>
      MARKS[kind] ? (MARKS[kind] ?? []).some((mark) => marks.has(mark)) : moves.has(kind);
    this.line.textContent = "";
    this.place.replaceChildren(
      h("button", {
        type: "button",
        class: "legend-fold",
        click: () => this.fold(!board.classList.contains("folded")),
      }),
      h(
        "div",
        { class: "legend-kinds", role: "group", "aria-label": t("boards/legend") },
        ...[...KINDS, ...Object.keys(MARKS)].map((kind) => this.button(kind, present(kind))),
      ),
      this.line,
    );
    this.fold(this.folded());
  }

  /** Is it folded away? As the visitor wished, and by itself once one has seen it for a while. */
  folded() {
    const wish = localStorage.getItem(WISH);
    return wish ? wish === "folded" : Number(localStorage.getItem(SEEN) ?? 0) > KNOWN;
  }

  /** @param {boolean} away */
  fold(away) {
    const { board } = this;
    if (away !== board.classList.contains("folded") && this.place?.dataset.shown)
      localStorage.setItem(WISH, away ? "folded" : "open");
    if (!this.place?.dataset.shown) localStorage.setItem(SEEN, String(Number(localStorage.getItem(SEEN) ?? 0) + 1));
    if (this.place) this.place.dataset.shown = "yes";
    board.classList.toggle("folded", away);
    const button = this.place?.querySelector(".legend-fold");
    if (!button) return;
    button.setAttribute("aria-expanded", String(!away));
    button.textContent = away ? "?" : "✕";
    button.setAttribute("aria-label", t("boards/legend"));
    button.setAttribute("title", t("boards/legend"));
  }

  /** @param {string} kind @param {boolean} there @returns {HTMLElement} */
  button(kind, there) {
    const { board } = this;
    const help = told(`boards/kind_help/${kind}`, "");
    const light = (/** @type {string} */ wish) => {
      board.litKind = wish || this.kept || null;
      const told_ = board.litKind ? told(`boards/kind_help/${board.litKind}`, "") : "";
      this.line.textContent = told_ && (wish === kind && !there ? `${told_} ${t("boards/none_now")}` : told_);
      drawLit(board);
    };
    const made = h(
      "button",
      {
        type: "button",
        class: `legend-kind kind-${kind} ${there ? "" : "absent"}`,
        "data-kind": kind,
        "aria-pressed": "false",
        title: help,
        click: () => {
          this.kept = this.kept === kind ? "" : kind;
          for (const other of this.place?.querySelectorAll("[data-kind]") ?? [])
            other.setAttribute("aria-pressed", String(other.getAttribute("data-kind") === this.kept));
          light(this.kept);
        },
        pointerenter: (/** @type {PointerEvent} */ event) => event.pointerType !== "touch" && light(kind),
        pointerleave: (/** @type {PointerEvent} */ event) => event.pointerType !== "touch" && light(""),
        focus: () => light(kind),
        blur: () => light(""),
      },
      glyph(kind),
      h("span", {}, kindName(board, kind)),
    );
    return made;
  }
}
