/** Test matches of a team's program: against a level, or against its own last version, with the score as it comes. */

import { call, percent } from "./api.js";
import { saidIn } from "./games.js";
import { badge, busy, button, choice } from "./parts.js";
import { must } from "../shared/dom.js";
import { botChoice } from "../tables/strength.js";
import { reasonText } from "./words.js";
import { levelName, t, worded } from "../shared/texts.js";
import { html, nothing, repeat, show, svg } from "../shared/view.js";

/** @typedef {import("../types").TestMatch} Test */
/** @typedef {import("../types").TestGameLine} TestGame */
/** @typedef {{games: (test: number) => Promise<TestGame[]>, watch: (record: number) => Promise<unknown>,
 *   answer: (test: number, agreed: boolean) => Promise<unknown>, said: import("./games.js").Reader}} Sources where the
 * games of a test match, and what the program said in them, are asked for */

/** By test match, as far as they were asked for. @type {Map<number, {played: number, games: TestGame[]}>} */
const known = new Map();
const LENGTHS = ["10", "20", "50", "100"];
const LAST = "last version";
const AGAIN_MS = 2000; // where the server is gone

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
  let offered = null;
  while (!(offered = await call("").catch(() => null))) await new Promise((done) => setTimeout(done, AGAIN_MS));
  const levels = /** @type {string[]} */ (offered.levels[game] ?? []).map(
    (level) => /** @type {[string, string]} */ ([`level ${level}`, botChoice(level, offered.elo[game]?.[level])]),
  );
  const own = /** @type {[string, string][]} */ ([
    ...(older ? [[LAST, t("class/tests/last_version")]] : []),
    ...rivals.map(({ id, name }) => [`team ${id}`, t("class/tests/team", { name })]),
  ]);
  const lengths = /** @type {[string, string][]} */ (LENGTHS.map((count) => [count, count]));
  show(
    form,
    html`${choice("against", t("class/tests/against"), [...own, ...levels], older ? LAST : "level 3")}
      ${choice("games", t("class/tests/games"), lengths, "20")}
      <button class="primary">${t("class/tests/start")}</button>`,
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
  const wide = Math.max(0.5, at(test.high) - at(test.low));
  return svg`<svg class="interval" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
    <line class="even" x1="50" x2="50" y1="0" y2="10"></line>
    <rect class="range" x=${at(test.low)} width=${wide} y="3" height="4" rx="1"></rect>
    <rect class="middle" x=${at(test.score) - 0.6} width="1.2" y="0" height="10"></rect>
  </svg>`;
}

/** What the interval says. @param {Test} test */
function verdict(test) {
  if (test.low !== null && test.low > 0.5) return t("class/tests/stronger");
  if (test.high !== null && test.high < 0.5) return t("class/tests/weaker");
  return t(test.played >= test.games ? "class/tests/undecided" : "class/tests/not_yet");
}

/** A game of a test match: to be watched again, with what was said. @param {TestGame} game @param {Sources} sources */
const gameLine = ({ number, record, result, reason, fault }, sources) =>
  html`<li class="test-game ${result}">
    ${button(t("class/tests/game", { number: number + 1 }), () => sources.watch(record), { kind: "as-link" })}
    <span>${t(`class/results/${result}`)}, ${reasonText(reason)}${fault ? ` (${worded(fault.words)})` : ""}</span>
    ${saidIn(record, sources.said)}
  </li>`;

/** The games of a test match, asked for when somebody opens them. @param {Test} test @param {Sources} sources */
function gamesBox(test, sources) {
  const opened = async (/** @type {Event} */ event) => {
    const box = /** @type {HTMLDetailsElement} */ (event.currentTarget);
    if (!box.open) return;
    if (known.get(test.id)?.played !== test.played)
      await busy(null, async () => known.set(test.id, { played: test.played, games: await sources.games(test.id) }));
    const list = /** @type {HTMLElement} */ (box.lastElementChild);
    const games = known.get(test.id)?.games ?? [];
    show(
      list,
      repeat(
        games,
        (game) => game.number,
        (game) => gameLine(game, sources),
      ),
    );
  };
  return html`<details @toggle=${opened}>
    <summary>${t("class/tests/watch")}</summary><ol class="test-games"></ol></details>`;
}

/** What can be said to another team that has asked, or was asked.
 * @param {Test} test @param {Sources["answer"]} answer */
function asking(test, answer) {
  if (test.state !== "asked") return nothing;
  const says = (/** @type {string} */ key, /** @type {boolean} */ agreed) =>
    button(t(`class/tests/${key}`), () => answer(test.id, agreed), { action: key });
  return html`<span class="buttons">
    ${test.theirs ? [says("agree", true), says("decline", false)] : says("take_back", false)}
  </span>`;
}

/** @param {Test} test @param {Sources} sources */
function line(test, sources) {
  const { played, games, wins, draws, losses, score, low, high } = test;
  const name = t(test.theirs ? "class/tests/asked_by" : "class/tests/name", { against: against(test) });
  return html`<li class="test" data-test=${test.id}>
    <span class="test-name">${name} ${badge(test.state)}</span>
    ${asking(test, sources.answer)}
    <progress max=${games} value=${played} ?hidden=${["asked", "declined"].includes(test.state)}
      aria-label=${t("class/games_of", { played, planned: games })}></progress>
    <span class="small">${t("class/tests/count", { played, games, wins, draws, losses })}</span>
    ${test.why ? html`<p class="notice refused">${worded(test.why.words)}</p>` : nothing}
    ${
      played > 0 && score !== null && low !== null && high !== null
        ? html`<span class="test-score"><strong>${percent(score)}</strong>
            ${t("class/tests/interval", { low: percent(low), high: percent(high) })}</span>
          ${scale(test)}<span class="small">${verdict(test)}</span>`
        : nothing
    }
    ${played > 0 ? gamesBox(test, sources) : nothing}
  </li>`;
}

/** @param {Test[]} tests newest first @param {Sources} sources */
export const testList = (tests, sources) =>
  html`<ol class="tests">
    ${repeat(
      tests,
      (test) => test.id,
      (test) => line(test, sources),
    )}
  </ol>`;
