/** One's own profile: Elo over time in every game, games by opponent, mistakes to mend, and all finished games. */

import "../shared/chrome.js";
import { h, must, s, toast } from "../shared/dom.js";
import { replayLine } from "../tables/lists.js";
import { mistakes } from "../analysis/mistakes.js";
import { me, myToken } from "./people.js";
import { ask } from "../shared/server.js";
import { language, levelName, t, title, worded } from "../shared/texts.js";

/** @typedef {import("../types").Profile} Profile */
/** @typedef {import("../types").RatingPoint} RatingPoint */

const [WIDTH, HEIGHT, EDGE] = [600, 180, 34];
const STEP = 100; // Elo between two lines of the graph
const day = new Intl.DateTimeFormat(language, { dateStyle: "medium" });

/** Elo after each rated game: one step to the right for each, so that a busy evening is seen as well as a year.
 * @param {string} game @param {RatingPoint[]} points @returns {HTMLElement} */
function graph(game, points) {
  const elos = points.map((point) => point.elo);
  const [low, high] = [Math.floor(Math.min(...elos) / STEP) * STEP, Math.ceil((Math.max(...elos) + 1) / STEP) * STEP];
  const across = (/** @type {number} */ i) => EDGE + ((WIDTH - 2 * EDGE) * i) / Math.max(1, points.length - 1);
  const down = (/** @type {number} */ elo) => EDGE / 2 + ((HEIGHT - EDGE) * (high - elo)) / (high - low);
  const lines = [];
  for (let elo = low; elo <= high; elo += STEP * Math.ceil((high - low) / STEP / 4))
    lines.push(
      s("line", { class: "grid", x1: EDGE, x2: WIDTH - EDGE, y1: down(elo), y2: down(elo) }),
      s("text", { class: "tick", x: EDGE - 5, y: down(elo) + 4 }, String(elo)),
    );
  const told = t("people/profile/elo_of", {
    game: title(game),
    first: elos[0] ?? "",
    last: elos.at(-1) ?? "",
    count: points.length,
  });
  const dots = points.map((point, i) =>
    s(
      "a",
      { href: `/game/${point.table}`, "aria-label": `${day.format(1000 * point.ended)}: ${point.elo}` },
      s("circle", { class: "rated", cx: across(i), cy: down(point.elo), r: points.length > 60 ? 2.5 : 4.5 }),
      s("title", {}, `${day.format(1000 * point.ended)}: ${point.elo}`),
    ),
  );
  return h(
    "figure",
    { class: "elo-graph" },
    h("figcaption", {}, h("b", {}, title(game)), ` ${elos.at(-1) ?? ""}`),
    /** @type {any} */ (
      s(
        "svg",
        { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "group", "aria-label": told },
        ...lines,
        s("polyline", {
          class: "course",
          points: points.map((point, i) => `${across(i)},${down(point.elo)}`).join(" "),
        }),
        ...dots,
      )
    ),
  );
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
  const rows = opponents.filter((one) => !game || one.game === game);
  must("#opponents tbody").replaceChildren(
    ...rows.map((one) => {
      const games = one.won + one.drawn + one.lost;
      const share = `${Math.round((100 * (one.won + one.drawn / 2)) / games)} %`;
      return h(
        "tr",
        {},
        h("th", { scope: "row" }, opponentName(one)),
        h("td", {}, title(one.game)),
        ...[one.won, one.drawn, one.lost, share].map((value) => h("td", { class: "number" }, String(value))),
      );
    }),
  );
}

/** @type {number | null} */ let oldest = null;
async function older() {
  const query = oldest === null ? "" : `?before=${oldest}`;
  const found = /** @type {import("../types").MyGames} */ (
    await ask(`/api/people/me/games${query}`, undefined, myToken())
  );
  must("#history").append(...found.finished.map((one) => replayLine(one.entry)));
  oldest = found.finished.at(-1)?.entry.ended ?? oldest;
  must("#older").hidden = !found.more;
  must("#none").hidden = must("#history").childElementCount > 0;
}

/** What this browser remembers, of guests too. */
function drawMistakes() {
  const all = mistakes();
  must("#mistakes-part").hidden = !all.length;
  must("#mistakes").replaceChildren(
    ...all.map((one) =>
      h(
        "li",
        { class: "my-game" },
        h("span", { class: `game-mark ${one.game}`, "aria-hidden": "true" }),
        h("span", { class: "my-game-text" }, h("b", {}, title(one.game)), " ", worded(one.words)),
        h("a", { class: "button", href: `/game/${one.table}#mend=${one.ply}` }, t("people/profile/mend")),
      ),
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
  must("#elo").replaceChildren(
    ...(rated.length
      ? rated.map(([game, points]) => graph(game, points))
      : [h("p", { class: "small" }, t("people/you/no_elo"))]),
  );
  const which = /** @type {HTMLSelectElement} */ (must("#which"));
  for (const game of new Set(profile.opponents.map((one) => one.game)))
    which.append(h("option", { value: game }, title(game)));
  which.addEventListener("change", () => drawOpponents(profile, which.value));
  drawOpponents(profile, "");
  await older();
}
must("#older").addEventListener("click", older);
draw().catch((error) => toast(String(error.message)));
