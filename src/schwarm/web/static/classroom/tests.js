/** Test matches of a team's program: against a level, or against its own last version, with the score as it comes. */

import { call, percent } from "./api.js";
import { saidIn } from "./games.js";
import { badge, busy, button, choice } from "./parts.js";
import { h, must, s } from "../shared/dom.js";
import { botChoice } from "../tables/strength.js";
import { reasonText } from "./words.js";
import { levelName, t } from "../shared/texts.js";

/** @typedef {{id: string, against: string, games: number, played: number, wins: number, draws: number, losses:
 * number, score: number | null, low: number | null, high: number | null, state: string, rival: string | null,
 * theirs: boolean}} Test */
/** @typedef {{number: number, record: number, result: "won" | "drawn" | "lost", reason: string, fault: string |
 * null}} TestGame */
/** @typedef {{games: (test: string) => Promise<TestGame[]>, watch: (record: number) => Promise<unknown>, answer:
 * (test: string, agreed: boolean) => Promise<unknown>, said: import("./games.js").Reader}} Sources where the games
 * of a test match, and what the program said in them, are asked for */

/** By test match, as far as they were asked for. @type {Map<string, {played: number, games: TestGame[]}>} */
const known = new Map();
const LENGTHS = ["10", "20", "50", "100"];
const LAST = "last version";

/** Whom it plays. @param {Test} test */
const against = ({ against, rival }) =>
  rival ??
  (against.startsWith("level ")
    ? t("class/kinds/level/short", { level: levelName(against.slice("level ".length)) })
    : t("class/tests/last_version"));

/**
 * The form that starts one. @param {string} game @param {boolean} older is there a version before the newest?
 * @param {{id: number, name: string}[]} rivals teams that can be asked
 * @param {(against: string, games: number) => Promise<unknown>} start
 */
export async function testForm(game, older, rivals, start) {
  const form = /** @type {HTMLFormElement} */ (must("#test"));
  const known = await call("");
  const levels = /** @type {string[]} */ (known.levels[game] ?? []).map(
    (level) => /** @type {[string, string]} */ ([`level ${level}`, botChoice(level, known.elo[game]?.[level])]),
  );
  const own = /** @type {[string, string][]} */ ([
    ...(older ? [[LAST, t("class/tests/last_version")]] : []),
    ...rivals.map(({ id, name }) => [`team ${id}`, t("class/tests/team", { name })]),
  ]);
  form.replaceChildren(
    choice("against", t("class/tests/against"), [...own, ...levels], older ? LAST : "level 3"),
    choice(
      "games",
      t("class/tests/games"),
      LENGTHS.map((count) => [count, count]),
      "20",
    ),
    h("button", { class: "primary" }, t("class/tests/start")),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const told = new FormData(form);
    void busy(form.querySelector("button"), () => start(String(told.get("against")), Number(told.get("games"))));
  });
}

/** The score and its interval on a scale from nothing to everything. @param {Test} test */
function scale(test) {
  const at = (/** @type {number | null} */ share) => 100 * (share ?? 0);
  return s(
    "svg",
    { class: "interval", viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" },
    s("line", { class: "even", x1: 50, x2: 50, y1: 0, y2: 10 }),
    s("rect", {
      class: "range",
      x: at(test.low),
      width: Math.max(0.5, at(test.high) - at(test.low)),
      y: 3,
      height: 4,
      rx: 1,
    }),
    s("rect", { class: "middle", x: at(test.score) - 0.6, width: 1.2, y: 0, height: 10 }),
  );
}

/** What the interval says. @param {Test} test */
function verdict(test) {
  if (test.low !== null && test.low > 0.5) return t("class/tests/stronger");
  if (test.high !== null && test.high < 0.5) return t("class/tests/weaker");
  return t(test.played >= test.games ? "class/tests/undecided" : "class/tests/not_yet");
}

/** A game of a test match: to be watched again, with what was said. @param {TestGame} game @param {Sources} sources */
const gameLine = (game, sources) =>
  h(
    "li",
    { class: `test-game ${game.result}` },
    button(
      t("class/tests/game", { number: game.number + 1 }),
      (pressed) => busy(pressed, () => sources.watch(game.record)),
      { class: "as-link" },
    ),
    h("span", {}, ` ${t(`class/results/${game.result}`)}, ${reasonText(game.reason)}`),
    saidIn(game.record, sources.said),
  );

/** The games of a test match, asked for when somebody opens them. @param {Test} test @param {Sources} sources */
function gamesBox(test, sources) {
  const list = h("ol", { class: "test-games" });
  const show = () => list.replaceChildren(...(known.get(test.id)?.games ?? []).map((game) => gameLine(game, sources)));
  const box = /** @type {HTMLDetailsElement} */ (
    h("details", { "data-key": `test-${test.id}` }, h("summary", {}, t("class/tests/watch")), list)
  );
  show();
  box.addEventListener("toggle", async () => {
    if (!box.open || known.get(test.id)?.played === test.played) return;
    await busy(null, async () => {
      known.set(test.id, { played: test.played, games: await sources.games(test.id) });
      show();
    });
  });
  return box;
}

/** What can be said to another team that has asked, or was asked.
 * @param {Test} test @param {Sources["answer"]} answer */
function asking(test, answer) {
  if (test.state !== "asked") return [];
  const says = (/** @type {string} */ key, /** @type {boolean} */ agreed) =>
    button(t(`class/tests/${key}`), (pressed) => busy(pressed, () => answer(test.id, agreed)), {
      "data-key": `${key}-${test.id}`,
    });
  return [
    h(
      "span",
      { class: "buttons" },
      ...(test.theirs ? [says("agree", true), says("decline", false)] : [says("take_back", false)]),
    ),
  ];
}

/** @param {Test} test @param {Sources} sources */
function line(test, sources) {
  const scored = test.played > 0 && test.score !== null && test.low !== null && test.high !== null;
  return h(
    "li",
    { class: "test", "data-test": test.id },
    h(
      "span",
      { class: "test-name" },
      t(test.theirs ? "class/tests/asked_by" : "class/tests/name", { against: against(test) }),
      " ",
      badge(test.state),
    ),
    ...asking(test, sources.answer),
    h("progress", {
      max: test.games,
      value: test.played,
      hidden: ["asked", "declined"].includes(test.state),
      "aria-label": t("class/games_of", { played: test.played, planned: test.games }),
    }),
    h(
      "span",
      { class: "small" },
      t("class/tests/count", {
        played: test.played,
        games: test.games,
        wins: test.wins,
        draws: test.draws,
        losses: test.losses,
      }),
    ),
    scored &&
      h(
        "span",
        { class: "test-score" },
        h("strong", {}, percent(test.score ?? 0)),
        ` ${t("class/tests/interval", { low: percent(test.low ?? 0), high: percent(test.high ?? 0) })}`,
      ),
    scored && /** @type {any} */ (scale(test)),
    scored && h("span", { class: "small" }, verdict(test)),
    test.played > 0 && gamesBox(test, sources),
  );
}

/** @param {Test[]} tests newest first @param {Sources} sources @returns {HTMLElement} */
export const testList = (tests, sources) => h("ol", { class: "tests" }, ...tests.map((test) => line(test, sources)));
