/** Places of a tournament, worked out from its tables: the last stage first, then those who did not get so far. */

import { told } from "../shared/texts.js";

/** @typedef {import("../types").EventView} Tournament */
/** @typedef {import("../types").MatchView} Match */
/** @typedef {{name: string, place: number, stage: string, group: number | null, matches: [number, number, number],
 * games: [number, number, number], lot: boolean}} Placed */
/** @typedef {Tournament["stages"][number]["groups"][number]} Group */

/** @typedef {[number, number, number]} Counts won, drawn, lost */

/** Everybody's place. Where a stage has several groups, a place is one within its `group`.
 * @param {Tournament} tournament @returns {Placed[]} */
export function places(tournament) {
  /** @type {Map<string, Placed>} */ const found = new Map();
  const totals = /** @type {Map<string, {matches: Counts, games: Counts}>} */ (new Map());
  const counting = tournament.stages.filter((stage) => !stage.trial);
  for (const stage of counting)
    for (const row of stage.groups.flatMap((group) => group.rows)) {
      const sum = totals.get(row.name) ?? {
        matches: /** @type {Counts} */ ([0, 0, 0]),
        games: /** @type {Counts} */ ([0, 0, 0]),
      };
      for (const part of /** @type {const} */ (["matches", "games"]))
        row[part].forEach((count, i) => (sum[part][i] = (sum[part][i] ?? 0) + count));
      totals.set(row.name, sum);
    }
  for (const stage of [...counting].reverse())
    for (const group of stage.groups)
      for (const row of group.rows)
        if (!found.has(row.name)) {
          const sum = /** @type {{matches: Counts, games: Counts}} */ (totals.get(row.name));
          found.set(row.name, {
            name: row.name,
            place: row.rank,
            stage: stage.name,
            group: stage.groups.length > 1 ? group.number + 1 : null,
            lot: byLot(group, row.name),
            ...sum,
          });
        }
  return [...found.values()];
}

/** Has the lot decided a team's place: in its last match of a knock-out, or because a neighbour in the table is level
 * with it in everything that counts? @param {Group} group @param {string} name @returns {boolean} */
function byLot({ criteria, rows, days }, name) {
  const own = days.flat().filter((match) => match.winner && [match.home, match.away].includes(name));
  const last = own[own.length - 1];
  if (last?.decided_by) return last.decided_by === "lot";
  const before = criteria.indexOf("lot");
  if (before < 0) return false;
  const place = rows.findIndex((row) => row.name === name);
  const counted = (/** @type {number} */ i) => rows[i]?.values.slice(0, before).join();
  return [place - 1, place + 1].some((i) => counted(i) === counted(place));
}

/** The stage that is played now, or the last one. @param {Tournament} tournament */
export const currentStage = (tournament) =>
  tournament.stages.find((stage) => stage.groups.length && !stage.finished) ??
  [...tournament.stages].reverse().find((stage) => stage.groups.length);

/** The name of a stage that comes with a preset, in the visitor's language. @param {string} name @returns {string} */
export const stageName = (name) => told(`tournament/stages/${name}`, name);

const THIRD_PLACE = "match for third place";

/** A knock-out's rounds, those to come included, and the match for third place. @param {Match[][]} days */
export function bracketOf(days) {
  const first = days[0]?.length ?? 0;
  /** @type {(Match | null)[][]} */ const rounds = [];
  for (let count = first, number = 0; count >= 1; count = Math.floor(count / 2), number += 1) {
    const played = days[number]?.filter((match) => match.title !== THIRD_PLACE);
    rounds.push(played ?? Array(count).fill(null));
  }
  return { rounds, third: days.flat().find((match) => match.title === THIRD_PLACE) ?? null };
}
