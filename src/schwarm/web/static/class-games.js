/** The games of a team: what came of each, and what went wrong in those that were lost by a fault. */

import { h } from "./dom.js";
import { t, told } from "./texts.js";

/** @typedef {{key: number[], opponent: string, result: "won" | "drawn" | "lost", points: number | null, reason: string, fault: string | null, log: string | null, record: number | null}} TeamGame */

/** @param {TeamGame[]} games */
export function scoreOf(games) {
  const count = (/** @type {string} */ result) => games.filter((game) => game.result === result).length;
  return games.length ? t("class/team/score", { won: count("won"), drawn: count("drawn"), lost: count("lost") }) : "";
}

/** @param {TeamGame} game */
function line(game) {
  const why = told(`ui/reasons/${game.reason}`, game.reason);
  return h(
    "li",
    { class: `team-game ${game.result}${game.fault ? " faulty" : ""}` },
    h("span", { class: "result" }, t(`class/results/${game.result}`)),
    h("span", { class: "against" }, game.opponent),
    h("span", { class: "small why" }, why, game.points === null || game.points === undefined ? "" : ` · ${t("class/team/points", { points: game.points })}`),
    game.record ? h("a", { href: `/record/${game.record}`, "aria-label": t("class/team/replay_of", { name: game.opponent }) }, t("class/team/replay")) : h("span", {}),
    game.fault &&
      h(
        "div",
        { class: "fault" },
        h("p", {}, h("strong", {}, t("class/team/fault")), " ", h("span", { lang: "en" }, game.fault)),
        game.record !== null && h("p", {}, h("a", { href: `/record/${game.record}` }, t("class/team/position"))),
        game.log && h("details", { "data-key": `game-${game.key.join("-")}` }, h("summary", {}, t("class/team/said")), h("pre", { tabindex: 0, lang: "en" }, game.log)),
      ),
  );
}

/** Those lost by a fault before all others. @param {TeamGame[]} games @returns {HTMLElement} */
export function gamesOf(games) {
  if (!games.length) return h("p", { class: "small" }, t("class/team/no_games"));
  return h("ol", { class: "team-games" }, ...games.filter((game) => game.fault).map(line), ...games.filter((game) => !game.fault).map(line));
}
