/** The card of a finished game: how it ended and why, what to do next, numbers and files. */

import { h } from "../shared/dom.js";
import { because, eloChange, result, scores } from "./result.js";
import { setupQuery } from "./rulecard.js";
import { t, worded } from "../shared/texts.js";

/** @typedef {import("../types").State} State */

/** What to play next: the same again, or something new.
 * @param {State} state @param {string[]} mine @param {import("../types").Book} book @param {() => void} again */
function onward(state, mine, book, again) {
  const rematch = mine.length
    ? h(
        "button",
        { type: "button", id: "rematch", class: "primary", click: again },
        t(state.rematch ? "ui/to_rematch" : "ui/rematch"),
      )
    : state.rematch
      ? h("a", { class: "button", href: `/game/${state.rematch}` }, t("ui/to_rematch"))
      : "";
  const anew = h("a", { class: "button", href: `/?game=${state.game}&${setupQuery(state, book)}` }, t("ui/new_game"));
  return h("div", { class: "buttons" }, rematch, anew);
}

/** Scores of both sides, and the game as a file. @param {State} state */
function numbers(state) {
  const file = (/** @type {string} */ kind) => `/api/tables/${state.id}/${kind}`;
  return h(
    "details",
    { class: "numbers" },
    h("summary", {}, t("desk/numbers")),
    scores(state),
    h(
      "div",
      { class: "buttons" },
      h("a", { class: "button", id: "download", href: file("record"), download: "" }, t("ui/download")),
      h("a", { class: "button", href: file("replay"), download: "" }, t("ui/download_replay")),
    ),
  );
}

/**
 * The parts of the card. @param {State} state @param {string[]} mine @param {import("../types").Book} book
 * @param {import("../boards/board.js").BoardElement | null} board @param {() => void} again
 * @returns {(HTMLElement | string)[]}
 */
export function resultCard(state, mine, book, board, again) {
  const why = because(state, board);
  const faults = Object.entries(state.end?.faults ?? {}).filter(([side]) => state.seats[side]?.kind === "program");
  return [
    h("h2", { class: state.end?.winner ?? "draw" }, result(state, mine)),
    eloChange(state, mine),
    why ? h("p", { class: "small because" }, why) : "",
    ...faults.map(([side, fault]) => h("p", { class: "small fault" }, `${state.seats[side]?.name}: ${worded(fault)}`)),
    onward(state, mine, book, again),
    numbers(state),
  ];
}
