/** Moves of a lesson that are chosen by name: where several kinds lead to one cell, or no cell is clicked. */

import { h } from "./dom.js";
import { t, told } from "./texts.js";

/** @typedef {import("./types").Choice} Choice */

/**
 * List the moves with a kind, and those without a cell to click on.
 * @param {HTMLElement} place @param {import("./board.js").BoardElement | null} board @param {string} game
 * @param {Choice[]} named @param {import("./types").Snapshot | null} scene
 */
export function showChoices(place, board, game, named, scene) {
  const loose = board?.active ? (scene?.moves ?? []).filter((choice) => !choice.path.length) : [];
  const known = new Set();
  const found = [...named.filter((choice) => choice.kind), ...loose].filter(
    (choice) => !known.has(choice.move) && known.add(choice.move),
  );
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
              choice.move === "SKIP" || choice.move === "-"
                ? t("ui/skip")
                : told(`games/${game}/moves/${choice.move}`, choice.move),
            ),
          ),
      ),
    ),
  );
}
