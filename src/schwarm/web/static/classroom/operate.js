/** The operator's first page: the events there are, and the form that makes a new one. */

import "../shared/chrome.js";
import { call, timeText } from "./api.js";
import { keepOperator, operator, secretOfAddress } from "./memory.js";
import { EventForm } from "./form.js";
import { keyForm } from "./key.js";
import { badge } from "./parts.js";
import { complain, must, toast } from "../shared/dom.js";
import { t, title, worded } from "../shared/texts.js";
import { html, show } from "../shared/view.js";

/** @param {import("../types").ClassLine} event */
const line = (event) =>
  html`<li><a class="entry" href="/operate/${event.id}">
    <span class="game-mark ${event.game}" aria-hidden="true"></span>
    <span class="entry-title">${event.name}</span>
    <span class="entry-seats">${title(event.game)}<span class="entry-how">${t("class/teams_count", {
      count: event.teams,
    })}</span></span>
    <span class="entry-how">${badge(event.state)} ${timeText(event.created)}</span>
  </a></li>`;

/** Show the page to the operator. @param {import("../types").ClassOffer} known */
async function enter(known) {
  const events = /** @type {import("../types").ClassLine[]} */ (await call("/events", { token: operator() }));
  show("#events", events.map(line));
  must("#none").hidden = events.length > 0;
  must("#uploads").hidden = known.uploads && !known.trusted;
  must("#uploads").textContent = known.trusted
    ? t("class/kinds/upload/trusted")
    : t("class/no_uploads", { why: worded(known.why?.words) });
  must("#stranger").hidden = true;
  must("#operator").hidden = false;
  new EventForm(/** @type {HTMLFormElement} */ (must("#new-event")), known);
}

/** Ask for the operator's link. */
function askForKey() {
  must("#operator").hidden = true;
  must("#stranger").hidden = false;
}

/** Does the server know this browser's token as the operator's? */
async function welcome() {
  if (!operator()) return askForKey();
  try {
    const known = await call("", { token: operator() });
    if (known.operator) return await enter(known);
    toast(t("class/errors/not_operator"));
    askForKey();
  } catch (error) {
    complain(error);
  }
}

keyForm(/** @type {HTMLFormElement} */ (must("#key")), welcome);
const secret = secretOfAddress();
if (secret) keepOperator(secret);
await welcome();
document.body.dataset.ready = "yes";
