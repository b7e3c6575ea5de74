/** A new team registers: its name, how it plays, and at once its program if there is one. */

import "../shared/chrome.js";
import { call, sendProgram, timeText } from "./api.js";
import { keepTeam, myTeams, secretOfAddress } from "./memory.js";
import { busy, button, card } from "./parts.js";
import { dropZone } from "./upload.js";
import { must } from "../shared/dom.js";
import { levelChoice } from "../tables/strength.js";
import { data, t, title, told } from "../shared/texts.js";
import { html, nothing, show } from "../shared/view.js";

/** @typedef {import("../types").ClassEvent} ClassEvent */

const form = /** @type {HTMLFormElement} */ (must("#join"));
const CODE = `class:code:${data.event}`;
const secret = secretOfAddress();
if (secret) sessionStorage.setItem(CODE, secret);
/** @type {ClassEvent} */ let event;
/** @type {File | null} */ let program = null;

/** @param {string} name @returns {string} */
const value = (name) => String(new FormData(form).get(name) ?? "").trim();

/** @param {string} kind @param {boolean} on @param {string} text */
const kindCard = (kind, on, text) =>
  card("kind", kind, t(`class/kinds/${kind}/name`), t(`class/kinds/${kind}/${text}`), on);

/** What belongs to the kind that is chosen. */
function follow() {
  must("#program").hidden = value("kind") !== "upload";
  must("#level-row").hidden = value("kind") !== "level";
}

/** @param {string | null} text @param {string} [proposed] a name that is free */
function refuse(text, proposed = "") {
  must("#refusal").hidden = !text;
  must("#refusal").textContent = text ?? "";
  const place = must("#proposal");
  place.hidden = !proposed;
  if (!proposed) return;
  const take = () => {
    /** @type {HTMLInputElement} */ (form.elements.namedItem("name")).value = proposed;
    refuse(null);
    must("#register").focus();
  };
  show(place, html`${t("class/join/free_name")} ${button(proposed, take, { kind: "as-link" })}`);
}

async function register() {
  refuse(null);
  const kind = value("kind");
  const body = {
    code: sessionStorage.getItem(CODE) || value("code"),
    name: value("name"),
    kind,
    level: kind === "level" ? value("level") : "",
  };
  /** @type {any} */ let made;
  try {
    made = await call(`/events/${data.event}/teams`, { body });
  } catch (error) {
    const told_ = /** @type {import("../shared/server.js").Refusal & {body: import("../types").ErrorBody}} */ (error);
    if (told_.body?.code === "wrong_code") askForCode();
    return refuse(told_.message, told_.body?.proposal ?? "");
  }
  keepTeam({
    id: made.id,
    token: made.token,
    name: made.name,
    event: data.event,
    title: event.name,
    game: event.game,
    reservation: made.reservation ?? null,
  });
  if (kind === "upload" && program) {
    const bar = must("#sending");
    bar.hidden = false;
    // A program that is refused is sent again from the team's own page, which says what was wrong.
    await sendProgram(made.id, made.token, program, (share) => {
      /** @type {HTMLProgressElement} */ (bar.querySelector("progress")).value = share;
    }).catch((error) => sessionStorage.setItem(`class:refusal:${made.id}`, String(error.message)));
  }
  location.href = `/teams/${made.id}`;
}

/** Who came without the whole link types the code. */
function askForCode() {
  sessionStorage.removeItem(CODE);
  must("#code-row").hidden = false;
  /** @type {HTMLInputElement} */ (form.elements.namedItem("code")).required = true;
}

/** The team of this browser in this event. */
function greet() {
  const mine = myTeams().filter((team) => String(team.event) === String(data.event));
  must("#yours").hidden = !mine.length;
  show(
    "#yours",
    html`<p>${t("class/join/yours")}</p>
      ${mine.map((team) => html`<a class="button primary" href="/teams/${team.id}">${team.name}</a>`)}`,
  );
}

async function open() {
  try {
    event = await call(`/events/${data.event}`);
  } catch (error) {
    must("#name").textContent = t("class/join/title");
    must("#closed").hidden = false;
    must("#closed").textContent = String(/** @type {Error} */ (error).message);
    return;
  }
  document.title = `${event.name} – schwarm`;
  must("#name").textContent = event.name;
  must("#facts").textContent = [
    title(event.game),
    told(`ui/profiles/${event.profile}`, event.profile),
    t("class/teams_count", { count: event.teams.length }),
    event.deadline ? t("class/until", { when: timeText(event.deadline) }) : "",
  ]
    .filter(Boolean)
    .join(" · ");
  greet();
  must("#leaving").textContent = t(`class/leaving/${event.leaving}`);
  if (event.state !== "open" && !(event.endless && ["running", "paused"].includes(event.state))) {
    must("#closed").hidden = false;
    const standings = html`<a href="/events/${event.event}">${t("class/links/standings")}</a>`;
    show("#closed", html`${t(`class/join/not_open/${event.state}`)} ${event.event ? standings : nothing}`);
    return;
  }
  const known = /** @type {import("../types").ClassOffer} */ (await call(""));
  const kinds = event.kinds.filter((kind) => !known.kinds[kind]);
  show(
    "#kinds",
    kinds.map((kind, i) => kindCard(kind, i === 0, kind === "upload" && known.trusted ? "trusted" : "text")),
  );
  const elo = known.elo[event.game] ?? {};
  const levels = /** @type {string[]} */ (known.levels[event.game] ?? []);
  const option = (/** @type {string} */ level) =>
    html`<option value=${level} ?selected=${level === "3"}>${levelChoice(level, elo[level])}</option>`;
  show("[name=level]", levels.map(option));
  if (!sessionStorage.getItem(CODE)) askForCode();
  form.hidden = false;
  follow();
}

form.addEventListener("change", follow);
form.addEventListener("submit", (submitted) => {
  submitted.preventDefault();
  void busy(must("#register"), register);
});
dropZone(must("#program"), (file) => {
  program = file;
  must("#file-name").textContent = file.name;
});
await open();
document.body.dataset.ready = "yes";
