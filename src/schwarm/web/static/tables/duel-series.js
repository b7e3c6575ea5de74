/** A series of games between two bots: the result as it comes, and every game. */

import "../shared/chrome.js";
import { h, must, s, toast } from "../shared/dom.js";
import { reasonOf, tokenOf } from "./duel-tokens.js";
import { changedOptions } from "./rulecard.js";
import { ask } from "../shared/server.js";
import { data, language, t, title, told, worded } from "../shared/texts.js";

/** @typedef {import("../types").Series} Series */

const EVERY_MS = 1500;
const token = tokenOf(location.pathname);
let series = /** @type {Series} */ (data.series);
const address = `/api/series/${series.id}`;

/** @param {number} part */
const percent = (part) => new Intl.NumberFormat(language, { style: "percent" }).format(part);
/** A probability: nothing is said to be certain. @param {number} chance */
const likely = (chance) => (chance > 0.99 ? `> ${percent(0.99)}` : percent(chance));
/** @param {number} elo */
const signed = (elo) => (elo > 0 ? "+" : elo < 0 ? "−" : "±") + Math.abs(Math.round(elo));

let idle = 0; // looks in a row that found no game under way: between two games there is none for a moment

/** What is being played. */
function now() {
  idle = series.now.length ? 0 : idle + 1;
  if (idle > 1) return t("duels/waiting");
  return series.now.map((one) => t("duels/now", { number: one.number + 1, ply: one.ply })).join("; ");
}

/** Won, drawn, lost as a bar. @param {string} name */
function bar(name) {
  const { wins, draws, losses } = series;
  const part = (/** @type {string} */ kind, /** @type {number} */ count) =>
    count ? h("span", { class: `part ${kind}`, "data-count": count }, String(count)) : null;
  const made = h(
    "div",
    { class: "wdl", role: "img", "aria-label": t("duels/bar", { wins, draws, losses, name }) },
    part("won", wins),
    part("drawn", draws),
    part("lost", losses),
  );
  for (const span of made.querySelectorAll("span")) span.style.setProperty("flex-grow", span.dataset.count ?? "1"); // by the style object: the page allows no style attributes
  return made;
}

/** The share of the points and its interval on a scale from nothing to everything. */
function scale() {
  const { share, low, high } = series;
  if (share === null || low === null || high === null) return null;
  const x = (/** @type {number} */ part) => 10 + 380 * part;
  return s(
    "svg",
    {
      class: "scale",
      viewBox: "-10 0 420 54",
      role: "img",
      "aria-label": t("duels/scale", { low: percent(low), high: percent(high), share: percent(share) }),
    },
    s("line", { class: "axis", x1: 10, x2: 390, y1: 22, y2: 22 }),
    ...[0, 0.25, 0.5, 0.75, 1].flatMap((part) => [
      s("line", {
        class: part === 0.5 ? "half" : "tick",
        x1: x(part),
        x2: x(part),
        y1: part === 0.5 ? 6 : 17,
        y2: part === 0.5 ? 38 : 27,
      }),
      s("text", { x: x(part), y: 50, "text-anchor": "middle" }, percent(part)),
    ]),
    s("line", { class: "interval", x1: x(low), x2: x(high), y1: 22, y2: 22 }),
    s("line", { class: "interval end", x1: x(low), x2: x(low), y1: 14, y2: 30 }),
    s("line", { class: "interval end", x1: x(high), x2: x(high), y1: 14, y2: 30 }),
    s("circle", { class: "share", cx: x(share), cy: 22, r: 6 }),
  );
}

/** Who seems to be the stronger. @param {number} chance that the first one is */
function lead(chance) {
  const [first, second] = series.players;
  if (Math.abs(chance - 0.5) < 0.005) return t("duels/even");
  return t("duels/stronger", { name: chance > 0.5 ? first : second, chance: likely(Math.max(chance, 1 - chance)) });
}

function tally() {
  const [first, second] = series.players;
  const { share, low, high, elo, elo_low, elo_high, stronger } = series;
  if (share === null || low === null || high === null || elo === null || elo_low === null || elo_high === null)
    return [h("p", {}, t("duels/no_games"))];
  return [
    h(
      "p",
      { class: "score-line" },
      h("span", {}, first),
      " ",
      h("b", {}, `${points(series.wins, series.draws)} : ${points(series.losses, series.draws)}`),
      " ",
      h("span", {}, second),
    ),
    bar(first),
    h(
      "dl",
      { class: "figures" },
      ...[
        [
          t("duels/score"),
          t("duels/score_text", { share: percent(share) }),
          t("duels/interval", { low: percent(low), high: percent(high) }),
        ],
        [
          t("duels/elo"),
          t("duels/elo_text", { elo: signed(elo), low: signed(elo_low), high: signed(elo_high) }),
          lead(stronger ?? 0.5),
        ],
      ].map(([name, text, more]) =>
        h("div", {}, h("dt", {}, name ?? ""), h("dd", {}, text ?? "", h("span", { class: "small" }, more ?? ""))),
      ),
    ),
    scale(),
    h("p", { class: "small" }, t("duels/interval_help", { name: first })),
  ];
}

/** Points of so many games won and drawn, with halves. @param {number} won @param {number} drawn */
const points = (won, drawn) => new Intl.NumberFormat(language).format(won + drawn / 2);

/** @param {import("../types").SeriesGame} game */
function line(game) {
  const number = game.number + 1;
  const [one, other] = game.points;
  const winner = one > other ? game.first : other > one ? game.second : null;
  const result = winner ? t("duels/won", { name: winner }) : t(one ? "duels/drawn" : "duels/nobody");
  const kind = winner === series.players[0] ? "won" : winner ? "lost" : "drawn";
  const faults = Object.entries(game.faults).map(([name, fault]) => t("duels/fault", { name, fault: worded(fault) }));
  return h(
    "tr",
    {},
    h(
      "th",
      { scope: "row" },
      game.game === null
        ? String(number)
        : h("a", { href: `/record/${game.game}`, "aria-label": t("duels/replay", { number }) }, String(number)),
    ),
    h("td", {}, `${game.first} – ${game.second}`),
    h("td", {}, h("span", { class: `mark ${kind}`, "aria-hidden": "true" }), result),
    h("td", { title: faults.join("; ") }, told(`ui/reasons/${game.reason}`, game.reason)),
    h("td", {}, String(game.plies)),
  );
}

function draw() {
  const said = [t(`duels/states/${series.state}`), t("duels/played", { played: series.played, games: series.games })];
  must("#state").replaceChildren(
    h("span", { class: `lamp ${series.state}`, "aria-hidden": "true" }),
    h("b", {}, said.join(" · ")),
    h("progress", { max: series.games, value: series.played, "aria-label": said[1] }),
    series.state === "running" ? h("span", { class: "small", "aria-live": "off" }, now()) : "",
    series.why ? h("span", { class: "small warn", lang: "en" }, series.why) : "",
  );
  must("#tally").replaceChildren(...tally().filter((one) => one !== null));
  must("#stop").hidden = !token || series.state !== "running";
  must("#go-on").hidden = !token || !["stopped", "broken"].includes(series.state);
  must("#games").replaceChildren(...[...series.ended].reverse().map(line));
  must("#none").hidden = series.ended.length > 0;
  document.body.dataset.state = series.state;
  document.body.dataset.played = String(series.played);
}

/** What was agreed on: game, rules, starts. */
function terms() {
  const changed = changedOptions(/** @type {any} */ (series), data.book);
  must("#terms").textContent = [
    title(series.game),
    told(`ui/profiles/${series.profile}`, series.profile),
    ...changed.map(
      ([name, value]) =>
        `${told(`games/${series.game}/options/${name}/name`, name)}: ${told(`games/${series.game}/options/${name}/values/${value}`, typeof value === "boolean" ? t(value ? "ui/yes" : "ui/no") : String(value))}`,
    ),
    t("duels/openings", { count: series.opening_plies }),
  ]
    .filter(Boolean)
    .join(" · ");
}

/** @param {string} path */
async function order(path) {
  try {
    series = await ask(`${address}/${path}`, {}, token);
    draw();
    again();
  } catch (error) {
    toast(reasonOf(error));
  }
}
must("#stop").addEventListener("click", () => order("stop"));
must("#go-on").addEventListener("click", () => order("go-on"));

let timer = 0;
function again() {
  clearTimeout(timer);
  if (series.state !== "running") return;
  timer = setTimeout(async () => {
    if (document.visibilityState === "visible") {
      const next = /** @type {Series | null} */ (await ask(address).catch(() => null));
      if (next) {
        series = next;
        draw();
      }
    }
    again();
  }, EVERY_MS);
}
terms();
draw();
again();
