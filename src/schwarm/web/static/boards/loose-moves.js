/** Moves that no click on the board can mean, such as skipping: buttons below it. */

import { h } from "../shared/dom.js";
import { t, told } from "../shared/texts.js";

/** @typedef {import("../types").Choice} Choice */

/** Those of the moves that have no cell to click on. @param {Choice[] | null | undefined} moves @returns {Choice[]} */
export const looseOf = (moves) => (moves ?? []).filter((choice) => !choice.path.length);

/**
 * Offer them by name, grouped by kind.
 * @param {HTMLElement} place @param {import("./board.js").BoardElement | null} board @param {string} game @param
 * {Choice[]} found
 */
export function offerLoose(place, board, game, found) {
  place.replaceChildren(
    ...[...new Set(found.map((choice) => choice.kind ?? ""))].map((kind) =>
      h(
        "div",
        { class: "choice-kind" },
        kind &&
          h(
            "span",
            { class: `kind-name kind-${kind}`, title: told(`games/${game}/kind_help/${kind}`, "") },
            told(`games/${game}/kinds/${kind}`, kind),
          ),
        ...found
          .filter((choice) => (choice.kind ?? "") === kind)
          .map((choice) =>
            h(
              "button",
              {
                type: "button",
                class: "choice",
                "data-move": choice.move,
                click: () => board?.choose(choice.move),
                pointerenter: () => board?.suggest(choice.cells ?? choice.path),
                pointerleave: () => board?.suggest([]),
              },
              told(
                `games/${game}/moves/${choice.move}`,
                choice.move === "SKIP" || choice.move === "-" ? t("ui/skip") : choice.move,
              ),
            ),
          ),
      ),
    ),
  );
}
