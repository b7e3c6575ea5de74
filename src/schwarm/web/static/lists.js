/** Games as lines of a list. */

import { h } from "./dom.js";
import { badge } from "./players.js";
import { sideName, t, title, told } from "./texts.js";

/** @param {import("./types").Entry} entry @returns {HTMLElement} */
export function entryLine(entry) {
  const seats = Object.entries(entry.seats).map(([side, seat]) => {
    const name = seat.kind === "bot" ? t("ui/bot_level", { level: told(`ui/levels/${seat.level}`, seat.level) }) : seat.name || t("ui/guest");
    return h("span", { class: `seat ${entry.end?.winner === side ? "won" : ""}` }, badge(side), name);
  });
  const how = entry.end
    ? entry.end.winner ? t("ui/side_won", { side: sideName(entry.end.winner) }) : t("ui/draw")
    : t("ui/ply_count", { count: entry.ply });
  return h("li", { "data-id": entry.id },
    h("a", { class: "entry", href: `/game/${entry.id}` },
      h("span", { class: `game-mark ${entry.game}`, "aria-hidden": "true" }),
      h("span", { class: "entry-title" }, title(entry.game)),
      h("span", { class: "entry-seats" }, ...seats),
      h("span", { class: "entry-how" }, how, entry.watchers ? ` · ${t("ui/watching", { count: entry.watchers })}` : "")));
}
