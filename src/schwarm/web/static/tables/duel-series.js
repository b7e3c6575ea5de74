/** A series of games between two bots: the result as it comes, and every game. */

import "../shared/chrome.js";
import { must, toast } from "../shared/dom.js";
import { reasonOf, tokenOf } from "./duel-tokens.js";
import { changedOptions } from "./rulecard.js";
import { ask } from "../shared/server.js";
import { data, language, t, title, told, worded } from "../shared/texts.js";
import { html, nothing, show, svg } from "../shared/view.js";

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
    // By the style object: the page allows no style attributes.
    count ? html`<span class="part ${kind}" .style=${`flex-grow: ${count}`}>${count}</span>` : nothing;
  return html`<div class="wdl" role="img" aria-label=${t("duels/bar", { wins, draws, losses, name })}
    >${part("won", wins)}${part("drawn", draws)}${part("lost", losses)}</div>`;
}

/** The share of the points and its interval on a scale from nothing to everything. */
function scale() {
  const { share, low, high } = series;
  if (share === null || low === null || high === null) return nothing;
  const x = (/** @type {number} */ part) => 10 + 380 * part;
  const line = (/** @type {string} */ kind, /** @type {number[]} */ [x1, x2, y1, y2]) =>
    svg`<line class=${kind} x1=${x1} x2=${x2} y1=${y1} y2=${y2}></line>`;
  const label = t("duels/scale", { low: percent(low), high: percent(high), share: percent(share) });
  return html`<svg class="scale" viewBox="-10 0 420 54" role="img" aria-label=${label}>
    ${line("axis", [10, 390, 22, 22])}
    ${[0, 0.25, 0.5, 0.75, 1].map(
      (part) => svg`${part === 0.5 ? line("half", [x(part), x(part), 6, 38]) : line("tick", [x(part), x(part), 17, 27])}
        <text x=${x(part)} y="50" text-anchor="middle">${percent(part)}</text>`,
    )}
    ${line("interval", [x(low), x(high), 22, 22])}
    ${[low, high].map((end) => line("interval end", [x(end), x(end), 14, 30]))}
    <circle class="share" cx=${x(share)} cy="22" r="6"></circle></svg>`;
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
    return html`<p>${t("duels/no_games")}</p>`;
  const figures = [
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
  ];
  const [won, lost] = [points(series.wins, series.draws), points(series.losses, series.draws)];
  return html`<p class="score-line"><span>${first}</span> <b>${won} : ${lost}</b> <span>${second}</span></p>
    ${bar(first)}
    <dl class="figures">${figures.map(
      ([name, text, more]) => html`<div><dt>${name}</dt><dd>${text}<span class="small">${more}</span></dd></div>`,
    )}</dl>
    ${scale()}
    <p class="small">${t("duels/interval_help", { name: first })}</p>`;
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
  const replay = html`<a href="/record/${game.game}" aria-label=${t("duels/replay", { number })}>${number}</a>`;
  return html`<tr><th scope="row">${game.game === null ? number : replay}</th>
    <td>${game.first} – ${game.second}</td>
    <td><span class="mark ${kind}" aria-hidden="true"></span>${result}</td>
    <td title=${faults.join("; ")}>${told(`ui/reasons/${game.reason}`, game.reason)}</td>
    <td>${game.plies}</td></tr>`;
}

function draw() {
  const said = [t(`duels/states/${series.state}`), t("duels/played", { played: series.played, games: series.games })];
  show(
    "#state",
    html`<span class="lamp ${series.state}" aria-hidden="true"></span><b>${said.join(" · ")}</b>
      <progress max=${series.games} value=${series.played} aria-label=${said[1] ?? ""}></progress>
      ${series.state === "running" ? html`<span class="small" aria-live="off">${now()}</span>` : nothing}
      ${series.why ? html`<span class="small warn">${worded(series.why.words)}</span>` : nothing}`,
  );
  show("#tally", tally());
  must("#stop").hidden = !token || series.state !== "running";
  must("#go-on").hidden = !token || !["stopped", "broken"].includes(series.state);
  show("#games", [...series.ended].reverse().map(line));
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
