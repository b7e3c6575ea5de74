/**
 * Moves that no click on the board can mean, as buttons. Skipping a turn that could be used comes last, is small and
 * is asked about first.
 */

import { t, told } from "../shared/texts.js";
import { html, nothing, openDialog, show } from "../shared/view.js";

/** @typedef {import("./board.js").BoardElement} BoardElement */
/** @typedef {import("../types").Choice} Choice */

const SKIPS = ["SKIP", "-"];

/** Those of the moves that have no cell to click on. @param {Choice[] | null | undefined} moves @returns {Choice[]} */
export const looseOf = (moves) => (moves ?? []).filter((choice) => !choice.path.length);

/**
 * Offer the loose moves by name, grouped by kind.
 * @param {HTMLElement} place @param {HTMLElement} last where a skip goes that gives a move away
 * @param {BoardElement | null} board @param {string} game @param {Choice[]} found
 */
export function offerLoose(place, last, board, game, found) {
  const given = (board?.scene?.moves ?? []).length > 1 ? found.filter(({ move }) => SKIPS.includes(move)) : [];
  const label = (/** @type {Choice} */ { move }) =>
    told(`games/${game}/moves/${move}`, SKIPS.includes(move) ? t("ui/skip") : move);
  const button = (/** @type {Choice} */ choice) =>
    html`<button type="button" class="choice" data-move=${choice.move} @click=${() => board?.choose(choice.move)}
      @pointerenter=${() => board?.suggest(choice.cells ?? choice.path)} @pointerleave=${() => board?.suggest([])}>${label(
        choice,
      )}</button>`;
  const name = (/** @type {string} */ kind) =>
    html`<span class="kind-name kind-${kind}" title=${told(`games/${game}/kind_help/${kind}`, "")}>${told(
      `games/${game}/kinds/${kind}`,
      kind,
    )}</span>`;
  const offered = found.filter((choice) => !given.includes(choice));
  const kinds = [...new Set(offered.map((choice) => choice.kind ?? ""))].map(
    (kind) =>
      html`<div class="choice-kind">${kind ? name(kind) : nothing}${offered
        .filter((choice) => (choice.kind ?? "") === kind)
        .map(button)}</div>`,
  );
  show(place, kinds);
  const skip = (/** @type {Choice} */ choice) =>
    html`<button type="button" class="skip-turn" data-skip=${choice.move}
      @click=${() => confirmSkip(label(choice), () => board?.choose(choice.move))}>${label(choice)} …</button>`;
  show(last, given.map(skip));
}

/** Ask before a turn is given away. @param {string} label @param {() => void} then */
function confirmSkip(label, then) {
  const dialog = openDialog(
    html`<dialog id="skip-dialog" aria-labelledby="skip-text"><p id="skip-text">${t("ui/really_skip")}</p>
      <div class="buttons"><button type="button" class="primary" autofocus @click=${() => dialog.close()}>${t(
        "ui/keep_turn",
      )}</button><button type="button" id="skip-confirm" @click=${() => (dialog.close(), then())}>${label}</button></div></dialog>`,
  );
}
