/** A team's own page: its program and whether it qualified, its games, its tests, its data. */

import "../shared/chrome.js";
import { call, download, percent, sizeText, timeText } from "./api.js";
import { forgetTeam, keepTeam, myTeam, operator, secretOfAddress } from "./memory.js";
import { gamesOf, scoreOf } from "./games.js";
import { badge, busy, button, copyText, copyable, question, renew, secretQr, tested, watch } from "./parts.js";
import { sit } from "./sit.js";
import { statistics } from "./stats.js";
import { testForm, testList } from "./tests.js";
import { judged, uploadBox } from "./upload.js";
import { logLines } from "./words.js";
import { h, must } from "../shared/dom.js";
import { reachable } from "../shared/reachable.js";
import { data, t, title } from "../shared/texts.js";

/** @typedef {import("./api.js").Version} Version */
/** @typedef {import("./api.js").Reservation} Reservation */
/**
 * @typedef {{id: string, name: string, event: {id: string, name: string, game: string, state: string, event: number
 * | null, deadline: string | null}, kind: string, level?: string | null,
 *   plays: number | null, live: import("./api.js").Live[], out: string | null, versions: Version[], games:
 * import("./games.js").TeamGame[], tests: import("./tests.js").Test[], rivals: {id: number, name: string}[],
 * statistics: import("./stats.js").Against[],
 *   reservation?: Reservation | null, uploads: boolean, closes: string | null, compared: {version: number, before:
 * number, elo: number, low: number, high: number, stronger: number} | null, own: boolean}} TeamView `own`: seen by
 * the team itself, not by the operator
 */

const SOON_MS = 1500; // while something is being tried
const LATER_MS = 4000;
const NOWHERE = ["", "0.0.0.0", "::", "127.0.0.1", "::1", "localhost"]; // no addresses for others: the page's own name is one
const path = `/teams/${data.team}`;
let team = /** @type {TeamView} */ (/** @type {unknown} */ (null)); // until it is known

const kept = myTeam(data.team);
const teams = [secretOfAddress(), kept?.token ?? ""].filter(Boolean); // links of the team that this browser has
const keys = [...teams, operator()].filter(Boolean); // what may open this page, best first
const token = () => keys[0] ?? "";

/** What the team's program said in a game. @param {number} record @returns {Promise<string>} */
const said = async (record) => (await call(`${path}/games/${record}/log`, { token: token() })).log;
/** The finished games of a test match. @param {string} test @returns {Promise<import("./tests.js").TestGame[]>} */
const testGames = async (test) => (await call(`${path}/tests/${test}`, { token: token() })).games;

/** Look at a game again that others may not see. @param {number} record */
async function watchGame(record) {
  location.href = (await call(`${path}/games/${record}`, { token: token() })).address;
}
/** Agree to a match that another team has asked for, or not. @param {string} test @param {boolean} agreed */
async function answer(test, agreed) {
  await call(`${path}/tests/${test}`, { token: token(), body: { agreed } });
  await look();
}

// --- showing -------------------------------------------------------------------------------------------------
/** @param {Version} version @param {boolean} newest */
function versionLine(version, newest) {
  const tried = version.qualification;
  const running = tried && (tried.state === "waiting" || tried.state === "running");
  return h(
    "li",
    { class: "version", "data-version": version.number },
    h(
      "span",
      { class: "version-name" },
      t("class/version", { number: version.number }),
      " ",
      tried ? tested(tried) : null,
    ),
    h(
      "span",
      { class: "small" },
      `${timeText(version.when)} · ${sizeText(version.size)} · `,
      h("code", {}, version.sha.slice(0, 10)),
    ),
    version.number === team.plays ? h("span", { class: "small playing" }, t("class/qualification/passed")) : null,
    team.own && team.uploads && version.kept && tried?.state === "passed" && version.number !== team.plays
      ? button(t("class/team/play_this"), (pressed) => busy(pressed, () => choose(version.number)), {
          "data-key": `plays-${version.number}`,
          "aria-label": t("class/team/play_this_one", { number: version.number }),
        })
      : null,
    running &&
      h("progress", {
        max: 1,
        value: tried.state === "running" ? tried.progress[0] / tried.progress[1] : null,
        "aria-label": t("class/states/running"),
      }),
    newest && tried && tried.state !== "passed"
      ? h(
          "p",
          { class: tried.state === "failed" ? "notice refused" : "small" },
          t(`class/qualification/${tried.state}`),
        )
      : null,
    tried?.log
      ? h(
          "details",
          { "data-key": `log-${version.number}`, open: newest && tried.state === "failed" },
          h("summary", {}, t("class/log")),
          ...logLines(tried.lines, team.event.game),
        )
      : null,
  );
}

/** Go back to an older version, or forth again. @param {number} version */
async function choose(version) {
  await call(`${path}/plays`, { token: token(), body: { version } });
  await look();
}

/** Is the version that plays stronger than the one before? By the games of the ladder. */
function compared() {
  const { compared: found } = team;
  if (!found) return [];
  const known = { version: found.version, before: found.before };
  if (found.elo === undefined) return [h("p", { class: "small" }, t("class/compared/soon", known))];
  const signed = (/** @type {number} */ elo) => `${elo > 0 ? "+" : elo < 0 ? "−" : "±"}${Math.abs(elo)}`;
  const key = found.low > 0 ? "stronger" : found.high < 0 ? "weaker" : "open";
  return [
    h(
      "p",
      { class: "compared" },
      t(`class/compared/${key}`, known),
      " ",
      h(
        "span",
        { class: "small" },
        t("class/compared/interval", {
          elo: signed(found.elo),
          low: signed(found.low),
          high: signed(found.high),
          chance: percent(found.stronger),
        }),
      ),
    ),
  ];
}

function versions() {
  if (!team.versions.length) return [h("p", {}, t("class/team/no_program"))];
  const newestFirst = [...team.versions].sort((a, b) => b.number - a.number);
  return [
    ...compared(),
    h("ol", { class: "versions" }, ...newestFirst.map((version, i) => versionLine(version, i === 0))),
  ];
}

/** The exact lines that start a client. */
function remote() {
  const reserved = team.reservation ?? kept?.reservation;
  if (!reserved) return [h("p", {}, t("class/team/no_reservation"))];
  const host = NOWHERE.includes(reserved.host) ? new URL(reachable().address).hostname : reserved.host;
  // A client comes once for each game; before its game is set up it is sent away, and comes again.
  const where = `-h ${host} -p ${reserved.port} -r ${reserved.code}`;
  const shells = /** @type {Record<string, (program: string) => string>} */ ({
    unix: (program) => `while sleep 1; do ${program} ${where}; done`,
    windows: (program) => `while ($true) { ${program} ${where}; Start-Sleep 1 }`,
  });
  const own = /** @type {Record<string, string>} */ ({ unix: "../start.sh", windows: ".\\start.bat" });
  const here = navigator.userAgent.includes("Windows") ? "windows" : "unix";
  return [
    h("p", {}, t("class/team/remote_text")),
    ...Object.entries(shells).map(([system, again]) =>
      h(
        "details",
        { open: system === here, "data-key": `shell-${system}`, "data-shell": system },
        h("summary", {}, t(`class/team/shells/${system}`)),
        h("p", {}, copyable(again(own[system] ?? ""), t("class/team/command"))),
        h("p", { class: "small" }, t("class/team/remote_ours")),
        h("p", {}, copyable(again(`schwarm client ${team.event.game}`), t("class/team/command"))),
      ),
    ),
  ];
}

function hand() {
  if (!team.own) return [h("p", {}, t("class/team/hand_other"))];
  const games = team.live.filter((game) => game.table);
  return games.length
    ? [
        h("p", {}, t("class/team/your_game")),
        ...games.map((game) =>
          button(
            t("class/team/play", { name: game.names.find((name) => name !== team.name) ?? "" }),
            (pressed) => busy(pressed, () => sit(game, team.name, token())),
            { class: "primary big" },
          ),
        ),
      ]
    : [h("p", {}, t(team.event.state === "finished" ? "class/team/hand_over" : "class/team/hand_wait"))];
}

function links() {
  const { event } = team;
  return [
    event.event ? h("li", {}, h("a", { href: `/events/${event.event}` }, t("class/links/standings"))) : null,
    h("li", {}, h("a", { href: `/class/${event.id}/beamer` }, t("class/links/beamer"))),
    event.state === "finished"
      ? h("li", {}, h("a", { href: `/class/${event.id}/certificates` }, t("class/links/certificates")))
      : null,
  ];
}

function draw() {
  const { event } = team;
  document.title = `${team.name} – ${event.name} – schwarm`;
  must("#name").textContent = team.name;
  must("#event-name").textContent = event.name;
  document.body.dataset.state = event.state;
  const state =
    team.out !== null && team.out !== undefined
      ? "out"
      : team.kind !== "upload" || team.plays !== null
        ? "ready"
        : team.versions.length
          ? "not_ready"
          : "no_program";
  renew("#state", state, () => [badge(state)]);
  must("#facts").textContent = [
    title(event.game),
    t(`class/kinds/${team.kind}/name`),
    t(`class/event_state/${event.state}`),
    team.kind === "upload" && team.uploads && team.closes
      ? t("class/team/closes", { when: timeText(team.closes) })
      : "",
    team.out ? t("class/team/out", { reason: team.out }) : "",
  ]
    .filter(Boolean)
    .join(" · ");
  must("#as-operator").hidden = must("#relink-box").hidden = team.own;
  must("#share-box").hidden = !team.own;
  must("#program-box").hidden = team.kind !== "upload";
  must("#upload").hidden = !team.uploads;
  must("#remote-box").hidden = team.kind !== "remote";
  must("#hand-box").hidden = team.kind !== "hand";
  must("#tests-box").hidden =
    team.kind !== "upload" || !team.versions.some((one) => one.qualification?.state === "passed");
  renew("#versions", [team.versions, team.plays, team.uploads, team.compared], versions);
  judged(team.versions);
  renew("#remote", [team.reservation, team.kind], remote);
  renew("#hand", [team.live.map((game) => game.table), event.state], hand);
  renew("#games", team.games, () => [gamesOf(team.games, team.event.game, team.kind === "upload" ? said : null)]);
  must("#stats-box").hidden = !team.statistics.length;
  renew("#stats", team.statistics, () => [statistics(team.statistics)]);
  must("#score").textContent = scoreOf(team.games);
  renew("#tests", team.tests, () => [testList(team.tests, { games: testGames, said, watch: watchGame, answer })]);
  renew("#links", event, links);
}

/** Something is going on that ends within seconds. */
const lively = () =>
  team?.versions.some((one) => one.qualification && ["waiting", "running"].includes(one.qualification.state)) ||
  team?.tests.some((one) => ["waiting", "running", "asked"].includes(one.state));

async function look() {
  try {
    team = await call(path, { token: token() });
  } catch (error) {
    const { code } = /** @type {import("../shared/server.js").Refusal} */ (error).body ?? {};
    if (code === "not_this_team" && keys.length > 1) {
      keys.shift();
      return look();
    }
    if (team && code !== "not_this_team") return; // the server is away for a moment
    if (!team) must("#name").textContent = t("class/team/title");
    must("#stranger").hidden = false;
    must("#team").hidden = must("#as-operator").hidden = true;
    if (code !== "not_this_team") must("#stranger").textContent = String(/** @type {Error} */ (error).message);
    else if (teams.length) must("#stranger").textContent = t("class/team/link_ended");
    return;
  }
  must("#stranger").hidden = true;
  must("#team").hidden = false;
  draw();
}

// --- doing ---------------------------------------------------------------------------------------------------
/** The link of the team. @param {string} secret the team's own */
const linkOf = (secret) => `${reachable().address}/teams/${data.team}#${secret}`;
must("#share").addEventListener("click", () => team.own && copyText(linkOf(token())));
must("#relink").addEventListener("click", async () => {
  const sure = await question({
    title: t("class/relink/title", { name: team.name }),
    text: t("class/relink/text"),
    yes: t("class/relink/yes"),
  });
  if (!sure) return;
  await busy(must("#relink"), async () => {
    const link = linkOf((await call(`${path}/link`, { token: token(), method: "POST" })).token);
    must("#new-link").replaceChildren(
      await secretQr(link, t("class/relink/qr")),
      h("p", {}, copyable(link, t("class/team/share"))),
      h("p", { class: "small" }, t("class/relink/once")),
    );
  });
});
must("#export").addEventListener("click", () =>
  busy(must("#export"), () => download(`/api/class${path}/export`, token(), `team-${data.team}.zip`)),
);
must("#delete").addEventListener("click", async () => {
  const sure = await question({
    title: t("class/delete/title", { name: team.name }),
    text: t("class/delete/team_text"),
    yes: t("class/delete/yes"),
    danger: true,
  });
  if (!sure) return;
  await busy(must("#delete"), async () => {
    await call(path, { token: token(), method: "DELETE" });
    forgetTeam(data.team);
    location.href = `/class/${team.event.id}`;
  });
});
await look();
if (team?.own)
  keepTeam({
    ...kept,
    id: team.id,
    token: token(),
    name: team.name,
    event: team.event.id,
    title: team.event.name,
    game: team.event.game,
  });
if (team) {
  uploadBox(data.team, token, look);
  testForm(team.event.game, team.versions.length > 1, team.rivals, async (against, games) => {
    await call(`${path}/tests`, { token: token(), body: { against, games } });
    await look();
  });
  void watch(look, () => (lively() ? SOON_MS : LATER_MS));
}
document.body.dataset.ready = "yes";
