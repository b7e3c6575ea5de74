/** Games in lists: those that are played now as cards with small boards, finished ones as lines. */

import { h } from "../shared/dom.js";
import { badge } from "./players.js";
import { language, levelName, sideName, t, title, told } from "../shared/texts.js";

/** @typedef {import("../types").Entry} Entry */

// As the visitor's country writes dates, if it speaks the page's language.
const locale = navigator.language.startsWith(language) ? navigator.language : language;

/** Who plays; a winner, or who is to move, stands out. @param {Entry} entry */
function seats(entry) {
  return Object.entries(entry.seats).map(([side, seat]) => {
    const name =
      seat.kind === "bot"
        ? t("ui/bot_level", { level: levelName(seat.level) })
        : seat.level === "client"
          ? t("ui/own_program")
          : seat.name || (seat.kind === "program" ? sideName(side) : t("ui/guest"));
    const state = entry.end?.winner === side ? "won" : entry.to_move === side ? "turn" : "";
    return h("span", { class: `seat ${state}` }, badge(side), name);
  });
}

/** The position as it stands; another ply has another address, so that nothing old is shown. @param {Entry} entry */
const thumbnail = (entry) =>
  h("img", {
    class: "thumbnail",
    src: `/api/tables/${entry.id}/picture?ply=${entry.ply}`,
    alt: "",
    loading: "lazy",
    width: 240,
    height: 176,
  });

/** Where a game came from, if not from this page. @param {Entry} entry */
const origin = (entry) =>
  entry.source === "contest" || entry.source === "upload"
    ? h("span", { class: "tag" }, t(entry.source === "contest" ? "desk/contest" : "desk/uploaded"))
    : null;

const season = (/** @type {Entry} */ entry) => h("span", { class: "season" }, told(`desk/seasons/${entry.game}`, ""));

/** A game that is played now. @param {Entry} entry @returns {HTMLElement} */
export function tableCard(entry) {
  return h(
    "li",
    { "data-id": entry.id },
    h(
      "a",
      { class: "table-card", href: `/game/${entry.id}` },
      thumbnail(entry),
      h("span", { class: "entry-title" }, title(entry.game), " ", origin(entry)),
      season(entry),
      h("span", { class: "entry-seats" }, ...seats(entry)),
      h(
        "span",
        { class: "entry-how" },
        h("span", {}, t("desk/moves_made", { count: entry.ply })),
        entry.to_move ? h("span", {}, t("desk/to_move_now", { side: sideName(entry.to_move) })) : null,
        entry.watchers ? h("span", {}, t("ui/watching", { count: entry.watchers })) : null,
      ),
    ),
  );
}

/** A finished game. @param {Entry} entry @returns {HTMLElement} */
export function replayLine(entry) {
  const how = entry.end?.winner ? t("ui/side_won", { side: sideName(entry.end.winner) }) : t("ui/draw");
  const why = told(`ui/reasons/${entry.end?.reason}`, entry.end?.reason ?? "");
  const when = new Date(1000 * (entry.ended ?? entry.created));
  return h(
    "li",
    { "data-id": entry.id },
    h(
      "a",
      { class: "entry finished", href: `/game/${entry.id}` },
      thumbnail(entry),
      h("span", {}, h("span", { class: "entry-title" }, title(entry.game), " ", origin(entry)), h("br"), season(entry)),
      h("span", { class: "entry-seats" }, ...seats(entry)),
      h(
        "span",
        { class: "entry-how" },
        h("span", { class: "entry-result" }, entry.end?.reason === "cancelled" ? why : `${how}: ${why}`),
        h(
          "span",
          {},
          h(
            "time",
            { datetime: when.toISOString() },
            when.toLocaleString(locale, { dateStyle: "medium", timeStyle: "short" }),
          ),
          ` · ${t("desk/length", { count: entry.ply })}`,
        ),
      ),
    ),
  );
}
