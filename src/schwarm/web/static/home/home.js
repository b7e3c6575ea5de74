/** The first page: pick a game and an opponent, and play. */

import "../shared/chrome.js";
import { complain, must, toast } from "../shared/dom.js";
import { hearCards, markCard } from "../shared/game-cards.js";
import { showElo, takeName } from "./home-people.js";
import { showPuzzle } from "./home-today.js";
import { me, takeSeat } from "../people/people.js";
import { chosenOptions, drawOptions, drawProfiles, fillOptions } from "../lab/rule-options.js";
import { remember, setting } from "../shared/settings.js";
import { PROGRAM, levelChoice, playerOptions, wordedOptions } from "../tables/strength.js";
import { data, sideName, t, title, told } from "../shared/texts.js";
import { clockFields, clockOptions } from "../tables/time-control.js";
import { anew, html, show } from "../shared/view.js";

/** @typedef {import("../types").Book} Book */

const books = /** @type {Book[]} */ (data.games);
const programs = /** @type {Record<string, string[]>} */ (data.programs);
const form = /** @type {HTMLFormElement} */ (must("#new-game"));
const address = new URLSearchParams(location.search);
const wished = address.get("game") ?? localStorage.getItem("game");
let book = books.find((one) => one.name === wished) ?? /** @type {Book} */ (books[0]);

/** @param {string} name @returns {string} */
const value = (name) => String(new FormData(form).get(name) ?? "");

/** Lead newcomers to the lessons of the game they look at. */
function invite() {
  const link = /** @type {HTMLAnchorElement} */ (must("#learn-link"));
  const known = data.learnable.includes(book.name);
  link.href = known ? `/learn/${book.name}` : "/learn";
  link.textContent = known ? t("learn/learn_game", { game: title(book.name) }) : t("learn/title");
}

/** @param {Book} next */
function choose(next) {
  book = next;
  markCard(book.name)?.scrollIntoView({ block: "nearest", inline: "center" });
  const chosen = localStorage.getItem(`side:${book.name}`) ?? book.sides[0];
  const sides = ["", ...book.sides].map(
    (side) => html`<label class="pill"><input type="radio" name="side" value=${side} ?checked=${side === chosen}
      ><span>${side ? sideName(side) : t("ui/random_side")}</span></label>`,
  );
  show("#side", anew(book.name, sides));
  const level = localStorage.getItem(`level:${book.name}`) ?? "3";
  const offered = programs[book.name] ?? [];
  const players = offered.length ? playerOptions(book, offered, level, levelChoice) : wordedOptions(book, level);
  show("#level", anew(book.name, players));
  drawProfiles(must("#profile"), book, (book.name === wished && address.get("profile")) || book.usual_profile);
  options();
  if (book.name === wished && fillOptions(must("#options"), address))
    /** @type {HTMLDetailsElement} */ (must("details")).open = true;
  showElo(book.name);
  /** @type {HTMLAnchorElement} */ (must("#studio-link")).href = `/studio/${book.name}`;
  showPuzzle(book.name);
}

/** The options of the chosen game, as the chosen profile sets them. */
function options() {
  must("#profile-note").textContent = told(`ui/profile_help/${value("profile")}`, "");
  drawOptions(must("#options"), book, value("profile"));
}

function opponent() {
  const bot = value("opponent") === "bot";
  must("#level-row").hidden = !bot;
  must("#listed-row").hidden = value("opponent") === "here";
}

form.addEventListener("change", (event) => {
  const name = /** @type {HTMLInputElement} */ (event.target).name;
  if (name === "profile") options();
  if (name === "opponent") {
    remember("opponent", value("opponent"));
    opponent();
  }
  if (name === "side") localStorage.setItem(`side:${book.name}`, value("side"));
  if (name === "clock") localStorage.setItem("clock", value("clock"));
  if (name === "level") localStorage.setItem(`level:${book.name}`, value("level"));
});
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = /** @type {HTMLButtonElement} */ (must("#play"));
  button.disabled = true;
  try {
    const named = await takeName();
    if (!named || (value("opponent") === "lobby" && !me())) {
      if (named) toast(t("people/here/need_name"));
      must("[name=name]").focus();
      button.disabled = false;
      return;
    }
    const seed = value("seed").trim();
    const level = value("level");
    const program = value("opponent") === "bot" && level.startsWith(PROGRAM);
    await takeSeat("/api/tables", {
      game: book.name,
      profile: value("profile"),
      options: chosenOptions(must("#options")),
      seed: seed || null,
      side: value("side") || null,
      opponent: program ? "program" : value("opponent"),
      level: program ? "" : level || "random",
      program: program ? level.slice(PROGRAM.length) : "",
      listed: value("listed") === "on" && value("opponent") !== "here",
      rated: value("rated") === "on",
      ...clockFields(value("clock")),
    });
  } catch (error) {
    complain(error);
    button.disabled = false;
  }
});
hearCards((game) => {
  choose(/** @type {Book} */ (books.find((one) => one.name === game)));
  invite();
});
choose(book);
if (wished) invite();
const usual = /** @type {HTMLInputElement | null} */ (
  form.querySelector(`[name=opponent][value="${CSS.escape(address.get("opponent") ?? setting("opponent"))}"]`)
);
if (usual) usual.checked = true;
if (usual?.value === "client") must("#client-pill").hidden = false;
show("#clock", clockOptions(localStorage.getItem("clock") ?? ""));
opponent();
document.body.dataset.ready = "yes";
