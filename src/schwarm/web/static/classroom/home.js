/** The first page leads back to the teams this browser plays for. */

import { myTeams } from "./memory.js";
import { must } from "../shared/dom.js";
import { html, show } from "../shared/view.js";

const SHOWN = 3;
const place = must("#your-team");
const teams = myTeams().slice(0, SHOWN);
place.hidden = !teams.length;
const links = teams.map(
  (team, i) => html`${i ? ", " : ""}<a href="/teams/${team.id}">${team.name}</a> (${team.title})`,
);
show(place, html`${place.dataset.label}: ${links}`);
