/** The desk of whoever runs an event: teams as they come, what to do next, what was done. */

import "../shared/chrome.js";
import { call, download, timeText } from "./api.js";
import { changing, repeating, ruling } from "./corrections.js";
import { listBox } from "./list.js";
import { keepOperator, operator, secretOfAddress } from "./memory.js";
import { keyForm } from "./key.js";
import { formatText } from "./words.js";
import { places } from "./places.js";
import { badge, busy, button, copyable, qr, question, watch } from "./parts.js";
import { teamTable } from "./team-table.js";
import { must, toast } from "../shared/dom.js";
import { reachable } from "../shared/reachable.js";
import { ask } from "../shared/server.js";
import { data, t, title, told, worded } from "../shared/texts.js";
import { html, nothing, show } from "../shared/view.js";

/** @typedef {import("../types").ClassEvent} ClassEvent */
/** @typedef {{game?: number, points?: number[], version?: number, day?: number}} Detail
 * what the journal keeps besides who and why */

const EVERY_MS = 2000;
const path = `/events/${data.event}`;
/** @type {ClassEvent} */ let event;
/** @type {Map<string, number>} */ let ranks = new Map(); // once all games are played

/** Do something as the operator and look at what came of it.
 * @param {string} what @param {Record<string, unknown>} [more] */
async function act(what, more = {}) {
  await call(`${path}/actions`, { token: operator(), body: { what, ...more } });
  await look();
}

// --- what to do ----------------------------------------------------------------------------------------------
/** The buttons that make sense now; what comes next is the primary one. Each has its own place in the list. */
function actions() {
  const { state } = event;
  const ready = event.teams.filter((team) => team.ready && !team.out).length;
  const day = state === "running" && event.day_over; // the next one waits for the operator, or for its time
  const waits = state === "closed" || (state === "open" && ready > 1);
  const go = (/** @type {boolean} */ on, /** @type {string} */ what, primary = false, how = () => act(what)) =>
    on ? button(t(`class/actions/${what}`), how, { action: what, ...(primary && { kind: "primary" }) }) : nothing;
  const correct = (/** @type {boolean} */ on, /** @type {string} */ what, /** @type {typeof repeating} */ how) =>
    go(on, what, false, () => how(event, act));
  return [
    go(day, "day", true),
    go(waits, "start", true, starting),
    go(state === "open", "close", !waits),
    go(state === "closed", "open"),
    go(state === "running", "pause", !day),
    go(state === "paused", "resume", true),
    go(event.endless && ["running", "paused"].includes(state), "end", false, ending),
    state === "finished"
      ? html`<a class="button primary" href="/class/${event.id}/certificates">${t("class/links/certificates")}</a>`
      : nothing,
    // Before the first game is over its terms may be changed, afterwards single results.
    correct(!event.played, "change", changing),
    correct(!!event.played, "repeat", repeating),
    correct(!!event.played, "result", ruling),
  ];
}

async function ending() {
  const sure = await question({
    title: t("class/end/title", { name: event.name }),
    text: t("class/end/text"),
    yes: t("class/actions/end"),
  });
  if (sure) await act("end");
}

async function starting() {
  const tested = event.teams.filter(
    (team) => team.qualification && ["waiting", "running"].includes(team.qualification.state),
  );
  if (tested.length) return toast(t("class/start/testing", { names: tested.map((team) => team.name).join(", ") }));
  const waiting = event.teams.filter((team) => !team.ready && !team.out);
  if (waiting.length) {
    const names = waiting.map((team) => team.name).join(", ");
    const sure = await question({
      title: t("class/start/title"),
      text: t("class/start/not_ready", { names }),
      yes: t("class/actions/start"),
    });
    if (!sure) return;
  }
  await act("start");
}

// --- showing -------------------------------------------------------------------------------------------------
function progress() {
  const ready = event.teams.filter((team) => team.ready && !team.out).length;
  const { played, planned, live } = event;
  const text = t(`class/now/${event.endless && event.event ? "ladder" : event.day_over ? "day_over" : event.state}`, {
    day: event.begun + 1,
    ready,
    teams: event.teams.length,
    count: event.state === "finished" ? planned : event.teams.length,
    played,
    planned,
  });
  const how = (/** @type {import("../types").LiveGame} */ game) =>
    game.missing?.length
      ? t("class/seat/waits", { names: game.missing.join(", ") })
      : t("class/beamer/ply", { ply: game.ply });
  return html`<p>${text}</p>
    ${
      planned && event.state !== "open" && !event.endless
        ? html`<progress max=${planned} value=${played} aria-label=${t("class/games_of", { played, planned })}></progress>`
        : nothing
    }
    ${
      live.length
        ? html`<ul class="next live">
          ${live.map((game) => html`<li>${game.names.join(" – ")}<span class="small"> ${how(game)}</span></li>`)}
        </ul>`
        : nothing
    }
    ${event.absent?.length ? absent(event.absent) : nothing}`;
}

/** Who has to start a client again after the server's restart. @param {import("../types").AbsentTeam[]} teams */
function absent(teams) {
  const line = (/** @type {import("../types").AbsentTeam} */ { id, name, seconds }) =>
    html`<li data-team=${id}>${name}${
      seconds === null
        ? nothing
        : html`<span class="small"> ${t("class/desk/absent_wait", { seconds })}</span>
          ${button(t("class/actions/skip"), () => act("skip", { team: id }), { action: "skip", label: `${t("class/actions/skip")}: ${name}` })}`
    }</li>`;
  return html`<div class="notice absent"><p>${t("class/desk/absent")}</p><ul>${teams.map(line)}</ul></div>`;
}

/** Where pupils register. */
function joinBox() {
  if (!event.code) return nothing;
  const { address: origin, alone } = reachable();
  const address = `${origin}/class/${event.id}#${event.code}`;
  const open = event.state === "open" || (event.endless && event.state !== "finished");
  return html`${open ? qr(address, t("class/desk/qr")) : html`<p>${t("class/desk/join_closed")}</p>`}
    <p class="join-address">${copyable(address, t("class/desk/join_link"))}</p>
    ${alone ? html`<p class="notice">${t("class/desk/only_here")} <code>schwarm up --lan</code></p>` : nothing}`;
}

function links() {
  const to = (/** @type {string} */ href, /** @type {string} */ key) =>
    html`<li>
      <a href=${href} target="_blank">${t(`class/links/${key}`)}</a>
      <span class="small">${t(`class/links/${key}_text`)}</span>
    </li>`;
  return [
    to(`/class/${event.id}/beamer#${event.code ?? ""}`, "beamer"),
    event.event ? to(`/events/${event.event}`, "standings") : nothing,
    event.state === "finished" ? to(`/class/${event.id}/certificates`, "certificates") : nothing,
  ];
}

function exports() {
  const names = event.event ? ["report.html", "results.xlsx", "tables.csv", "games.csv", "event.json"] : [];
  return html`${names.map(
    (name) =>
      html`<a class="button" href="/events/${event.event}/${name}" download="">${t(`class/exports/${name}`)}</a>`,
  )}${button(t("class/exports/zip"), () => download(`${path}/export`, operator(), `event-${event.id}.zip`))}`;
}

const next = () =>
  html`<ol class="next">
    ${event.next
      .slice(0, 12)
      .map(
        ({ names, when }) =>
          html`<li>${names.join(" – ")}${when ? html`<span class="small"> ${timeText(when)}</span>` : nothing}</li>`,
      )}
  </ol>`;

/** @param {import("../types").JournalLine} line */
function noted(line) {
  const { game, points, version, day } = /** @type {Detail} */ (line.detail);
  const what = t(`class/journal/${line.what}`, { version: version ?? "", day: day ?? "" });
  const why = line.why ? worded(line.why.words) : line.reason;
  const names = game !== undefined && game % 2 ? [...line.teams].reverse() : line.teams; // the one who began in front
  const single = game === undefined ? "" : `, ${t("class/tests/game", { number: game + 1 })}`;
  const concerned = line.team ?? names.join(" – ") + single + (points ? `: ${points.join(" : ")}` : "");
  return html`<li>
    <time datetime=${line.when}>${timeText(line.when)}</time>
    <span>${what}${concerned && `: ${concerned}`}${why ? ` (${why})` : ""}
      <span class="small">${told(`class/who/${line.who}`, line.who)}</span></span>
  </li>`;
}

function draw() {
  const { state } = event;
  document.title = `${event.name} – schwarm`;
  must("#name").textContent = event.name;
  show("#state", badge(state));
  document.body.dataset.state = state;
  const until = event.deadline ? t("class/until", { when: timeText(event.deadline) }) : "";
  must("#facts").textContent = [title(event.game), formatText(event), until].filter(Boolean).join(" · ");
  show("#progress", progress());
  show("#actions", actions());
  must("#rehearsal").hidden = !event.rehearsal;
  must("#list-box").hidden =
    event.rehearsal || !(state === "open" || (event.endless && ["running", "paused"].includes(state)));
  must("#team-count").textContent = String(event.teams.length);
  show("#teams", teamTable(event, act, ranks));
  must("#next-box").hidden = !event.next.length || !["running", "paused", "closed"].includes(state);
  show("#next", next());
  const lines = [...(event.journal ?? [])].reverse();
  show("#journal", lines.length ? lines.map(noted) : html`<li class="small">${t("class/desk/journal_empty")}</li>`);
  show("#join", joinBox());
  show("#links", links());
  show("#exports", exports());
}

let ranked = -1; // lines of the journal when the places were asked for

/** The place of each team; none where groups have places of their own. @param {ClassEvent} found */
async function placed({ state, event: number, journal = [] }) {
  if (state !== "finished" || !number) return new Map();
  if (ranked === journal.length) return ranks;
  const all = places(await ask(`/api/events/${number}/tables`));
  ranked = journal.length;
  return new Map(all.some((one) => one.group !== null) ? [] : all.map((one) => [one.name, one.place]));
}

let said = ""; // the last refusal, which is told once

async function look() {
  try {
    const found = /** @type {ClassEvent} */ (await call(path, { token: operator() }));
    said = "";
    // What everybody may see is not the operator's desk: after a new start the server knows another link.
    must("#locked").hidden = found.operator;
    must("#desk").hidden = !found.operator;
    document.body.dataset.desk = found.operator ? "open" : "locked";
    if (!found.operator) return;
    event = found;
    ranks = await placed(found);
    draw();
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    if (message !== said) toast(message);
    said = message;
  }
}

must("#delete").addEventListener("click", async () => {
  const sure = await question({
    title: t("class/delete/title", { name: event.name }),
    text: t("class/delete/event_text", { teams: event.teams.length, count: event.teams.length }),
    yes: t("class/delete/yes"),
    danger: true,
  });
  if (!sure) return;
  await busy(must("#delete"), async () => {
    await call(path, { token: operator(), method: "DELETE" });
    location.href = "/operate";
  });
});
keyForm(/** @type {HTMLFormElement} */ (must("#key")), look);
const secret = secretOfAddress();
if (secret) keepOperator(secret);
if (!operator()) location.href = "/operate";
await look();
listBox(data.event, look);
document.body.dataset.ready = "yes";
void watch(look, () => EVERY_MS);
