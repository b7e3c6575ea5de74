/** A team's own page: its program and whether it qualified, its games, its tests, its data. */

import "../shared/chrome.js";
import { call, download, percent, sizeText, timeText } from "./api.js";
import { forgetTeam, keepTeam, myTeam, operator, secretOfAddress } from "./memory.js";
import { gamesOf, scoreOf } from "./games.js";
import { badge, busy, button, copyText, copyable, question, secretQr, tested, watch } from "./parts.js";
import { sit } from "./sit.js";
import { statistics } from "./stats.js";
import { testForm, testList } from "./tests.js";
import { judged, uploadBox } from "./upload.js";
import { logLines } from "./words.js";
import { must } from "../shared/dom.js";
import { reachable } from "../shared/reachable.js";
import { data, t, title } from "../shared/texts.js";
import { html, nothing, repeat, show } from "../shared/view.js";

/** @typedef {import("../types").Version} Version */
/** @typedef {import("../types").TeamPage} TeamPage */

const SOON_MS = 1500; // while something is being tried
const LATER_MS = 4000;
const NOWHERE = ["", "0.0.0.0", "::", "127.0.0.1", "::1", "localhost"]; // no addresses for others: the page's own name is one
const path = `/teams/${data.team}`;
let team = /** @type {TeamPage} */ (/** @type {unknown} */ (null)); // until it is known

const kept = myTeam(data.team);
const teams = [secretOfAddress(), kept?.token ?? ""].filter(Boolean); // links of the team that this browser has
const keys = [...teams, operator()].filter(Boolean); // what may open this page, best first
const token = () => keys[0] ?? "";

/** What the team's program said in a game. @param {number} record @returns {Promise<string>} */
const said = async (record) => (await call(`${path}/games/${record}/log`, { token: token() })).log;
/** The finished games of a test match. @param {number} test @returns {Promise<import("../types").TestGameLine[]>} */
const testGames = async (test) => (await call(`${path}/tests/${test}`, { token: token() })).games;

/** Look at a game again that others may not see. @param {number} record */
async function watchGame(record) {
  location.href = (await call(`${path}/games/${record}`, { token: token() })).address;
}
/** Agree to a match that another team has asked for, or not. @param {number} test @param {boolean} agreed */
async function answer(test, agreed) {
  await call(`${path}/tests/${test}`, { token: token(), body: { agreed } });
  await look();
}

// --- showing -------------------------------------------------------------------------------------------------
/** @param {Version} version @param {boolean} newest */
function versionLine(version, newest) {
  const { number, qualification: tried } = version;
  const running = tried && (tried.state === "waiting" || tried.state === "running");
  const [played = 0, games = 1] = tried?.progress ?? [];
  const other = team.own && team.uploads && version.kept && tried?.state === "passed" && number !== team.plays;
  return html`<li class="version" data-version=${number}>
    <span class="version-name">${t("class/version", { number })} ${tried ? tested(tried) : nothing}</span>
    <span class="small">${timeText(version.when)} · ${sizeText(version.size)} · <code>${version.sha.slice(0, 10)}</code></span>
    ${number === team.plays ? html`<span class="small playing">${t("class/qualification/passed")}</span>` : nothing}
    ${
      other
        ? button(t("class/team/play_this"), () => choose(number), {
            action: "plays",
            label: t("class/team/play_this_one", { number }),
          })
        : nothing
    }
    ${
      running
        ? html`<progress max="1" value=${tried.state === "running" ? played / games : nothing}
          aria-label=${t("class/states/running")}></progress>`
        : nothing
    }
    ${
      newest && tried && tried.state !== "passed"
        ? html`<p class=${tried.state === "failed" ? "notice refused" : "small"}>
          ${t(`class/qualification/${tried.state}`)}</p>`
        : nothing
    }
    ${
      tried?.lines.length
        ? html`<details ?open=${newest && tried.state === "failed"}>
          <summary>${t("class/log")}</summary>${logLines(tried.lines)}</details>`
        : nothing
    }
  </li>`;
}

/** Go back to an older version, or forth again. @param {number} version */
async function choose(version) {
  await call(`${path}/plays`, { token: token(), body: { version } });
  await look();
}

/** Is the version that plays stronger than the one before? By the games of the ladder. */
function compared() {
  const { compared: found } = team;
  if (!found) return nothing;
  const { version, before, elo, low = 0, high = 0, stronger = 0 } = found;
  if (elo === undefined) return html`<p class="small">${t("class/compared/soon", { version, before })}</p>`;
  const signed = (/** @type {number} */ elo) => `${elo > 0 ? "+" : elo < 0 ? "−" : "±"}${Math.abs(elo)}`;
  const interval = { elo: signed(elo), low: signed(low), high: signed(high), chance: percent(stronger) };
  return html`<p class="compared">
    ${t(`class/compared/${low > 0 ? "stronger" : high < 0 ? "weaker" : "open"}`, { version, before })}
    <span class="small">${t("class/compared/interval", interval)}</span>
  </p>`;
}

function versions() {
  if (!team.versions.length) return html`<p>${t("class/team/no_program")}</p>`;
  const newestFirst = [...team.versions].sort((a, b) => b.number - a.number);
  const line = (/** @type {Version} */ version, /** @type {number} */ i) => versionLine(version, i === 0);
  return html`${compared()}
    <ol class="versions">${repeat(newestFirst, ({ number }) => number, line)}</ol>`;
}

/** The exact lines that start a client. */
function remote() {
  const reserved = team.reservation ?? kept?.reservation;
  if (!reserved) return html`<p>${t("class/team/no_reservation")}</p>`;
  const host = NOWHERE.includes(reserved.host) ? new URL(reachable().address).hostname : reserved.host;
  // A client comes once for each game; before its game is set up it is sent away, and comes again.
  const where = `-h ${host} -p ${reserved.port} -r ${reserved.code}`;
  const shells = /** @type {[string, string, (program: string) => string][]} */ ([
    ["unix", "../start.sh", (program) => `while sleep 1; do ${program} ${where}; done`],
    ["windows", ".\\start.bat", (program) => `while ($true) { ${program} ${where}; Start-Sleep 1 }`],
  ]);
  const here = navigator.userAgent.includes("Windows") ? "windows" : "unix";
  return html`<p>${t("class/team/remote_text")}</p>
    ${shells.map(
      ([system, own, again]) =>
        html`<details ?open=${system === here} data-shell=${system}>
          <summary>${t(`class/team/shells/${system}`)}</summary>
          <p>${copyable(again(own), t("class/team/command"))}</p>
          <p class="small">${t("class/team/remote_ours")}</p>
          <p>${copyable(again(`schwarm client ${team.event.game}`), t("class/team/command"))}</p>
        </details>`,
    )}`;
}

function hand() {
  if (!team.own) return html`<p>${t("class/team/hand_other")}</p>`;
  const games = team.live.filter((game) => game.table);
  if (!games.length)
    return html`<p>${t(team.event.state === "finished" ? "class/team/hand_over" : "class/team/hand_wait")}</p>`;
  const play = (/** @type {import("../types").LiveGame} */ game) =>
    button(
      t("class/team/play", { name: game.names.find((name) => name !== team.name) ?? "" }),
      () => sit(game, team.name, token()),
      { kind: "primary big" },
    );
  return html`<p>${t("class/team/your_game")}</p>${repeat(games, (game) => game.table, play)}`;
}

function links() {
  const { event } = team;
  const to = (/** @type {string} */ href, /** @type {string} */ key) =>
    html`<li><a href=${href}>${t(`class/links/${key}`)}</a></li>`;
  return [
    event.event ? to(`/events/${event.event}`, "standings") : nothing,
    to(`/class/${event.id}/beamer`, "beamer"),
    event.state === "finished" ? to(`/class/${event.id}/certificates`, "certificates") : nothing,
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
  show("#state", badge(state));
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
  must("#as-operator").hidden = must("#relink-box").hidden = !!team.own;
  must("#share-box").hidden = !team.own;
  must("#program-box").hidden = team.kind !== "upload";
  must("#upload").hidden = !team.uploads;
  must("#remote-box").hidden = team.kind !== "remote";
  must("#hand-box").hidden = team.kind !== "hand";
  must("#tests-box").hidden =
    team.kind !== "upload" || !team.versions.some((one) => one.qualification?.state === "passed");
  show("#versions", versions());
  judged(team.versions);
  show("#remote", remote());
  show("#hand", hand());
  show("#games", gamesOf(team.games, team.kind === "upload" ? said : null));
  must("#stats-box").hidden = !team.statistics.length;
  show("#stats", statistics(team.statistics));
  must("#score").textContent = scoreOf(team.games);
  show("#tests", testList(team.tests, { games: testGames, said, watch: watchGame, answer }));
  show("#links", links());
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
    show(
      "#new-link",
      html`${await secretQr(link, t("class/relink/qr"))}
        <p>${copyable(link, t("class/team/share"))}</p>
        <p class="small">${t("class/relink/once")}</p>`,
    );
  });
});
must("#export").addEventListener("click", () =>
  busy(must("#export"), () => download(`${path}/export`, token(), `team-${data.team}.zip`)),
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
