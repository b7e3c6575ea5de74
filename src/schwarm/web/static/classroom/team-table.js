/** The teams of an event as whoever runs it sees them: how they play, whether they can, and what to do about it. */

import { call } from "./api.js";
import { operator } from "./memory.js";
import { badge, busy, button, field, question, tested } from "./parts.js";
import { logLines } from "./words.js";
import { levelName, t } from "../shared/texts.js";
import { html, nothing, repeat, show } from "../shared/view.js";

/** @typedef {import("../types").ClassEvent} ClassEvent */
/** @typedef {import("../types").TeamLine} Team */
/** @typedef {(what: string, more?: Record<string, unknown>) => Promise<unknown>} Act */

const LONGEST_NAME = 30;

/** Can it play? @param {Team} team */
function state(team) {
  if (team.out != null) return html`${badge("out")}<span class="small"> ${team.out}</span>`;
  const tried = team.qualification;
  if (!tried) return badge(team.ready ? "ready" : "no_program");
  // A newer version that fails does not keep an older one from playing.
  const older = team.ready && tried.state !== "passed" && team.plays;
  return html`${tested(tried)}${
    older ? html`<span class="small">${t("class/plays", { number: older })}</span>` : nothing
  }`;
}

/** @param {Team} team @param {Act} act @param {string} leaving what becomes of the games of a team that leaves */
function tools(team, act, leaving) {
  const { id, name } = team;
  const tool = (/** @type {string} */ what, /** @type {() => Promise<unknown>} */ work) => {
    const text = t(`class/actions/${what}`);
    return button(text, work, { action: what, label: `${text}: ${name}`, hint: name });
  };
  const rename = async () => {
    const answer = await question({
      title: t("class/rename/title", { name }),
      fields: [field("name", t("class/rename/name"), { value: name, required: true, maxlength: LONGEST_NAME })],
      yes: t("class/actions/rename"),
    });
    if (answer) await act("rename", { team: id, name: answer.name });
  };
  const out = team.out != null;
  const what = out ? "readmit" : "disqualify";
  const exclude = async () => {
    const answer = await question({
      title: t(`class/${what}/title`, { name }),
      text: [t(`class/${what}/text`), out ? "" : t(`class/leaving/${leaving}`)].filter(Boolean).join(" "),
      fields: [field("reason", t("class/reason"), { required: true, maxlength: 200 })],
      yes: t(`class/actions/${what}`),
      danger: !out,
    });
    if (answer) await act(what, { team: id, reason: answer.reason });
  };
  return [tool("rename", rename), tool(what, exclude)];
}

/** The log of a team's newest version, asked for when the operator opens it. @param {Team} team */
function log({ id, qualification: tried }) {
  const opened = async (/** @type {Event} */ event) => {
    const box = /** @type {HTMLDetailsElement} */ (event.currentTarget);
    if (!box.open) return;
    const { versions } = /** @type {import("../types").TeamPage} */ (await call(`/teams/${id}`, { token: operator() }));
    show(/** @type {HTMLElement} */ (box.lastElementChild), logLines(versions[0]?.qualification?.lines ?? []));
  };
  return tried?.log
    ? html`<details @toggle=${(/** @type {Event} */ event) => busy(null, () => opened(event))}>
        <summary>${t("class/log")}</summary><div></div></details>`
    : nothing;
}

/** @param {Team} team */
const plays = (team) =>
  team.kind === "level" && team.level
    ? t("class/kinds/level/short", { level: levelName(team.level) })
    : t(`class/kinds/${team.kind}/short`);

/** The teams, the best first once it is over.
 * @param {ClassEvent} event @param {Act} act @param {Map<string, number>} ranks */
export function teamTable(event, act, ranks) {
  if (!event.teams.length) return html`<p class="small">${t("class/desk/no_teams")}</p>`;
  const line = (/** @type {Team} */ team) =>
    html`<li class="team" data-team=${team.id} data-name=${team.name}>
      <div class="team-who">
        <a href="/teams/${team.id}" class="team-name">${
          ranks.has(team.name) ? html`<b>${ranks.get(team.name)}.</b>` : nothing
        }${team.name}</a><span class="small">${plays(team)}</span>
      </div>
      <div class="team-state">${state(team)}</div>
      <div class="buttons team-tools">${tools(team, act, event.leaving)}</div>
      ${log(team)}
    </li>`;
  const rank = (/** @type {Team} */ team) => ranks.get(team.name) ?? event.teams.length + 1;
  const sorted = ranks.size ? [...event.teams].sort((a, b) => rank(a) - rank(b)) : event.teams;
  return html`<ul class="teams">${repeat(sorted, (team) => team.id, line)}</ul>`;
}
