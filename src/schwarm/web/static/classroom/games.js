/** The games of a team: what came of each, and what went wrong in those that were lost by a fault. */

import { h } from "../shared/dom.js";
import { faultText, reasonText } from "./words.js";
import { data, t } from "../shared/texts.js";

/** @typedef {{key: number[], opponent: string, result: "won" | "drawn" | "lost", points: number | null, reason:
 * string, fault_part: import("./words.js").Fault | null, record: number | null, counts: boolean}} TeamGame `record`
 * is null where nobody played */
/** @typedef {(record: number) => Promise<string>} Reader what the team's program said in a game */

/** @type {Map<number, string>} */ const read = new Map(); // what programs said in finished games never changes

/** A replay that is opened from a team's page has the team's notes beside it. */
const mine = () => (data.team ? `?team=${data.team}` : "");

/** What the program said in a game; it is asked for when somebody opens it.
 * @param {number} record @param {Reader} reader */
export function saidIn(record, reader) {
  const place = h("pre", { tabindex: 0, lang: "en" }, read.get(record) ?? "…");
  const box = /** @type {HTMLDetailsElement} */ (
    h("details", { class: "said", "data-key": `said-${record}` }, h("summary", {}, t("class/team/said")), place)
  );
  box.addEventListener("toggle", async () => {
    if (!box.open || read.has(record)) return;
    try {
      const said = await reader(record);
      if (!said) place.lang = "";
      read.set(record, said || t("class/team/said_nothing"));
      place.textContent = read.get(record) ?? "";
    } catch (error) {
      place.textContent = String(/** @type {Error} */ (error).message);
    }
  });
  return box;
}

/** @param {TeamGame[]} games */
export function scoreOf(games) {
  // As the table counts.
  const count = (/** @type {string} */ result) => games.filter((game) => game.counts && game.result === result).length;
  return games.length ? t("class/team/score", { won: count("won"), drawn: count("drawn"), lost: count("lost") }) : "";
}

/** @param {TeamGame} game @param {string} of which game it is @param {Reader | null} reader */
function line(game, of, reader) {
  const why = game.record === null ? t("class/team/walkover") : reasonText(game.reason);
  const fault = game.fault_part;
  return h(
    "li",
    { class: `team-game ${game.counts ? "" : "annulled "}${game.result}${fault ? " faulty" : ""}` },
    h("span", { class: "result" }, t(`class/results/${game.result}`)),
    h("span", { class: "against" }, game.opponent),
    h(
      "span",
      { class: "small why" },
      why,
      game.points === null || game.points === undefined ? "" : ` · ${t("class/team/points", { points: game.points })}`,
      game.counts ? "" : ` · ${t("class/team/annulled")}`,
    ),
    game.record
      ? h(
          "a",
          { href: `/record/${game.record}${mine()}`, "aria-label": t("class/team/replay_of", { name: game.opponent }) },
          t("class/team/replay"),
        )
      : h("span", {}),
    fault &&
      h(
        "div",
        { class: "fault" },
        h("p", {}, h("strong", {}, t("class/team/fault")), " ", faultText(fault, of)),
        game.record !== null &&
          h("p", {}, h("a", { href: `/record/${game.record}${mine()}` }, t("class/team/position"))),
      ),
    game.record !== null && reader && saidIn(game.record, reader),
  );
}

/** Those lost by a fault before all others. @param {TeamGame[]} games @param {string} of what is played
 * @param {Reader | null} reader null if no program of ours plays @returns {HTMLElement} */
export function gamesOf(games, of, reader) {
  if (!games.length) return h("p", { class: "small" }, t("class/team/no_games"));
  return h(
    "ol",
    { class: "team-games" },
    ...[...games.filter((game) => game.fault_part), ...games.filter((game) => !game.fault_part)].map((game) =>
      line(game, of, reader),
    ),
  );
}
