/** Games in lists: those that are played now as cards with small boards, finished ones as lines. */

import { badge } from "./badge.js";
import { language, levelName, sideName, t, title, told } from "../shared/texts.js";
import { html, nothing } from "../shared/view.js";

/** @typedef {import("../types").Entry} Entry */

// As the visitor's country writes dates, if it speaks the page's language.
const locale = navigator.language.startsWith(language) ? navigator.language : language;

/** Who plays; a winner, or who is to move, stands out. @param {Entry} entry */
const seats = (entry) =>
  Object.entries(entry.seats).map(([side, seat]) => {
    const name =
      seat.kind === "bot"
        ? t("ui/bot_level", { level: levelName(seat.level) })
        : seat.level === "client"
          ? t("ui/own_program")
          : seat.name || (seat.kind === "program" ? sideName(side) : t("ui/guest"));
    const state = entry.end?.winner === side ? "won" : entry.to_move === side ? "turn" : "";
    return html`<span class="seat ${state}">${badge(side, entry.game, Object.keys(entry.seats))}${name}</span>`;
  });

/** The position as it stands; another ply has another address, so that nothing old is shown. @param {Entry} entry */
const thumbnail = (entry) =>
  html`<img class="thumbnail" src="/api/tables/${entry.id}/picture?ply=${entry.ply}" alt="" loading="lazy"
    width="240" height="176">`;

/** Which game, and where it came from, if not from this page. @param {Entry} entry */
const heading = ({ game, source }) => {
  const origin = source === "contest" ? "desk/contest" : source === "upload" ? "desk/uploaded" : "";
  const tag = origin ? html`<span class="tag">${t(origin)}</span>` : nothing;
  return html`<span class="entry-title">${title(game)} ${tag}</span>`;
};

const season = (/** @type {Entry} */ entry) =>
  html`<span class="season">${told(`desk/seasons/${entry.game}`, "")}</span>`;

/** Part of a line, where there is something to tell. @param {string} text */
const part = (text) => (text ? html`<span>${text}</span>` : nothing);

/** A game that is played now, or has ended. @param {Entry} entry */
export const tableCard = (entry) =>
  html`<li data-id=${entry.id}><a class="table-card" href="/game/${entry.id}">
    ${thumbnail(entry)}${heading(entry)}${season(entry)}
    <span class="entry-seats">${seats(entry)}</span>
    <span class="entry-how">
      ${part(entry.end ? result(entry) : t("desk/moves_made", { count: entry.ply }))}
      ${part(entry.to_move ? t("desk/to_move_now", { side: sideName(entry.to_move) }) : "")}
      ${part(entry.watchers ? t("ui/watching", { count: entry.watchers }) : "")}
    </span></a></li>`;

/** What tells from each message of the server which games are played now, newest first; null if it was no news. */
export function runningGames() {
  /** @type {Map<string, Entry>} */ const entries = new Map();
  return (/** @type {any} */ message) => {
    if (message.type === "games") {
      entries.clear();
      for (const entry of message.games) entries.set(entry.id, entry);
    } else if (message.type === "entry") entries.set(message.entry.id, message.entry);
    else return null;
    return [...entries.values()].filter((entry) => entry.living).sort((a, b) => b.created - a.created);
  };
}

/** Why a game ended. @param {Entry} entry */
const why = ({ end }) => told(`ui/reasons/${end?.reason}`, end?.reason ?? "");

/** How a game ended, for everybody. @param {Entry} entry */
function result(entry) {
  const how = entry.end?.winner ? t("ui/side_won", { side: sideName(entry.end.winner) }) : t("ui/draw");
  return entry.end?.reason === "cancelled" ? why(entry) : `${how}: ${why(entry)}`;
}

/** How a game ended for one who played it. @param {Entry} entry @param {string} side */
export function outcome(entry, side) {
  const how = !entry.end?.winner ? "drawn" : entry.end.winner === side ? "won" : "lost";
  return html`<b class="outcome ${how}">${t(`people/mine/${how}`)}</b>: ${why(entry)}`;
}

/** A finished game. @param {Entry} entry @param {unknown} [how] it ended */
export function replayLine(entry, how = result(entry)) {
  const when = new Date(1000 * (entry.ended ?? entry.created));
  return html`<li data-id=${entry.id}><a class="entry finished" href="/game/${entry.id}">
    ${thumbnail(entry)}<span>${heading(entry)}<br>${season(entry)}</span>
    <span class="entry-seats">${seats(entry)}</span>
    <span class="entry-how"><span class="entry-result">${how}</span>
      <span><time datetime=${when.toISOString()}>${when.toLocaleString(locale, {
        dateStyle: "medium",
        timeStyle: "short",
      })}</time> · ${t("desk/length", { count: entry.ply })}</span></span></a></li>`;
}
