/** On the first page: today's puzzle of the chosen game, and a game that is played now. */

import { must } from "../shared/dom.js";
import { runningGames, tableCard } from "../tables/lists.js";
import { progress } from "../teaching/puzzle-progress.js";
import { ask } from "../shared/server.js";
import { data, t, title } from "../shared/texts.js";
import { html, nothing, show } from "../shared/view.js";

/** @typedef {import("../types").Entry} Entry */

const daily = /** @type {Record<string, string>} */ (data.daily);

/** Today's puzzle of a game, or of another one that has puzzles. @param {string} game */
export function showPuzzle(game) {
  const of = daily[game] ? game : (Object.keys(daily)[0] ?? "");
  const name = daily[of];
  must("#today-puzzle").hidden = !name;
  if (!name) return;
  const address = `/puzzles/${of}/${name}`;
  const solved = progress(of).tried[name] ? ` · ✓ ${t("people/today/solved")}` : "";
  show(
    "#today-puzzle > div",
    html`<a class="table-card" href=${address}>
      <img class="thumbnail" src="${address}/picture" alt="" width="240" height="176">
      <span class="entry-title">${title(of)}${solved}</span>
      <span class="season">${t("people/today/one_move")}</span></a>`,
  );
}

// --- a game that is played now, or the one that ended last ----------------------------------------------------
const news = runningGames();

/** Take in the list of games, or one that has changed. @param {any} message */
export async function hearGames(message) {
  const games = news(message);
  if (!games) return;
  const [running] = games;
  const shown =
    running ?? /** @type {Entry | undefined} */ ((await ask("/api/tables?ended=1").catch(() => null))?.ended[0]);
  must("#today-live h2").textContent = t(shown && !running ? "people/today/last" : "people/today/live");
  show("#today-live ul", shown ? tableCard(shown) : nothing);
  must("#today-live .nobody").hidden = !!shown;
}
