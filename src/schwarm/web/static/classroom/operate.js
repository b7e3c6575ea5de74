/** The operator's first page: the events there are, and the form that makes a new one. */

import "../shared/chrome.js";
import { call, timeText } from "./api.js";
import { keepOperator, operator, secretOfAddress } from "./memory.js";
import { EventForm } from "./form.js";
import { keyForm } from "./key.js";
import { badge } from "./parts.js";
import { h, must, toast } from "../shared/dom.js";
import { t, title } from "../shared/texts.js";

/** @typedef {import("./api.js").Listed} Listed */

/** @param {Listed} event */
const line = (event) =>
  h(
    "li",
    {},
    h(
      "a",
      { class: "entry", href: `/operate/${event.id}` },
      h("span", { class: `game-mark ${event.game}`, "aria-hidden": "true" }),
      h("span", { class: "entry-title" }, event.name),
      h(
        "span",
        { class: "entry-seats" },
        title(event.game),
        h("span", { class: "entry-how" }, t("class/teams_count", { count: event.teams })),
      ),
      h("span", { class: "entry-how" }, badge(event.state), ` ${timeText(event.created)}`),
    ),
  );

/** Show the page to the operator. @param {import("./form.js").Known} known */
async function enter(known) {
  const events = /** @type {Listed[]} */ (await call("/events", { token: operator() }));
  must("#events").replaceChildren(...events.map(line));
  must("#none").hidden = events.length > 0;
  must("#uploads").hidden = known.uploads;
  if (!known.uploads) must("#uploads").textContent = t("class/no_uploads", { why: known.why ?? "" });
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
    toast(String(/** @type {Error} */ (error).message));
  }
}

keyForm(/** @type {HTMLFormElement} */ (must("#key")), welcome);
const secret = secretOfAddress();
if (secret) keepOperator(secret);
await welcome();
document.body.dataset.ready = "yes";
