/** On the first page: one's name, games to go on with, and how many are in the lobby. */

import { must } from "../shared/dom.js";
import { hearGames } from "./home-today.js";
import { showMine } from "../people/my-games.js";
import { checked, eloText, greeting, me, nameField } from "../people/people.js";
import { Line } from "../shared/server.js";
import { t } from "../shared/texts.js";

/** Take the name in the field, if there is a new one; false if somebody has it. */
export const takeName = nameField(/** @type {HTMLInputElement} */ (must("[name=name]")), must("#name-note"));

/** @type {Record<string, import("../types").Standing>} */ let ratings = {};
let shown = "";

/** Show one's Elo in the game that is chosen. @param {string} game */
export function showElo(game) {
  shown = game;
  const elo = eloText(ratings[game]);
  must("#my-elo").textContent = elo ? `${t("people/you/elo")} ${elo}` : "";
  must("#rated-row").hidden = must("#profile-link").hidden = !me();
}

async function who() {
  ratings = await checked();
  showElo(shown);
}

const hello = () => ({ ...greeting(), games: true });
const line = new Line("/api/people/socket", hello(), (message) => {
  hearGames(message);
  if (message.type === "lobby") {
    const here = message.people.length + message.guests;
    const games = message.games.length;
    must("#lobby-count").textContent = [
      t(here === 1 ? "people/here_one" : "people/here_count", { count: here }),
      t(games === 0 ? "people/open_none" : games === 1 ? "people/open_one" : "people/open_count", { count: games }),
    ].join(" · ");
  } else if (message.type === "mine") {
    showMine(must("#mine"), message.games);
    must("#mine-part").hidden = !message.games.length;
  }
});
document.addEventListener("me", () => {
  line.greet(hello());
  must("#mine-part").hidden = true;
  who();
});
who();
