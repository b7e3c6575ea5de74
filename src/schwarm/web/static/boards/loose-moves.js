/** Moves that no click on the board can mean, such as skipping: buttons below it. */

import { t, told } from "../shared/texts.js";
import { html, nothing, show } from "../shared/view.js";

/** @typedef {import("../types").Choice} Choice */

/** Those of the moves that have no cell to click on. @param {Choice[] | null | undefined} moves @returns {Choice[]} */
export const looseOf = (moves) => (moves ?? []).filter((choice) => !choice.path.length);

/**
 * Offer them by name, grouped by kind.
 * @param {HTMLElement} place @param {import("./board.js").BoardElement | null} board @param {string} game @param
 * {Choice[]} found
 */
export function offerLoose(place, board, game, found) {
  const button = (/** @type {Choice} */ { move, cells, path }) =>
    html`<button type="button" class="choice" data-move=${move} @click=${() => board?.choose(move)}
      @pointerenter=${() => board?.suggest(cells ?? path)} @pointerleave=${() => board?.suggest([])}>${told(
        `games/${game}/moves/${move}`,
        move === "SKIP" || move === "-" ? t("ui/skip") : move,
      )}</button>`;
  const name = (/** @type {string} */ kind) =>
    html`<span class="kind-name kind-${kind}" title=${told(`games/${game}/kind_help/${kind}`, "")}>${told(
      `games/${game}/kinds/${kind}`,
      kind,
    )}</span>`;
  const kinds = [...new Set(found.map((choice) => choice.kind ?? ""))].map(
    (kind) =>
      html`<div class="choice-kind">${kind ? name(kind) : nothing}${found
        .filter((choice) => (choice.kind ?? "") === kind)
        .map(button)}</div>`,
  );
  show(place, kinds);
}
