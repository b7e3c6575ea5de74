/** A certificate for each team, on a sheet of its own. */

import "../shared/chrome.js";
import { call, dayText } from "./api.js";
import { places, stageName } from "./places.js";
import { complain, must } from "../shared/dom.js";
import { ask } from "../shared/server.js";
import { data, t, title } from "../shared/texts.js";
import { html, nothing, show } from "../shared/view.js";

/** @typedef {import("./places.js").Placed} Placed */

/** @param {Placed} team @param {number} teams @param {import("../types").ClassEvent} event */
function sheet(team, teams, event) {
  const [won, drawn, lost] = team.matches;
  const games = team.games.reduce((sum, count) => sum + count, 0);
  const place =
    team.group === null
      ? t("class/certificates/place", { place: team.place })
      : t("class/certificates/place_group", { place: team.place, group: team.group, stage: stageName(team.stage) });
  const podium = team.group === null && team.place <= 3 ? `place-${team.place}` : "";
  const points = { points: 2 * team.games[0] + team.games[1], games: 2 * games };
  return html`<article class="sheet-a4 ${podium}" aria-label=${team.name}>
    <div class="frame">
      <img src="/static/icon.svg" alt="" width="96" height="96">
      <h2>${t("class/certificates/heading")}</h2>
      <p>${t("class/certificates/team")}</p>
      <p class="team-line">${team.name}</p>
      <p class="place-line">${place}${
        team.group === null ? html`<span> ${t("class/certificates/of", { teams })}</span>` : nothing
      }</p>
      ${team.lot ? html`<p class="small by-lot">${t("class/certificates/by_lot")}</p>` : nothing}
      <p>${t("class/certificates/in")}</p>
      <p class="event-line">${event.name}</p>
      <p class="game-line">${title(event.game)}</p>
      <p class="record-line">
        ${t("class/certificates/record", { won, drawn, lost })}<br>${t("class/certificates/points", points)}
      </p>
      <div class="signing">
        <span><b>${dayText(new Date())}</b><small>${t("class/certificates/date")}</small></span>
        <span><b>\u00a0</b><small>${t("class/certificates/signature")}</small></span>
      </div>
    </div>
  </article>`;
}

must("#print").addEventListener("click", () => print());
try {
  const event = await call(`/events/${data.event}`);
  const tournament = event.event ? await ask(`/api/events/${event.event}/tables`) : null;
  const all = tournament ? places(tournament) : [];
  must("#none").hidden = all.length > 0;
  must("#print").toggleAttribute("disabled", !all.length);
  document.title = `${t("class/certificates/title")} – ${event.name}`;
  show(
    "#sheets",
    all.map((team) => sheet(team, all.length, event)),
  );
} catch (error) {
  complain(error);
}
document.body.dataset.ready = "yes";
