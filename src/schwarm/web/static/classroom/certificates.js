/** A certificate for each team, on a sheet of its own. */

import "../shared/chrome.js";
import { call, dayText } from "./api.js";
import { places, stageName } from "./places.js";
import { h, must, toast } from "../shared/dom.js";
import { ask } from "../shared/server.js";
import { data, t, title } from "../shared/texts.js";

/** @typedef {import("./places.js").Placed} Placed */

/** @param {Placed} team @param {number} teams @param {import("./api.js").ClassEvent} event */
function sheet(team, teams, event) {
  const [won, drawn, lost] = team.matches;
  const games = team.games.reduce((sum, count) => sum + count, 0);
  const place =
    team.group === null
      ? t("class/certificates/place", { place: team.place })
      : t("class/certificates/place_group", { place: team.place, group: team.group, stage: stageName(team.stage) });
  return h(
    "article",
    {
      class: `sheet-a4 ${team.group === null && team.place <= 3 ? `place-${team.place}` : ""}`,
      "aria-label": team.name,
    },
    h(
      "div",
      { class: "frame" },
      h("img", { src: "/static/icon.svg", alt: "", width: 96, height: 96 }),
      h("h2", {}, t("class/certificates/heading")),
      h("p", {}, t("class/certificates/team")),
      h("p", { class: "team-line" }, team.name),
      h(
        "p",
        { class: "place-line" },
        place,
        team.group === null ? h("span", {}, ` ${t("class/certificates/of", { teams })}`) : null,
      ),
      h("p", {}, t("class/certificates/in")),
      h("p", { class: "event-line" }, event.name),
      h("p", { class: "game-line" }, title(event.game)),
      h(
        "p",
        { class: "record-line" },
        t("class/certificates/record", { won, drawn, lost }),
        h("br"),
        t("class/certificates/points", { points: 2 * team.games[0] + team.games[1], games: 2 * games }),
      ),
      h(
        "div",
        { class: "signing" },
        h("span", {}, h("b", {}, dayText(new Date())), h("small", {}, t("class/certificates/date"))),
        h("span", {}, h("b", {}, "\u00a0"), h("small", {}, t("class/certificates/signature"))),
      ),
    ),
  );
}

must("#print").addEventListener("click", () => print());
try {
  const event = await call(`/events/${data.event}`);
  const tournament = event.event ? await ask(`/api/events/${event.event}`) : null;
  const all = tournament ? places(tournament) : [];
  must("#none").hidden = all.length > 0;
  must("#print").toggleAttribute("disabled", !all.length);
  document.title = `${t("class/certificates/title")} – ${event.name}`;
  must("#sheets").replaceChildren(...all.map((team) => sheet(team, all.length, event)));
} catch (error) {
  toast(String(/** @type {Error} */ (error).message));
}
document.body.dataset.ready = "yes";
