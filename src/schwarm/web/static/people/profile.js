/** One's own profile: Elo over time in every game, games by opponent, mistakes to mend, and all finished games. */

import "../shared/chrome.js";
import { must, tried } from "../shared/dom.js";
import { replayLine } from "../tables/lists.js";
import { mistakes } from "../analysis/mistakes.js";
import { me, myToken } from "./people.js";
import { ask } from "../shared/server.js";
import { language, levelName, t, title, worded } from "../shared/texts.js";
import { html, show, svg } from "../shared/view.js";

/** @typedef {import("../types").Profile} Profile */
/** @typedef {import("../types").RatingPoint} RatingPoint */

const [WIDTH, HEIGHT, EDGE] = [600, 180, 34];
const STEP = 100; // Elo between two lines of the graph
const day = new Intl.DateTimeFormat(language, { dateStyle: "medium" });

/** Elo after each rated game: one step to the right for each, so that a busy evening is seen as well as a year.
 * @param {string} game @param {RatingPoint[]} points */
function graph(game, points) {
  const elos = points.map((point) => point.elo);
  const [low, high] = [Math.floor(Math.min(...elos) / STEP) * STEP, Math.ceil((Math.max(...elos) + 1) / STEP) * STEP];
  const across = (/** @type {number} */ i) => EDGE + ((WIDTH - 2 * EDGE) * i) / Math.max(1, points.length - 1);
  const down = (/** @type {number} */ elo) => EDGE / 2 + ((HEIGHT - EDGE) * (high - elo)) / (high - low);
  const step = STEP * Math.ceil((high - low) / STEP / 4);
  const lines = Array.from({ length: Math.floor((high - low) / step) + 1 }, (_, i) => low + i * step);
  const told = t("people/profile/elo_of", {
    game: title(game),
    first: elos[0] ?? "",
    last: elos.at(-1) ?? "",
    count: points.length,
  });
  const course = points.map((point, i) => `${across(i)},${down(point.elo)}`).join(" ");
  const dot = (/** @type {RatingPoint} */ point, /** @type {number} */ i) => {
    const name = `${day.format(1000 * point.ended)}: ${point.elo}`;
    return svg`<a href="/game/${point.table}" aria-label=${name}>
      <circle class="rated" cx=${across(i)} cy=${down(point.elo)} r=${points.length > 60 ? 2.5 : 4.5}></circle>
      <title>${name}</title></a>`;
  };
  return html`<figure class="elo-graph"><figcaption><b>${title(game)}</b> ${elos.at(-1) ?? ""}</figcaption>
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="group" aria-label=${told}>
      ${lines.map(
        (elo) => svg`<line class="grid" x1=${EDGE} x2=${WIDTH - EDGE} y1=${down(elo)} y2=${down(elo)}></line>
          <text class="tick" x=${EDGE - 5} y=${down(elo) + 4}>${elo}</text>`,
      )}
      <polyline class="course" points=${course}></polyline>${points.map(dot)}</svg></figure>`;
}

/** @param {import("../types").Opponent} one */
const opponentName = (one) =>
  one.kind === "bot"
    ? t("ui/bot_level", { level: levelName(one.level) })
    : one.level === "client"
      ? t("ui/own_program")
      : one.name || t("ui/guest");

/** @param {Profile} profile @param {string} game */
function drawOpponents({ opponents }, game) {
  show(
    "#opponents tbody",
    opponents
      .filter((one) => !game || one.game === game)
      .map((one) => {
        const games = one.won + one.drawn + one.lost;
        const share = `${Math.round((100 * (one.won + one.drawn / 2)) / games)} %`;
        return html`<tr><th scope="row">${opponentName(one)}</th><td>${title(one.game)}</td>
          ${[one.won, one.drawn, one.lost, share].map((value) => html`<td class="number">${value}</td>`)}</tr>`;
      }),
  );
}

/** @type {number | null} */ let oldest = null;
/** @type {import("../types").Entry[]} */ const played = [];
async function older() {
  const query = oldest === null ? "" : `?before=${oldest}`;
  const found = /** @type {import("../types").MyGames} */ (
    await ask(`/api/people/me/games${query}`, undefined, myToken())
  );
  played.push(...found.finished.map((one) => one.entry));
  show(
    "#history",
    played.map((entry) => replayLine(entry)),
  );
  oldest = played.at(-1)?.ended ?? oldest;
  must("#older").hidden = !found.more;
  must("#none").hidden = played.length > 0;
}

/** What this browser remembers, of guests too. */
function drawMistakes() {
  const all = mistakes();
  must("#mistakes-part").hidden = !all.length;
  show(
    "#mistakes",
    all.map(
      (one) => html`<li class="my-game"><span class="game-mark ${one.game}" aria-hidden="true"></span>
        <span class="my-game-text"><b>${title(one.game)}</b> ${worded(one.words)}</span>
        <a class="button" href="/game/${one.table}#mend=${one.ply}">${t("people/profile/mend")}</a></li>`,
    ),
  );
}

async function draw() {
  must("#guest").hidden = !!me();
  must("#profile").hidden = !me() && !mistakes().length;
  drawMistakes();
  if (!me()) return;
  const profile = /** @type {Profile} */ (await ask("/api/people/me/profile", undefined, myToken()));
  must("#profile-name").textContent = profile.name;
  const rated = Object.entries(profile.history);
  const none = html`<p class="small">${t("people/you/no_elo")}</p>`;
  show("#elo", rated.length ? rated.map(([game, points]) => graph(game, points)) : none);
  const which = /** @type {HTMLSelectElement} */ (must("#which"));
  for (const game of new Set(profile.opponents.map((one) => one.game))) which.append(new Option(title(game), game));
  which.addEventListener("change", () => drawOpponents(profile, which.value));
  drawOpponents(profile, "");
  await older();
}
must("#older").addEventListener("click", older);
tried(draw);
