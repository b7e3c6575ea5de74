/** The desk of whoever runs an event: teams as they come, what to do next, what was done. */

import "./chrome.js";
import { call, download, timeText } from "./class-api.js";
import { keepOperator, operator, secretOfAddress } from "./class-memory.js";
import { formatText } from "./class-words.js";
import { badge, busy, button, choice, copyable, field, qr, question, renew, watch } from "./class-parts.js";
import { stageName } from "./class-places.js";
import { teamTable } from "./class-team-table.js";
import { h, must, toast } from "./dom.js";
import { ask } from "./server.js";
import { reachable } from "./reachable.js";
import { data, t, title, told } from "./texts.js";

/** @typedef {import("./class-api.js").ClassEvent} ClassEvent */

const EVERY_MS = 2000;
const path = `/events/${data.event}`;
/** @type {ClassEvent} */ let event;

/** Do something as the operator and look at what came of it. @param {string} what @param {Record<string, unknown>} [more] */
async function act(what, more = {}) {
  await call(`${path}/actions`, { token: operator(), body: { what, ...more } });
  await look();
}

// --- what to do ----------------------------------------------------------------------------------------------
/** The buttons that make sense now; the first is what comes next. @returns {HTMLElement[]} */
function actions() {
  const go = (/** @type {string} */ what, more = {}) =>
    button(t(`class/actions/${what}`), (pressed) => busy(pressed, () => act(what)), { "data-key": what, "data-action": what, ...more });
  const first = { class: "primary" };
  const ready = event.teams.filter((team) => team.ready && !team.out).length;
  const start = button(t("class/actions/start"), (pressed) => busy(pressed, starting), { "data-key": "start", "data-action": "start", ...first });
  const repeat = event.event && event.played ? button(t("class/actions/repeat"), (pressed) => busy(pressed, repeating), { "data-key": "repeat", "data-action": "repeat" }) : null;
  const byState = /** @type {Record<string, (HTMLElement | null)[]>} */ ({
    open: [ready > 1 ? start : null, go("close", ready > 1 ? {} : first)],
    closed: [start, go("open")],
    running: [go("pause", first), repeat],
    paused: [go("resume", first), repeat],
    finished: [h("a", { class: "button primary", href: `/class/${event.id}/certificates` }, t("class/links/certificates")), repeat],
  });
  return /** @type {HTMLElement[]} */ ((byState[event.state] ?? []).filter(Boolean));
}

async function starting() {
  const tested = event.teams.filter((team) => team.qualification && ["waiting", "running"].includes(team.qualification.state));
  if (tested.length) return toast(t("class/start/testing", { names: tested.map((team) => team.name).join(", ") }));
  const waiting = event.teams.filter((team) => !team.ready && !team.out);
  if (waiting.length) {
    const names = waiting.map((team) => team.name).join(", ");
    const sure = await question({ title: t("class/start/title"), text: t("class/start/not_ready", { names }), yes: t("class/actions/start") });
    if (!sure) return;
  }
  await act("start");
}

/** Play a match anew; its games so far stay in the journal only. */
async function repeating() {
  const found = await ask(`/api/events/${event.event}`);
  /** @type {[string, string][]} */ const matches = [];
  for (const stage of found.stages)
    for (const group of stage.groups)
      for (const match of group.days.flat())
        if (match.away !== null && (match.finished || match.games.length || match.won[0] + match.won[1] + match.drawn))
          matches.unshift([JSON.stringify(match.key), `${stageName(stage.name)}: ${match.home} ${match.won[0]} : ${match.won[1]} ${match.away}`]);
  if (!matches.length) return toast(t("class/repeat/none"));
  const answer = await question({
    title: t("class/repeat/title"),
    text: t("class/repeat/text"),
    fields: [choice("match", t("class/repeat/match"), matches), field("reason", t("class/reason"), { required: true, maxlength: 200 })],
    yes: t("class/actions/repeat"),
  });
  if (!answer) return;
  const [stage, group, day, match] = JSON.parse(answer.match ?? "[]");
  await act("repeat", { match: { stage, group, day, match }, reason: answer.reason });
}

// --- showing -------------------------------------------------------------------------------------------------
function progress() {
  const ready = event.teams.filter((team) => team.ready && !team.out).length;
  const text = t(`class/now/${event.state}`, { ready, teams: event.teams.length, played: event.played, planned: event.planned });
  const bar =
    event.planned && event.state !== "open"
      ? h("progress", { max: event.planned, value: event.played, "aria-label": t("class/games_of", { played: event.played, planned: event.planned }) })
      : null;
  const live = event.live.map((game) => h("li", {}, game.names.join(" – "), h("span", { class: "small" }, ` ${t("class/beamer/ply", { ply: game.ply })}`)));
  return [h("p", {}, text), bar, live.length ? h("ul", { class: "next live" }, ...live) : null];
}

/** Where pupils register. */
function joinBox() {
  if (!event.code) return [];
  const { address: origin, alone } = reachable();
  const address = `${origin}/class/${event.id}#${event.code}`;
  return [
    event.state === "open" ? qr(address, t("class/desk/qr")) : h("p", {}, t("class/desk/join_closed")),
    h("p", { class: "join-address" }, copyable(address, t("class/desk/join_link"))),
    alone && h("p", { class: "notice" }, t("class/desk/only_here"), " ", h("code", {}, "schwarm up --lan")),
  ];
}

function links() {
  const to = (/** @type {string} */ href, /** @type {string} */ key) =>
    h("li", {}, h("a", { href, target: "_blank" }, t(`class/links/${key}`)), h("span", { class: "small" }, ` ${t(`class/links/${key}_text`)}`));
  return [
    to(`/class/${event.id}/beamer#${event.code ?? ""}`, "beamer"),
    event.event ? to(`/events/${event.event}`, "standings") : null,
    event.state === "finished" ? to(`/class/${event.id}/certificates`, "certificates") : null,
  ];
}

function exports() {
  const saved = (/** @type {string} */ name) => h("a", { class: "button", href: `/events/${event.event}/${name}`, download: "" }, t(`class/exports/${name}`));
  const zip = button(
    t("class/exports/zip"),
    (pressed) => busy(pressed, () => download(`/api/class${path}/export`, operator(), `event-${event.id}.zip`)),
    { "data-key": "zip" },
  );
  return event.event ? [...["report.html", "tables.csv", "games.csv", "event.json"].map(saved), zip] : [zip];
}

function next() {
  return [
    h(
      "ol",
      { class: "next" },
      ...event.next.slice(0, 12).map((one) => h("li", {}, one.names.join(" – "), one.when && h("span", { class: "small" }, ` ${timeText(one.when)}`))),
    ),
  ];
}

function journal() {
  const lines = [...(event.journal ?? [])].reverse();
  if (!lines.length) return [h("li", { class: "small" }, t("class/desk/journal_empty"))];
  return lines.map((line) =>
    h(
      "li",
      {},
      h("time", { datetime: line.when }, timeText(line.when)),
      h("span", {}, told(`class/journal/${line.what}`, line.what), line.team ? `: ${line.team}` : "", line.reason ? ` (${line.reason})` : ""),
    ),
  );
}

function draw() {
  document.title = `${event.name} – schwarm`;
  must("#name").textContent = event.name;
  renew("#state", event.state, () => [badge(event.state)]);
  document.body.dataset.state = event.state;
  must("#facts").textContent = [title(event.game), formatText(event), event.deadline ? t("class/until", { when: timeText(event.deadline) }) : ""].filter(Boolean).join(" · ");
  renew("#progress", [event.state, event.played, event.planned, event.teams, event.live], progress);
  renew("#actions", [event.state, event.played > 0, event.teams.map((team) => [team.ready, team.out])], actions);
  must("#team-count").textContent = String(event.teams.length);
  renew("#teams", event.teams, () => [teamTable(event, act)]);
  must("#next-box").hidden = !event.next.length || !["running", "paused", "closed"].includes(event.state);
  renew("#next", event.next, next);
  renew("#journal", event.journal, journal);
  renew("#join", [event.code, event.state], joinBox);
  renew("#links", [event.event, event.state], links);
  renew("#exports", event.event, exports);
}

let said = ""; // the last refusal, which is told once

async function look() {
  try {
    event = await call(path, { token: operator() });
    draw();
    said = "";
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    if (message !== said) toast(message);
    said = message;
  }
}

must("#delete").addEventListener("click", async () => {
  const sure = await question({
    title: t("class/delete/title", { name: event.name }),
    text: t("class/delete/event_text", { teams: event.teams.length }),
    yes: t("class/delete/yes"),
    danger: true,
  });
  if (!sure) return;
  await busy(must("#delete"), async () => {
    await call(path, { token: operator(), method: "DELETE" });
    location.href = "/operate";
  });
});
const secret = secretOfAddress();
if (secret) keepOperator(secret);
if (!operator()) location.href = "/operate";
await look();
document.body.dataset.ready = "yes";
void watch(look, () => EVERY_MS);
