/** What the projector shows in turn: how to join, tables, next matches, a knock-out, and who won. */

import { percent, timeText } from "./api.js";
import { bracketOf, places } from "./places.js";
import { qr } from "./parts.js";
import { h } from "../shared/dom.js";
import { reachable } from "../shared/reachable.js";
import { t } from "../shared/texts.js";

/** @typedef {import("./api.js").ClassEvent} ClassEvent */
/** @typedef {import("./places.js").Group} Group */
/** @typedef {import("./places.js").Row} Row */
/** @typedef {import("./places.js").Match} Match */
/** @typedef {import("./places.js").Stage} Stage */
/** @typedef {import("./places.js").Tournament} Tournament */

const ROWS = 16; // of a table beside another one
const MATCHES = 12;
const ONE_COLUMN = 10; // names that stand below each other
const TIES = 8; // of a round that still can be read from the last row

/** How many things stand below each other; the style sheet makes them as large as that allows.
 * @param {HTMLElement} place @param {number} rows */
const sized = (place, rows) => place.style.setProperty("--rows", String(Math.max(rows, 6)));

/** @param {HTMLElement} place @param {ClassEvent} event */
export function joinNow(place, event) {
  const code = sessionStorage.getItem(`class:code:${event.id}`) ?? "";
  const address = `${reachable().address}/class/${event.id}${code ? `#${code}` : ""}`;
  const names = event.teams
    .filter((team) => team.out === null)
    .map((team) => h("li", { class: team.ready ? "ready" : "" }, team.name));
  const columns = names.length > ONE_COLUMN ? 2 : 1;
  sized(place, Math.ceil(names.length / columns));
  if (event.state === "open")
    place.append(
      h(
        "div",
        { class: "invite" },
        qr(address, t("class/desk/qr")),
        h("p", { class: "invite-how" }, t("class/beamer/join_how")),
        h("p", {}, h("code", { class: "invite-address" }, address)),
      ),
    );
  place.append(
    h(
      "div",
      { class: "comers" },
      h("h3", {}, `${t("class/beamer/teams")} (${names.length})`),
      names.length ? h("ul", { class: `columns-${columns}` }, ...names) : h("p", {}, t("class/beamer/waiting")),
    ),
  );
}

/** Is it a ladder, whose table goes by strength alone? @param {Group} group */
const byRating = (group) => !group.criteria.length && group.rows.some((row) => row.elo !== null);

/** @param {Group} group @param {Row} row @param {boolean} rated */
const tableRow = (group, row, rated) =>
  h(
    "tr",
    { class: row.rank <= 3 ? `rank-${row.rank}` : "" },
    h("td", { class: "rank" }, String(row.rank)),
    h("th", { scope: "row" }, row.name),
    h("td", {}, row.matches.join("-")),
    group.criteria.length ? h("td", { class: "points" }, String(row.values[0] ?? "")) : null,
    byRating(group) ? h("td", { class: "points" }, row.elo === null ? "" : String(Math.round(row.elo))) : null,
    rated ? h("td", { class: "chance" }, row.above_next === null ? "" : percent(row.above_next)) : null,
  );

/** The table of a group, in two halves if it is long. @param {HTMLElement} place @param {Group} group */
export function tables(place, group) {
  const rated = group.rows.some((row) => row.above_next !== null);
  const parts = group.rows.length > ROWS ? 2 : 1;
  const length = Math.ceil(group.rows.length / parts);
  sized(place, length + 1);
  const wide = h("div", { class: `halves halves-${parts}` });
  for (let part = 0; part < parts; part += 1)
    wide.append(
      h(
        "table",
        { class: "wall-table" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col", class: "rank" }, "#"),
            h("th", { scope: "col" }, t("class/beamer/team")),
            h("th", { scope: "col" }, t("class/beamer/matches")),
            group.criteria.length ? h("th", { scope: "col" }, t("class/beamer/points")) : null,
            byRating(group) ? h("th", { scope: "col" }, "Elo") : null,
            rated ? h("th", { scope: "col" }, t("class/beamer/above")) : null,
          ),
        ),
        h(
          "tbody",
          {},
          ...group.rows.slice(part * length, (part + 1) * length).map((row) => tableRow(group, row, rated)),
        ),
      ),
    );
  place.append(wide);
  if (group.order_right !== null && group.first_best !== null && group.rows[0])
    place.append(
      h(
        "p",
        { class: "sure" },
        t("class/beamer/sure", { name: group.rows[0].name, best: percent(group.first_best) }),
        ` ${t("class/beamer/order")} `,
        h("b", {}, percent(group.order_right)),
      ),
    );
}

/** @param {HTMLElement} place @param {ClassEvent} event */
export function nextMatches(place, event) {
  const shown = event.next.slice(0, MATCHES);
  sized(place, shown.length + (event.next.length > MATCHES ? 1 : 0));
  place.append(
    h(
      "ol",
      { class: "wall-next" },
      ...shown.map((one) =>
        h(
          "li",
          {},
          h("span", { class: "home" }, one.names[0] ?? ""),
          h("span", { class: "versus" }, "–"),
          h("span", { class: "away" }, one.names[1] ?? ""),
          one.when ? h("span", { class: "when" }, timeText(one.when)) : null,
        ),
      ),
    ),
  );
  if (event.next.length > MATCHES)
    place.append(h("p", { class: "sure" }, t("class/beamer/more", { count: event.next.length - MATCHES })));
}

/** @param {Match | null} match @param {string} title */
function tie(match, title) {
  const line = (/** @type {string} */ name, /** @type {number} */ won) =>
    h(
      "div",
      { class: match?.winner === name ? "tie-line won" : "tie-line" },
      h("span", {}, name),
      h("b", {}, String(won)),
    );
  return h(
    "div",
    { class: "tie-box" },
    h("span", { class: "small" }, title),
    ...(match
      ? [line(match.home, match.won[0]), match.away === null ? null : line(match.away, match.won[1])]
      : [h("div", { class: "tie-line" }, "–"), h("div", { class: "tie-line" }, "–")]),
  );
}

/** A knock-out, from the round on that fits a wall.
 * @param {HTMLElement} place @param {Stage} stage @param {Record<string, string>} titles */
export function bracket(place, stage, titles) {
  const { rounds, third } = bracketOf(stage.groups[0]?.days ?? []);
  const seen = rounds.filter((round) => round.length <= TIES);
  sized(place, (seen[0]?.length ?? 1) * 2);
  const name = (/** @type {(Match | null)[]} */ round) => {
    const title = round[0]?.title ?? (round.length === 1 ? "final" : round.length === 2 ? "semi-final" : "");
    return titles[title] ?? title;
  };
  place.append(
    h(
      "div",
      { class: "bracket wall-bracket" },
      ...seen.map((round) =>
        h(
          "div",
          { class: "bracket-round" },
          ...round.map((match) => h("div", { class: "tie" }, tie(match, name(round)))),
        ),
      ),
    ),
  );
  if (third) place.append(h("div", { class: "third-place" }, tie(third, titles[third.title] ?? third.title)));
}

/** The first three, and everybody else's place. @param {HTMLElement} place @param {Tournament} tournament */
export function winners(place, tournament) {
  const all = places(tournament);
  const steps = [2, 1, 3].map((rank) => ({
    rank,
    names: all.filter((one) => one.place === rank && one.group === null).map((one) => one.name),
  }));
  const others = all.filter((one) => one.place > 3 || one.group !== null);
  sized(place, 6);
  place.append(
    h(
      "ol",
      { class: "podium" },
      ...steps
        .filter((step) => step.names.length)
        .map((step) =>
          h(
            "li",
            { class: `step step-${step.rank}` },
            h("span", { class: "step-name" }, step.names.join(", ")),
            h("span", { class: "step-block" }, String(step.rank)),
          ),
        ),
    ),
    h("p", { class: "others" }, others.map((one) => `${one.place}. ${one.name}`).join("   ")),
  );
}
