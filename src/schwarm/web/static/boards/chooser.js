/** Which move is meant, where the same clicks begin several: small choices beside the cell, each lit when pointed
 * at. */

import { glyph, kindName, light } from "./kinds.js";
import { lookOf } from "./looks.js";
import { layClear } from "./overlay.js";
import { t, told } from "../shared/texts.js";
import { element, html, nothing } from "../shared/view.js";

/** @typedef {import("./board.js").BoardElement} BoardElement */
/** @typedef {import("../types").Choice} Choice */

const FEW = 4; // choices below each other; more are set in two columns

/** What a choice does, in few words. @param {BoardElement} board @param {Choice} choice @returns {string} */
function detail(board, choice) {
  const parts = [];
  const counted = lookOf(board).kinds?.counted?.[choice.kind ?? ""];
  const count = counted && choice[counted];
  if (count) parts.push(t(`boards/detail/${choice.kind}`, { count: count.length }));
  for (const kind of choice.also ?? []) parts.push(told(`boards/detail/${kind}`, ""));
  if (choice.capture) parts.push(t("boards/detail/takes"));
  return parts.filter(Boolean).join(", ");
}

/** The cells that tell two choices with the same words apart. @param {Choice} choice @returns {string} */
function ends({ shape, goals, path }) {
  if (shape?.length) return `${shape[0]}–${shape[shape.length - 1]}`;
  return (goals ?? path).slice(-1).join();
}

/** Ask which of these moves is meant.
 * @param {BoardElement} board @param {string} id the cell pressed @param {Choice[]} choices */
export function openChooser(board, id, choices) {
  closeChooser(board);
  const words = choices.map((choice) => `${choice.kind} ${detail(board, choice)}`);
  const buttons = choices.map((choice, i) => {
    const alike = words.filter((text) => text === words[i]).length > 1;
    const told = [detail(board, choice), alike ? ends(choice) : ""].filter(Boolean).join(", ");
    const name = choice.chance ? t("boards/create") : choice.kind ? kindName(board, choice.kind) : choice.move;
    const show = () => light(board, [choice]);
    return html`<button type="button" class="choice kind-${choice.kind ?? ""}" data-move=${choice.move}
      @click=${() => board.choose(choice.move)} @pointerenter=${show} @focus=${show}>${glyph(board, choice.kind ?? "")}<span>${
        name
      }</span>${told ? html`<small>${told}</small>` : nothing}</button>`;
  });
  const chance = choices.some((choice) => choice.chance);
  const help = chance ? told(`boards/creation_help/${board.scene?.game}`, t("boards/creation")) : t("boards/which");
  const sheet = element(
    html`<div class="chooser ${choices.length > FEW ? "many" : ""}" role="group"
      aria-label=${t(chance ? "boards/creation" : "boards/which")}><p>${help}</p>${buttons}<button type="button" class="let-go"
        @click=${() => letGo(board)}>${t("boards/let_go")}</button></div>`,
  );
  sheet.addEventListener("keydown", (event) => {
    const all = /** @type {HTMLElement[]} */ ([...sheet.querySelectorAll("button")]);
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (event.key === "Escape") {
      letGo(board);
    } else if (step) {
      const here = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
      all[(here + step + all.length) % all.length]?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
  board.append(sheet);
  board.dataset.choosing = id;
  layClear(board, sheet, [id, ...choices.flatMap((choice) => [...(choice.shape ?? []), ...(choice.goals ?? [])])]);
  light(board, choices.length === 1 ? choices : choices.slice(0, 1));
  sheet.querySelector("button")?.focus({ preventScroll: true });
}

/** Ask no more.
 * @param {BoardElement} board @param {boolean} [back] does a piece that was put down go back to where it came from? */
export function closeChooser(board, back = false) {
  const sheet = board.querySelector(".chooser");
  delete board.dataset.choosing;
  if (!sheet) return;
  const focused = sheet.contains(document.activeElement);
  sheet.remove();
  if (focused) board.moveFocus(board.focusCell, true);
  if (!back) return;
  board.dropped = false;
  board.drawPosition();
}

/** None of them was meant. @param {BoardElement} board */
function letGo(board) {
  closeChooser(board, true);
  board.select([]);
}
