/** What lies under the top of a stack, shown beside it on hover, focus and tap. */

import { s } from "../shared/dom.js";
import { drawPiece } from "./pieces.js";
import { t } from "../shared/texts.js";

/** @typedef {import("./board.js").BoardElement} BoardElement */

const APART = 1.05; // between two pieces shown

/** @param {BoardElement} board @param {string | null} id */
function show(board, id) {
  const layer = board.layer("peek");
  if (!layer) return;
  const pieces = (board.scene?.board.pieces ?? []).filter((piece) => piece.cell === id);
  if (!id || pieces.length < 2) return layer.replaceChildren();
  const stack = [...pieces].sort((a, b) => (b.level ?? 0) - (a.level ?? 0));
  const { x, y } = board.at(id);
  const [left, top, width] = /** @type {import("../types").Scene} */ (board.scene).board.view;
  const wide = stack.length * APART + 0.3;
  const middle = Math.min(Math.max(x, left + wide / 2), left + width - wide / 2);
  const above = y - 1.9 > top ? y - 1.35 : y + 1.35;
  layer.replaceChildren(
    s(
      "g",
      { "data-peek": id, transform: `translate(${middle},${above})`, "aria-hidden": "true" },
      s("rect", { class: "sheet", x: -wide / 2, y: -0.7, width: wide, height: 1.55, rx: 0.2 }),
      ...stack.map((piece, i) =>
        s(
          "g",
          { transform: `translate(${(i - (stack.length - 1) / 2) * APART},-0.08)` },
          drawPiece(board.facing(piece)),
        ),
      ),
      s("text", { class: "caption", y: 0.72 }, t("ui/stack")),
    ),
  );
}

/** @param {BoardElement} board */
export function peekInto(board) {
  const cell = (/** @type {Event} */ event) =>
    /** @type {Element} */ (event.target).closest("[data-cell]")?.getAttribute("data-cell") ?? null;
  board.svg.addEventListener("pointerover", (event) => show(board, cell(event)));
  board.svg.addEventListener("pointerdown", (event) => show(board, cell(event)));
  board.svg.addEventListener("focusin", (event) => show(board, cell(event)));
  board.svg.addEventListener("focusout", () => show(board, null));
  // A finger that leaves the glass has not lost its interest; a mouse that leaves the board has.
  board.svg.addEventListener("pointerleave", (event) => {
    if (/** @type {PointerEvent} */ (event).pointerType !== "touch") show(board, null);
  });
}
