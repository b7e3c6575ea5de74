/** What the projector shows in turn: how to join, tables, next matches, a knock-out, and who won. */

import { percent, timeText } from "./api.js";
import { bracketOf, places } from "./places.js";
import { qr } from "./parts.js";
import { reachable } from "../shared/reachable.js";
import { t } from "../shared/texts.js";
import { html, nothing, show } from "../shared/view.js";

/** @typedef {import("../types").ClassEvent} ClassEvent */
/** @typedef {import("../types").GroupView} Group */
/** @typedef {import("../types").RowView} Row */
/** @typedef {import("../types").MatchView} Match */
/** @typedef {import("../types").StageView} Stage */
/** @typedef {import("../types").EventView} Tournament */

const ROWS = 16; // of a table beside another one
const MATCHES = 12;
const ONE_COLUMN = 10; // names that stand below each other
const TIES = 8; // of a round that still can be read from the last row

/** How many things stand below each other; the style sheet makes them as large as that allows.
 * @param {HTMLElement} place @param {number} rows @param {unknown} shown */
function sized(place, rows, shown) {
  place.style.setProperty("--rows", String(Math.max(rows, 6)));
  show(place, shown);
}

/** @param {HTMLElement} place @param {ClassEvent} event */
export function joinNow(place, event) {
  const code = sessionStorage.getItem(`class:code:${event.id}`) ?? "";
  const address = `${reachable().address}/class/${event.id}${code ? `#${code}` : ""}`;
  const names = event.teams
    .filter((team) => team.out === null)
    .map((team) => html`<li class=${team.ready ? "ready" : ""}>${team.name}</li>`);
  const columns = names.length > ONE_COLUMN ? 2 : 1;
  const invite = html`<div class="invite">
    ${qr(address, t("class/desk/qr"))}
    <p class="invite-how">${t("class/beamer/join_how")}</p>
    <p><code class="invite-address">${address}</code></p>
  </div>`;
  sized(
    place,
    Math.ceil(names.length / columns),
    html`${event.state === "open" ? invite : nothing}
      <div class="comers">
        <h3>${t("class/beamer/teams")} (${names.length})</h3>
        ${names.length ? html`<ul class="columns-${columns}">${names}</ul>` : html`<p>${t("class/beamer/waiting")}</p>`}
      </div>`,
  );
}

/** Is it a ladder, whose table goes by strength alone? @param {Group} group */
const byRating = (group) => !group.criteria.length && group.rows.some((row) => row.elo !== null);

/** The columns of a table behind matches: class, head and text of each. @param {Group} group */
function columnsOf(group) {
  /** @type {[string, string, (row: Row) => string][]} */ const found = [];
  if (group.criteria.length) found.push(["points", t("class/beamer/points"), (row) => String(row.values[0] ?? "")]);
  if (byRating(group)) found.push(["points", "Elo", ({ elo }) => (elo === null ? "" : String(Math.round(elo)))]);
  if (group.rows.some((row) => row.above_next !== null))
    found.push(["chance", t("class/beamer/above"), ({ above_next: p }) => (p === null ? "" : percent(p))]);
  return found;
}

/** The table of a group, in two halves if it is long. @param {HTMLElement} place @param {Group} group */
export function tables(place, group) {
  const columns = columnsOf(group);
  const parts = group.rows.length > ROWS ? [0, 1] : [0];
  const length = Math.ceil(group.rows.length / parts.length);
  const line = (/** @type {Row} */ row) =>
    html`<tr class=${row.rank <= 3 ? `rank-${row.rank}` : ""}>
      <td class="rank">${row.rank}</td><th scope="row">${row.name}</th><td>${row.matches.join("-")}</td>
      ${columns.map(([kind, , text]) => html`<td class=${kind}>${text(row)}</td>`)}
    </tr>`;
  const half = (/** @type {number} */ part) =>
    html`<table class="wall-table">
      <thead><tr>
        <th scope="col" class="rank">#</th><th scope="col">${t("class/beamer/team")}</th>
        <th scope="col">${t("class/beamer/matches")}</th>
        ${columns.map(([, head]) => html`<th scope="col">${head}</th>`)}
      </tr></thead>
      <tbody>${group.rows.slice(part * length, (part + 1) * length).map(line)}</tbody>
    </table>`;
  const [first] = group.rows;
  const sure =
    group.order_right !== null && group.first_best !== null && first
      ? html`<p class="sure">${t("class/beamer/sure", { name: first.name, best: percent(group.first_best) })}
          ${t("class/beamer/order")} <b>${percent(group.order_right)}</b></p>`
      : nothing;
  sized(place, length + 1, html`<div class="halves halves-${parts.length}">${parts.map(half)}</div>${sure}`);
}

/** @param {HTMLElement} place @param {ClassEvent} event */
export function nextMatches(place, event) {
  const shown = event.next.slice(0, MATCHES);
  const more = event.next.length - shown.length;
  sized(
    place,
    shown.length + (more ? 1 : 0),
    html`<ol class="wall-next">
        ${shown.map(
          ({ names, when }) =>
            html`<li>
              <span class="home">${names[0]}</span><span class="versus">–</span><span class="away">${names[1]}</span>
              ${when ? html`<span class="when">${timeText(when)}</span>` : nothing}
            </li>`,
        )}
      </ol>
      ${more ? html`<p class="sure">${t("class/beamer/more", { count: more })}</p>` : nothing}`,
  );
}

/** @param {Match | null} match @param {string} title */
function tie(match, title) {
  const line = (/** @type {string} */ name, /** @type {number} */ won) =>
    html`<div class=${match?.winner === name ? "tie-line won" : "tie-line"}><span>${name}</span><b>${won}</b></div>`;
  const unknown = html`<div class="tie-line">–</div>`;
  return html`<div class="tie-box"><span class="small">${title}</span>
    ${match ? line(match.home, match.won[0]) : unknown}
    ${match ? (match.away === null ? nothing : line(match.away, match.won[1])) : unknown}</div>`;
}

/** A knock-out, from the round on that fits a wall.
 * @param {HTMLElement} place @param {Stage} stage @param {Record<string, string>} titles */
export function bracket(place, stage, titles) {
  const { rounds, third } = bracketOf(stage.groups[0]?.days ?? []);
  const seen = rounds.filter((round) => round.length <= TIES);
  const name = (/** @type {(Match | null)[]} */ round) => {
    const title = round[0]?.title ?? (round.length === 1 ? "final" : round.length === 2 ? "semi-final" : "");
    return titles[title] ?? title;
  };
  const drawn = (/** @type {(Match | null)[]} */ round) =>
    html`<div class="bracket-round">
      ${round.map((match) => html`<div class="tie">${tie(match, name(round))}</div>`)}
    </div>`;
  sized(
    place,
    (seen[0]?.length ?? 1) * 2,
    html`<div class="bracket wall-bracket">${seen.map(drawn)}</div>
      ${third ? html`<div class="third-place">${tie(third, titles[third.title] ?? third.title)}</div>` : nothing}`,
  );
}

/** The first three, and everybody else's place. @param {HTMLElement} place @param {Tournament} tournament */
export function winners(place, tournament) {
  const all = places(tournament);
  const others = all.filter((one) => one.place > 3 || one.group !== null);
  const step = (/** @type {number} */ rank) => {
    const here = all.filter((one) => one.place === rank && one.group === null);
    if (!here.length) return nothing;
    const lot = here.some((one) => one.lot)
      ? html`<small class="by-lot">${t("class/certificates/by_lot")}</small>`
      : nothing;
    return html`<li class="step step-${rank}">
      <span class="step-name">${here.map((one) => one.name).join(", ")}</span>${lot}<span class="step-block">${rank}</span>
    </li>`;
  };
  sized(
    place,
    6,
    html`<ol class="podium">${[2, 1, 3].map(step)}</ol>
      <p class="others">${others.map((one) => `${one.place}. ${one.name}`).join("   ")}</p>`,
  );
}
