/** A team's own page: its program and whether it qualified, its games, its tests, its data. */

import "./chrome.js";
import { call, download, sizeText, timeText } from "./class-api.js";
import { forgetTeam, keepTeam, myTeam, operator, secretOfAddress } from "./class-memory.js";
import { gamesOf, scoreOf } from "./class-games.js";
import { badge, busy, button, copyable, question, renew, tested, watch } from "./class-parts.js";
import { testForm, testList } from "./class-tests.js";
import { uploadBox } from "./class-upload.js";
import { h, must, toast } from "./dom.js";
import { ask, keep } from "./server.js";
import { reachable } from "./reachable.js";
import { data, t, title } from "./texts.js";

/** @typedef {import("./class-api.js").Version} Version */
/** @typedef {import("./class-api.js").Reservation} Reservation */
/**
 * @typedef {{id: string, name: string, event: {id: string, name: string, game: string, state: string, event: number | null, deadline: string | null}, kind: string, level?: string | null,
 *   plays: number | null, live: import("./class-api.js").Live[], out: string | null, versions: Version[], games: import("./class-games.js").TeamGame[], tests: import("./class-tests.js").Test[],
 *   reservation?: Reservation | null}} TeamView
 */

const SOON_MS = 1500; // while something is being tried
const LATER_MS = 4000;
const NOWHERE = ["", "0.0.0.0", "::", "127.0.0.1", "::1", "localhost"]; // no addresses for others: the page's own name is one
const path = `/teams/${data.team}`;
let team = /** @type {TeamView} */ (/** @type {unknown} */ (null)); // until it is known

const secret = secretOfAddress();
const kept = myTeam(data.team);
const token = () => secret || myTeam(data.team)?.token || operator();

// --- showing -------------------------------------------------------------------------------------------------
/** @param {Version} version @param {boolean} newest */
function versionLine(version, newest) {
  const tried = version.qualification;
  const running = tried && (tried.state === "waiting" || tried.state === "running");
  return h(
    "li",
    { class: "version", "data-version": version.number },
    h("span", { class: "version-name" }, t("class/version", { number: version.number }), " ", tried ? tested(tried) : null),
    h("span", { class: "small" }, `${timeText(version.when)} · ${sizeText(version.size)} · `, h("code", {}, version.sha.slice(0, 10))),
    running && h("progress", { max: 1, value: tried.state === "running" ? tried.progress[0] / tried.progress[1] : null, "aria-label": t("class/states/running") }),
    newest && tried ? h("p", { class: tried.state === "failed" ? "notice refused" : "small" }, t(`class/qualification/${tried.state}`)) : null,
    tried?.log
      ? h("details", { "data-key": `log-${version.number}`, open: newest && tried.state === "failed" }, h("summary", {}, t("class/log")), h("pre", { tabindex: 0, lang: "en" }, tried.log))
      : null,
  );
}

function versions() {
  if (!team.versions.length) return [h("p", {}, t("class/team/no_program"))];
  const newestFirst = [...team.versions].sort((a, b) => b.number - a.number);
  return [h("ol", { class: "versions" }, ...newestFirst.map((version, i) => versionLine(version, i === 0)))];
}

/** The exact lines that start a client. */
function remote() {
  const reserved = team.reservation ?? kept?.reservation;
  if (!reserved) return [h("p", {}, t("class/team/no_reservation"))];
  const host = NOWHERE.includes(reserved.host) ? new URL(reachable().address).hostname : reserved.host;
  // A client comes once for each game; before its game is set up it is sent away, and comes again.
  const again = (/** @type {string} */ program) => `while sleep 1; do ${program} -h ${host} -p ${reserved.port} -r ${reserved.code}; done`;
  const own = again("./start.sh");
  const ours = again(`schwarm client ${team.event.game}`);
  return [
    h("p", {}, t("class/team/remote_text")),
    h("p", {}, copyable(own, t("class/team/command"))),
    h("p", { class: "small" }, t("class/team/remote_ours")),
    h("p", {}, copyable(ours, t("class/team/command"))),
  ];
}

function hand() {
  const games = team.live.filter((game) => game.table);
  return games.length
    ? [h("p", {}, t("class/team/your_game")), ...games.map((game) => button(t("class/team/play", { name: game.names.find((name) => name !== team.name) ?? "" }), (pressed) => busy(pressed, () => sit(game)), { class: "primary big" }))]
    : [h("p", {}, t(team.event.state === "finished" ? "class/team/hand_over" : "class/team/hand_wait"))];
}

/** Take the team's seat: its token is the right to move there. @param {import("./class-api.js").Live} game */
async function sit(game) {
  const state = await ask(`/api/tables/${game.table}`);
  keep(String(game.table), { [state.sides[game.names.indexOf(team.name)]]: token() });
  location.href = `/game/${game.table}`;
}

function links() {
  const { event } = team;
  return [
    event.event ? h("li", {}, h("a", { href: `/events/${event.event}` }, t("class/links/standings"))) : null,
    h("li", {}, h("a", { href: `/class/${event.id}/beamer` }, t("class/links/beamer"))),
    event.state === "finished" ? h("li", {}, h("a", { href: `/class/${event.id}/certificates` }, t("class/links/certificates"))) : null,
  ];
}

function draw() {
  const { event } = team;
  document.title = `${team.name} – ${event.name} – schwarm`;
  must("#name").textContent = team.name;
  must("#event-name").textContent = event.name;
  document.body.dataset.state = event.state;
  const state = team.out !== null && team.out !== undefined ? "out" : team.kind !== "upload" || team.plays !== null ? "ready" : team.versions.length ? "not_ready" : "no_program";
  renew("#state", state, () => [badge(state)]);
  must("#facts").textContent = [
    title(event.game),
    t(`class/kinds/${team.kind}/name`),
    t(`class/event_state/${event.state}`),
    event.deadline && event.state === "open" ? t("class/until", { when: timeText(event.deadline) }) : "",
    team.out ? t("class/team/out", { reason: team.out }) : "",
  ]
    .filter(Boolean)
    .join(" · ");
  const open = event.state === "open";
  must("#program-box").hidden = team.kind !== "upload";
  must("#upload").hidden = !open;
  must("#remote-box").hidden = team.kind !== "remote";
  must("#hand-box").hidden = team.kind !== "hand";
  must("#tests-box").hidden = team.kind !== "upload" || !team.versions.some((one) => one.qualification?.state === "passed");
  renew("#versions", team.versions, versions);
  renew("#remote", [team.reservation, team.kind], remote);
  renew("#hand", [team.live.map((game) => game.table), event.state], hand);
  renew("#games", team.games, () => [gamesOf(team.games)]);
  must("#score").textContent = scoreOf(team.games);
  renew("#tests", team.tests, () => [testList(team.tests)]);
  renew("#links", event, links);
}

/** Something is going on that ends within seconds. */
const lively = () =>
  team?.versions.some((one) => one.qualification && ["waiting", "running"].includes(one.qualification.state)) || team?.tests.some((one) => ["waiting", "running"].includes(one.state));

async function look() {
  try {
    team = await call(path, { token: token() });
  } catch (error) {
    const { code } = /** @type {import("./server.js").Refusal} */ (error).body ?? {};
    if (!team) {
      must("#name").textContent = t("class/team/title");
      must("#stranger").hidden = false;
      if (code !== "not_this_team") must("#stranger").textContent = String(/** @type {Error} */ (error).message);
    }
    return;
  }
  must("#stranger").hidden = true;
  must("#team").hidden = false;
  draw();
}

// --- doing ---------------------------------------------------------------------------------------------------
must("#share").addEventListener("click", async () => {
  await navigator.clipboard?.writeText(`${reachable().address}/teams/${data.team}#${token()}`).catch(() => null);
  toast(t("class/copied"));
});
must("#export").addEventListener("click", () =>
  busy(must("#export"), () => download(`/api/class${path}/export`, token(), `team-${data.team}.zip`)),
);
must("#delete").addEventListener("click", async () => {
  const sure = await question({ title: t("class/delete/title", { name: team.name }), text: t("class/delete/team_text"), yes: t("class/delete/yes"), danger: true });
  if (!sure) return;
  await busy(must("#delete"), async () => {
    await call(path, { token: token(), method: "DELETE" });
    forgetTeam(data.team);
    location.href = `/class/${team.event.id}`;
  });
});
await look();
if (team && secret) keepTeam({ id: team.id, token: secret, name: team.name, event: team.event.id, title: team.event.name, game: team.event.game });
if (team) {
  uploadBox(data.team, token, look);
  testForm(team.event.game, team.versions.length > 1, async (against, games) => {
    await call(`${path}/tests`, { token: token(), body: { against, games } });
    await look();
  });
  void watch(look, () => (lively() ? SOON_MS : LATER_MS));
}
document.body.dataset.ready = "yes";
