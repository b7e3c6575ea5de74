/** What whoever runs an event corrects: its terms before the first game, and single results afterwards. */

import { CLOCKS, clockName, clockOf, limitsOf } from "./clock.js";
import { choice, field, question } from "./parts.js";
import { stageName } from "./places.js";
import { stagesOf } from "./words.js";
import { toast } from "../shared/dom.js";
import { ask } from "../shared/server.js";
import { t } from "../shared/texts.js";

/** @typedef {import("../types").ClassEvent} ClassEvent */
/** @typedef {(what: string, more?: Record<string, unknown>) => Promise<unknown>} Act */

const PARTS = ["stage", "group", "day", "match", "game"];
const RESULTS = /** @type {[string, number[]][]} */ ([
  ["first", [2, 0]],
  ["draw", [1, 1]],
  ["second", [0, 2]],
  ["none", [0, 0]],
]);

/** Matches with games, newest first, as choices.
 * @param {ClassEvent} event @param {boolean} whole whole matches as well, not single games alone */
async function played(event, whole) {
  const found = /** @type {import("../types").EventView} */ (await ask(`/api/events/${event.event}`));
  /** @type {[string, string][]} */ const choices = [];
  for (const stage of found.stages)
    for (const match of stage.groups.flatMap((group) => group.days.flat())) {
      const games = match.games.filter((game) => game.game !== null);
      if (match.away === null || !games.length) continue;
      const single = /** @type {[string, string][]} */ (
        games.map((game) => [
          JSON.stringify([...match.key, game.number]),
          t("class/corrections/game", {
            number: game.number + 1,
            first: game.first,
            second: game.second,
            one: game.points[0],
            other: game.points[1],
          }),
        ])
      );
      const title = `${stageName(stage.name)}: ${match.home} ${match.won[0]} : ${match.won[1]} ${match.away}`;
      choices.unshift(
        ...(whole ? [/** @type {[string, string]} */ ([JSON.stringify(match.key), title])] : []),
        ...single,
      );
    }
  if (!choices.length) toast(t("class/repeat/none"));
  return choices;
}

/** @param {string | undefined} chosen */
const keyOf = (chosen) =>
  Object.fromEntries(
    JSON.parse(chosen ?? "[]").map((/** @type {number} */ part, /** @type {number} */ i) => [PARTS[i], part]),
  );
const why = () => field("reason", t("class/reason"), { required: true, maxlength: 200 });

/** Play a match anew, or one game of it; its games so far stay in the journal only.
 * @param {ClassEvent} event @param {Act} act */
export async function repeating(event, act) {
  const choices = await played(event, true);
  if (!choices.length) return;
  const answer = await question({
    title: t("class/repeat/title"),
    text: t("class/repeat/text"),
    fields: [choice("match", t("class/repeat/match"), choices), why()],
    yes: t("class/actions/repeat"),
  });
  if (answer) await act("repeat", { match: keyOf(answer.match), reason: answer.reason });
}

/** Decide how a finished game counts. @param {ClassEvent} event @param {Act} act */
export async function ruling(event, act) {
  const choices = await played(event, false);
  if (!choices.length) return;
  const results = RESULTS.map(([name]) => /** @type {[string, string]} */ ([name, t(`class/corrections/${name}`)]));
  const answer = await question({
    title: t("class/corrections/title"),
    text: t("class/corrections/text"),
    fields: [
      choice("match", t("class/corrections/which"), choices),
      choice("points", t("class/corrections/result"), results),
      why(),
    ],
    yes: t("class/actions/result"),
  });
  if (answer)
    await act("result", {
      match: keyOf(answer.match),
      points: Object.fromEntries(RESULTS)[answer.points ?? ""],
      reason: answer.reason,
    });
}

/** Another thinking time or number of games, before anything was played. @param {ClassEvent} event @param {Act} act */
export async function changing(event, act) {
  const clocks = CLOCKS.includes(clockOf(event)) ? CLOCKS : [clockOf(event), ...CLOCKS];
  const games = stagesOf(event)[0]?.games;
  const answer = await question({
    title: t("class/corrections/terms"),
    text: t("class/corrections/terms_text"),
    fields: [
      choice(
        "clock",
        t("class/form/clock"),
        clocks.map((clock) => [clock, clockName(clock)]),
        clockOf(event),
      ),
      field("games", t("class/form/games"), { type: "number", min: 1, max: 100, value: games ?? 2, required: true }),
      field("hand_s", t("class/form/hand_s"), {
        type: "number",
        min: 5,
        max: 3600,
        value: event.limits.hand_s ?? 60,
        required: true,
      }),
    ],
    yes: t("class/corrections/save"),
  });
  if (!answer) return;
  const chosen = Number(answer.games);
  await act("change", {
    limits: limitsOf(answer.clock ?? ""),
    hand_s: Number(answer.hand_s),
    ...(chosen === games ? {} : { games: chosen }),
  });
}
