/** Bots against bots: choose a game, two players and how they meet. */

import "../shared/chrome.js";
import { must, toast } from "../shared/dom.js";
import { hearCards, markCard } from "../shared/game-cards.js";
import { chosenOptions, drawOptions, drawProfiles, fillOptions } from "../lab/rule-options.js";
import { ask } from "../shared/server.js";
import { PROGRAM, playerOptions } from "./strength.js";
import { data, t, told } from "../shared/texts.js";
import { anew, html, show } from "../shared/view.js";
import { keepToken, reasonOf, remembered, rememberPace } from "./duel-tokens.js";

/** @typedef {import("../types").Book} Book */

const books = /** @type {Book[]} */ (data.games);
const programs = /** @type {Record<string, string[]>} */ (data.programs);
const LINE = "line:"; // a bot by a line of one's own
const form = /** @type {HTMLFormElement} */ (must("#duel-form"));
const address = new URLSearchParams(location.search);
const wished = address.get("game") ?? localStorage.getItem("game");
let book = books.find((one) => one.name === wished) ?? /** @type {Book} */ (books[0]);
const USUAL = { first: "5", second: "3" };

/** @param {string} name @returns {string} */
const value = (name) => String(new FormData(form).get(name) ?? "");

/** @param {"first" | "second"} place @returns {HTMLSelectElement} */
const select = (place) => /** @type {HTMLSelectElement} */ (must(`select[name=${place}]`));

/** The players of the chosen game. @param {"first" | "second"} place */
function players(place) {
  const chosen = localStorage.getItem(`duel-${place}:${book.name}`) ?? USUAL[place];
  const known = playerOptions(book, programs[book.name] ?? [], chosen);
  const own = html`<option value=${LINE} ?selected=${chosen === LINE}>${t("duels/other")}</option>`;
  show(select(place), anew(book.name, html`${known}${own}`));
}

/** Show what the choices made so far need. */
function adapt() {
  const series = value("how") === "series";
  let lines = false;
  for (const place of /** @type {const} */ (["first", "second"])) {
    const own = select(place).value === LINE;
    must(`.own-line[data-of=${place}]`).hidden = !own;
    lines ||= own;
  }
  must("#line-help").hidden = !lines;
  must("#live-terms").hidden = must("#listed-row").hidden = series;
  must("#series-terms").hidden = must("#opening-row").hidden = !series;
  must("#how-help").textContent = t(series ? "duels/series_help" : "duels/live_help");
  must("#start").textContent = t(series ? "duels/start_series" : "duels/start_live");
}

/** @param {Book} next */
function choose(next) {
  book = next;
  markCard(book.name);
  players("first");
  players("second");
  drawProfiles(must("#profile"), book, (book.name === wished && address.get("profile")) || book.usual_profile);
  options();
  if (book.name === wished && fillOptions(must("#options"), address))
    /** @type {HTMLDetailsElement} */ (must("details")).open = true;
  adapt();
}

function options() {
  must("#profile-note").textContent = told(`ui/profile_help/${value("profile")}`, "");
  drawOptions(must("#options"), book, value("profile"));
}

/** @param {"first" | "second"} place */
function player(place) {
  const chosen = value(place);
  if (chosen === LINE) return { bot: value(`${place}-line`).trim() || "best@200" };
  return chosen.startsWith(PROGRAM) ? { program: chosen.slice(PROGRAM.length) } : { bot: chosen };
}

form.addEventListener("change", (event) => {
  const { name } = /** @type {HTMLInputElement} */ (event.target);
  if (name === "profile") options();
  if (name === "first" || name === "second") localStorage.setItem(`duel-${name}:${book.name}`, value(name));
  if (name === "how") localStorage.setItem("duel-how", value("how"));
  if (name === "pace") rememberPace(Number(value("pace")));
  adapt();
});
must("#swap").addEventListener("click", () => {
  for (const field of /** @type {const} */ (["", "-line"])) {
    const [one, other] = ["first", "second"].map(
      (place) => /** @type {HTMLInputElement} */ (must(`[name=${place}${field}]`)),
    );
    if (one && other) [one.value, other.value] = [other.value, one.value];
  }
  for (const place of ["first", "second"]) localStorage.setItem(`duel-${place}:${book.name}`, value(place));
  adapt();
});
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = /** @type {HTMLButtonElement} */ (must("#start"));
  button.disabled = true;
  const seed = value("seed").trim();
  const both = {
    game: book.name,
    profile: value("profile"),
    options: chosenOptions(must("#options")),
    first: player("first"),
    second: player("second"),
    seed: seed ? Number(seed) : null,
  };
  try {
    const begun =
      value("how") === "series"
        ? await ask("/api/series", {
            ...both,
            games: Number(value("games")),
            move_ms: Number(value("move_ms")),
            opening_plies: Number(value("opening")),
          })
        : await ask("/api/duels", {
            ...both,
            playing: value("paused") !== "on",
            pace_ms: Number(value("pace")),
            listed: value("listed") === "on",
          });
    keepToken(begun.address, begun.token);
    location.href = begun.address;
  } catch (error) {
    toast(reasonOf(/** @type {import("../shared/server.js").Refusal} */ (error)));
    button.disabled = false;
  }
});
hearCards((game) => choose(/** @type {Book} */ (books.find((one) => one.name === game))));
/** @type {HTMLSelectElement} */ (must("[name=pace]")).value = String(remembered());
if (data.series && localStorage.getItem("duel-how") === "series")
  /** @type {HTMLInputElement} */ (must("[name=how][value=series]")).checked = true;
choose(book);
document.body.dataset.ready = "yes";
