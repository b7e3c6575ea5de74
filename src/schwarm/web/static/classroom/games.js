/** The games of a team: what came of each, and what went wrong in those that were lost by a fault. */

import { reasonText } from "./words.js";
import { data, t, worded } from "../shared/texts.js";
import { html, nothing, repeat } from "../shared/view.js";

/** @typedef {import("../types").TeamGame} TeamGame `record` is null where nobody played */
/** @typedef {(record: number) => Promise<string>} Reader what the team's program said in a game */

/** @type {Map<number, string>} */ const read = new Map(); // what programs said in finished games never changes

/** A replay that is opened from a team's page has the team's notes beside it. */
const mine = () => (data.team ? `?team=${data.team}` : "");

/** What the program said in a game; it is asked for when somebody opens it.
 * @param {number} record @param {Reader} reader */
export function saidIn(record, reader) {
  const asked = async (/** @type {Event} */ event) => {
    const box = /** @type {HTMLDetailsElement} */ (event.currentTarget);
    const place = /** @type {HTMLElement} */ (box.lastElementChild);
    if (!box.open || read.has(record)) return;
    try {
      read.set(record, (await reader(record)) || t("class/team/said_nothing"));
      place.textContent = read.get(record) ?? "";
    } catch (error) {
      place.textContent = String(/** @type {Error} */ (error).message);
    }
  };
  const said = read.get(record) ?? "…";
  return html`<details class="said" @toggle=${asked}>
    <summary>${t("class/team/said")}</summary><pre tabindex="0" lang="en" .textContent=${said}></pre></details>`;
}

/** @param {TeamGame[]} games */
export function scoreOf(games) {
  // As the table counts.
  const count = (/** @type {string} */ result) => games.filter((game) => game.counts && game.result === result).length;
  return games.length ? t("class/team/score", { won: count("won"), drawn: count("drawn"), lost: count("lost") }) : "";
}

/** @param {TeamGame} game @param {Reader | null} reader */
function line(game, reader) {
  const { record, fault, opponent: name } = game;
  const why = [
    record === null ? t("class/team/walkover") : reasonText(game.reason),
    game.points == null ? "" : t("class/team/points", { points: game.points }),
    game.counts ? "" : t("class/team/annulled"),
  ];
  const address = `/record/${record}${mine()}`;
  return html`<li class="team-game ${game.counts ? "" : "annulled "}${game.result}${fault ? " faulty" : ""}">
    <span class="result">${t(`class/results/${game.result}`)}</span>
    <span class="against">${name}</span>
    <span class="small why">${why.filter(Boolean).join(" · ")}</span>
    ${
      record
        ? html`<a href=${address} aria-label=${t("class/team/replay_of", { name })}>${t("class/team/replay")}</a>`
        : html`<span></span>`
    }
    ${
      fault
        ? html`<div class="fault">
          <p><strong>${t("class/team/fault")}</strong> ${worded(fault.words)}</p>
          ${record === null ? nothing : html`<p><a href=${address}>${t("class/team/position")}</a></p>`}
        </div>`
        : nothing
    }
    ${record !== null && reader ? saidIn(record, reader) : nothing}
  </li>`;
}

/** Those lost by a fault before all others. @param {TeamGame[]} games
 * @param {Reader | null} reader null if no program of ours plays */
export function gamesOf(games, reader) {
  if (!games.length) return html`<p class="small">${t("class/team/no_games")}</p>`;
  const faulty = [...games.filter((game) => game.fault), ...games.filter((game) => !game.fault)];
  return html`<ol class="team-games">
    ${repeat(
      faulty,
      ({ key }) => key.join(),
      (game) => line(game, reader),
    )}
  </ol>`;
}
