/** The first page leads back to the teams this browser plays for. */

import { myTeams } from "./memory.js";
import { h, must } from "../shared/dom.js";

const SHOWN = 3;
const place = must("#your-team");
const teams = myTeams().slice(0, SHOWN);
place.hidden = !teams.length;
place.replaceChildren(
  `${place.dataset.label}: `,
  ...teams.flatMap((team, i) => [i ? ", " : "", h("a", { href: `/teams/${team.id}` }, team.name), ` (${team.title})`]),
);
