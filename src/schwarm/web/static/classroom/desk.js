/** The desk of whoever runs an event: teams as they come, what to do next, what was done. */

import "../shared/chrome.js";
import { call, download, timeText } from "./api.js";
import { changing, repeating, ruling } from "./corrections.js";
import { listBox } from "./list.js";
import { keepOperator, operator, secretOfAddress } from "./memory.js";
import { keyForm } from "./key.js";
import { formatText } from "./words.js";
import { badge, busy, button, copyable, qr, question, renew, watch } from "./parts.js";
import { teamTable } from "./team-table.js";
import { h, must, toast } from "../shared/dom.js";
import { reachable } from "../shared/reachable.js";
import { data, t, title, told } from "../shared/texts.js";

/** @typedef {import("./api.js").ClassEvent} ClassEvent */

const EVERY_MS = 2000;
const path = `/events/${data.event}`;
/** @type {ClassEvent} */ let event;

/** Do something as the operator and look at what came of it.
 * @param {string} what @param {Record<string, unknown>} [more] */
async function act(what, more = {}) {
  await call(`${path}/actions`, { token: operator(), body: { what, ...more } });
  await look();
}

// --- what to do ----------------------------------------------------------------------------------------------
/** The buttons that make sense now; the first is what comes next. @returns {HTMLElement[]} */
function actions() {
  const go = (/** @type {string} */ what, more = {}) =>
    button(t(`class/actions/${what}`), (pressed) => busy(pressed, () => act(what)), {
      "data-key": what,
      "data-action": what,
      ...more,
    });
  const first = { class: "primary" };
  const ready = event.teams.filter((team) => team.ready && !team.out).length;
  const start = button(t("class/actions/start"), (pressed) => busy(pressed, starting), {
    "data-key": "start",
    "data-action": "start",
    ...first,
  });
  const correct = (/** @type {string} */ what, /** @type {typeof repeating} */ how) =>
    button(t(`class/actions/${what}`), (pressed) => busy(pressed, () => how(event, act)), {
      "data-key": what,
      "data-action": what,
    });
  // Before the first game is over its terms may be changed, afterwards single results.
  const corrections = event.played
    ? [correct("repeat", repeating), correct("result", ruling)]
    : [correct("change", changing)];
  const day = event.day_over ? go("day", first) : null; // the next one waits for the operator, or for its time
  const end = event.endless
    ? button(t("class/actions/end"), (pressed) => busy(pressed, ending), { "data-key": "end", "data-action": "end" })
    : null;
  const byState = /** @type {Record<string, (HTMLElement | null)[]>} */ ({
    open: [ready > 1 ? start : null, go("close", ready > 1 ? {} : first), ...corrections],
    closed: [start, go("open"), ...corrections],
    running: [day, go("pause", day ? {} : first), end, ...corrections],
    paused: [go("resume", first), end, ...corrections],
    finished: [
      h("a", { class: "button primary", href: `/class/${event.id}/certificates` }, t("class/links/certificates")),
      ...corrections,
    ],
  });
  return /** @type {HTMLElement[]} */ ((byState[event.state] ?? []).filter(Boolean));
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
  const text = t(`class/now/${event.endless && event.event ? "ladder" : event.day_over ? "day_over" : event.state}`, {
    day: event.begun + 1,
    ready,
    teams: event.teams.length,
    played: event.played,
    planned: event.planned,
  });
  const bar =
    event.planned && event.state !== "open" && !event.endless
      ? h("progress", {
          max: event.planned,
          value: event.played,
          "aria-label": t("class/games_of", { played: event.played, planned: event.planned }),
        })
      : null;
  const how = (/** @type {import("./api.js").Live} */ game) =>
    game.missing?.length
      ? t("class/seat/waits", { names: game.missing.join(", ") })
      : t("class/beamer/ply", { ply: game.ply });
  const live = event.live.map((game) =>
    h("li", {}, game.names.join(" – "), h("span", { class: "small" }, ` ${how(game)}`)),
  );
  return [h("p", {}, text), bar, live.length ? h("ul", { class: "next live" }, ...live) : null];
}

/** Where pupils register. */
function joinBox() {
  if (!event.code) return [];
  const { address: origin, alone } = reachable();
  const address = `${origin}/class/${event.id}#${event.code}`;
  return [
    event.state === "open" || (event.endless && event.state !== "finished")
      ? qr(address, t("class/desk/qr"))
      : h("p", {}, t("class/desk/join_closed")),
    h("p", { class: "join-address" }, copyable(address, t("class/desk/join_link"))),
    alone && h("p", { class: "notice" }, t("class/desk/only_here"), " ", h("code", {}, "schwarm up --lan")),
  ];
}

function links() {
  const to = (/** @type {string} */ href, /** @type {string} */ key) =>
    h(
      "li",
      {},
      h("a", { href, target: "_blank" }, t(`class/links/${key}`)),
      h("span", { class: "small" }, ` ${t(`class/links/${key}_text`)}`),
    );
  return [
    to(`/class/${event.id}/beamer#${event.code ?? ""}`, "beamer"),
    event.event ? to(`/events/${event.event}`, "standings") : null,
    event.state === "finished" ? to(`/class/${event.id}/certificates`, "certificates") : null,
  ];
}

function exports() {
  const saved = (/** @type {string} */ name) =>
    h("a", { class: "button", href: `/events/${event.event}/${name}`, download: "" }, t(`class/exports/${name}`));
  const zip = button(
    t("class/exports/zip"),
    (pressed) => busy(pressed, () => download(`/api/class${path}/export`, operator(), `event-${event.id}.zip`)),
    { "data-key": "zip" },
  );
  return event.event
    ? [...["report.html", "results.xlsx", "tables.csv", "games.csv", "event.json"].map(saved), zip]
    : [zip];
}

function next() {
  return [
    h(
      "ol",
      { class: "next" },
      ...event.next
        .slice(0, 12)
        .map((one) =>
          h("li", {}, one.names.join(" – "), one.when && h("span", { class: "small" }, ` ${timeText(one.when)}`)),
        ),
    ),
  ];
}

function journal() {
  const lines = [...(event.journal ?? [])].reverse();
  if (!lines.length) return [h("li", { class: "small" }, t("class/desk/journal_empty"))];
  return lines.map((line) => {
    const { game, points, why: code, count, version, day } = line.detail;
    const what = told(`class/journal/${line.what}`, line.what)
      .replace("{version}", String(version))
      .replace("{day}", String(day));
    const why = code ? t(`class/stops/${code}`, { count: count ?? 0 }) : line.reason;
    const names = game !== undefined && game % 2 ? [...line.teams].reverse() : line.teams; // the one who began in front
    const single = game === undefined ? "" : `, ${t("class/tests/game", { number: game + 1 })}`;
    const concerned = line.team ?? names.join(" – ") + single + (points ? `: ${points.join(" : ")}` : "");
    return h(
      "li",
      {},
      h("time", { datetime: line.when }, timeText(line.when)),
      h(
        "span",
        {},
        what,
        concerned && `: ${concerned}`,
        why ? ` (${why})` : "",
        h("span", { class: "small" }, ` ${told(`class/who/${line.who}`, line.who)}`),
      ),
    );
  });
}

function draw() {
  document.title = `${event.name} – schwarm`;
  must("#name").textContent = event.name;
  renew("#state", event.state, () => [badge(event.state)]);
  document.body.dataset.state = event.state;
  must("#facts").textContent = [
    title(event.game),
    formatText(event),
    event.deadline ? t("class/until", { when: timeText(event.deadline) }) : "",
  ]
    .filter(Boolean)
    .join(" · ");
  renew(
    "#progress",
    [event.state, event.day_over, event.begun, event.played, event.planned, event.teams, event.live],
    progress,
  );
  renew(
    "#actions",
    [event.state, event.day_over, event.played > 0, event.teams.map((team) => [team.ready, team.out])],
    actions,
  );
  must("#rehearsal").hidden = !event.rehearsal;
  must("#list-box").hidden =
    event.rehearsal || !(event.state === "open" || (event.endless && ["running", "paused"].includes(event.state)));
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
    const found = /** @type {ClassEvent} */ (await call(path, { token: operator() }));
    said = "";
    // What everybody may see is not the operator's desk: after a new start the server knows another link.
    must("#locked").hidden = found.operator;
    must("#desk").hidden = !found.operator;
    document.body.dataset.desk = found.operator ? "open" : "locked";
    if (!found.operator) return;
    event = found;
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
keyForm(/** @type {HTMLFormElement} */ (must("#key")), look);
const secret = secretOfAddress();
if (secret) keepOperator(secret);
if (!operator()) location.href = "/operate";
await look();
listBox(data.event, look);
document.body.dataset.ready = "yes";
void watch(look, () => EVERY_MS);
