/** The teams of an event as whoever runs it sees them: how they play, whether they can, and what to do about it. */

import { badge, busy, button, field, question, tested } from "./parts.js";
import { logLines } from "./words.js";
import { h } from "../shared/dom.js";
import { levelName, t } from "../shared/texts.js";

/** @typedef {import("./api.js").ClassEvent} ClassEvent */
/** @typedef {import("./api.js").Team} Team */
/** @typedef {(what: string, more?: Record<string, unknown>) => Promise<unknown>} Act */

const LONGEST_NAME = 30;

/** Can it play? @param {Team} team */
function state(team) {
  if (team.out !== null && team.out !== undefined) return [badge("out"), h("span", { class: "small" }, ` ${team.out}`)];
  const tried = team.qualification;
  if (!tried) return [badge(team.ready ? "ready" : "no_program")];
  // A newer version that fails does not keep an older one from playing.
  const older = team.ready && tried.state !== "passed" && team.plays;
  return [tested(tried), older ? h("span", { class: "small" }, t("class/plays", { number: older })) : null];
}

/** @param {Team} team @param {Act} act @param {string} leaving what becomes of the games of a team that leaves */
function tools(team, act, leaving) {
  const named = { title: team.name };
  const rename = button(
    t("class/actions/rename"),
    (pressed) =>
      busy(pressed, async () => {
        const answer = await question({
          title: t("class/rename/title", { name: team.name }),
          fields: [
            field("name", t("class/rename/name"), { value: team.name, required: true, maxlength: LONGEST_NAME }),
          ],
          yes: t("class/actions/rename"),
        });
        if (answer) await act("rename", { team: team.id, name: answer.name });
      }),
    {
      "data-key": `rename-${team.id}`,
      "data-action": "rename",
      "aria-label": `${t("class/actions/rename")}: ${team.name}`,
      ...named,
    },
  );
  const out = team.out !== null && team.out !== undefined;
  const what = out ? "readmit" : "disqualify";
  const exclude = button(
    t(`class/actions/${what}`),
    (pressed) =>
      busy(pressed, async () => {
        const answer = await question({
          title: t(`class/${what}/title`, { name: team.name }),
          text: [t(`class/${what}/text`), out ? "" : t(`class/leaving/${leaving}`)].filter(Boolean).join(" "),
          fields: [field("reason", t("class/reason"), { required: true, maxlength: 200 })],
          yes: t(`class/actions/${what}`),
          danger: !out,
        });
        if (answer) await act(what, { team: team.id, reason: answer.reason });
      }),
    {
      "data-key": `${what}-${team.id}`,
      "data-action": what,
      "aria-label": `${t(`class/actions/${what}`)}: ${team.name}`,
      ...named,
    },
  );
  return [rename, exclude];
}

/** @param {Team} team @param {string} game */
const log = (team, game) =>
  team.qualification?.log
    ? h(
        "details",
        { "data-key": `log-${team.id}` },
        h("summary", {}, t("class/log")),
        ...logLines(team.qualification.lines, game),
      )
    : null;

/** @param {Team} team */
const plays = (team) =>
  team.kind === "level" && team.level
    ? t("class/kinds/level/short", { level: levelName(team.level) })
    : t(`class/kinds/${team.kind}/short`);

/** @param {ClassEvent} event @param {Act} act @returns {HTMLElement} */
export function teamTable(event, act) {
  if (!event.teams.length) return h("p", { class: "small" }, t("class/desk/no_teams"));
  return h(
    "ul",
    { class: "teams" },
    ...event.teams.map((team) =>
      h(
        "li",
        { class: "team", "data-team": team.id, "data-name": team.name },
        h(
          "div",
          { class: "team-who" },
          h("a", { href: `/teams/${team.id}`, class: "team-name" }, team.name),
          h("span", { class: "small" }, plays(team)),
        ),
        h("div", { class: "team-state" }, ...state(team)),
        h("div", { class: "buttons team-tools" }, ...tools(team, act, event.leaving)),
        log(team, event.game),
      ),
    ),
  );
}
