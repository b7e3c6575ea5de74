/** The studio: rules put together option by option, seen on a board at once, kept under a name, shared by a link. */

import "../shared/chrome.js";
import "../boards.js";
import { must, toast } from "../shared/dom.js";
import { chosenOptions, drawOption, drawProfiles, fillOptions } from "./rule-options.js";
import { changedRules } from "../tables/rulecard.js";
import { keepSet, keptSets, dropSet } from "./rule-sets.js";
import { ask } from "../shared/server.js";
import { data, t, title, told } from "../shared/texts.js";
import { PlayController } from "../boards/play.js";
import { show as display, html, nothing } from "../shared/view.js";

/** @typedef {import("../types").Snapshot} Snapshot */
/** @typedef {import("./rule-sets.js").RuleSet} RuleSet */
/** @typedef {{value: string, text: string, sure: boolean}} Finding */

const book = /** @type {import("../types").Book} */ (data.book);
const findings = /** @type {Record<string, Finding[]>} */ (data.findings);
const PATIENCE_MS = 200; // after the last change
const place = must("#options");
const profile = /** @type {HTMLSelectElement} */ (must("#profile"));
const nameInput = /** @type {HTMLInputElement} */ (must("#keep [name=name]"));
const control = new PlayController(book.name, {
  play: (move) => {
    moves.push(move);
    look(true);
  },
});
/** @type {string[]} */ let moves = []; // tried on the board
let seed = "1";
let timer = 0;
let asked = 0;

// --- the options -------------------------------------------------------------------------------------------
/** @param {string} option @param {string} value */
const inWords = (option, value) =>
  value === "true" || value === "false"
    ? t(value === "true" ? "ui/yes" : "ui/no")
    : told(`games/${book.name}/options/${option}/values/${value}`, value);

/** What the lab says of an option. @param {string} option */
function finding(option) {
  const found = findings[option] ?? [];
  if (!found.length) return nothing;
  return html`<ul class="findings" aria-label=${t("studio/lab")}>${found.map(
    (one) => html`<li class=${one.sure ? "sure" : ""}><b>${inWords(option, one.value)}: </b>${one.text}</li>`,
  )}</ul>`;
}

function drawGroups() {
  const groups = /** @type {[string, string[]][]} */ (data.groups);
  const one = (/** @type {string} */ name) => {
    const option = book.options.find((one) => one.name === name);
    return option
      ? html`<div class="studio-option" data-option=${name}>${drawOption(book, option, profile.value)}${finding(name)}</div>`
      : nothing;
  };
  display(
    place,
    groups.map(
      ([group, names], i) => html`<details class="box group" ?open=${i === 0}>
        <summary>${told(`games/${book.name}/groups/${group}`, t("studio/rest"))}</summary>${names.map(one)}</details>`,
    ),
  );
}

/** The rules that are set now.
 * @returns {{game: string, profile: string, options: Record<string, boolean | number | string>}} */
const rules = () => ({ game: book.name, profile: profile.value, options: chosenOptions(place) });

/** The same as parameters of an address. @param {{profile: string, options: Record<string, unknown>}} set */
function query(set) {
  const found = new URLSearchParams({ profile: set.profile });
  for (const [name, value] of Object.entries(set.options)) found.set(`o.${name}`, String(value));
  return found;
}

// --- what they make of the game ----------------------------------------------------------------------------
/** Show the start under these rules; what cannot be played is said in a line. @param {boolean} animate */
async function look(animate = false) {
  const set = rules();
  const mine = ++asked;
  for (const part of place.querySelectorAll(".studio-option"))
    part.classList.toggle("changed", (part.getAttribute("data-option") ?? "") in set.options);
  const address = query(set);
  const name = nameInput.value.trim();
  history.replaceState(null, "", `?${name ? new URLSearchParams([["name", name], ...address]) : address}`);
  /** @type {HTMLAnchorElement} */ (must("#play")).href = `/?game=${book.name}&${address}`;
  const fault = must("#fault");
  try {
    const found = /** @type {Snapshot} */ (await ask("/api/positions", { ...set, seed, moves }));
    if (mine !== asked) return;
    fault.hidden = true;
    must("#board").classList.remove("stale");
    show(found, animate);
  } catch (error) {
    if (mine !== asked) return;
    fault.hidden = false;
    fault.textContent = String(/** @type {Error} */ (error).message);
    must("#board").classList.add("stale");
  }
}

/** @param {Snapshot} next @param {boolean} animate */
function show(next, animate) {
  control.show(next, next.composed ? [] : next.sides, animate);
  const changed = changedRules(next, book);
  display(
    "#changed",
    changed.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`),
  );
  must("#unchanged").hidden = changed.length > 0;
  document.body.dataset.ready = "yes";
}

function changed() {
  moves = [];
  clearTimeout(timer);
  timer = setTimeout(look, PATIENCE_MS);
}
place.addEventListener("input", changed);
place.addEventListener("submit", (event) => event.preventDefault());
profile.addEventListener("change", () => {
  drawGroups();
  changed();
});
must("#draw-again").addEventListener("click", () => {
  seed = String(Number(seed) + 1);
  moves = [];
  look();
});
must("#game").addEventListener("change", (event) => {
  location.href = `/studio/${/** @type {HTMLSelectElement} */ (event.target).value}`;
});

// --- sets of rules with names --------------------------------------------------------------------------------
/** Put a set of rules on the table. @param {URLSearchParams} address */
function open(address) {
  drawProfiles(profile, book, address.get("profile") ?? book.profile_names[0] ?? "");
  drawGroups();
  fillOptions(place, address);
  for (const group of place.querySelectorAll("details"))
    if ([...group.querySelectorAll("[data-option]")].some((one) => address.has(`o.${one.getAttribute("data-option")}`)))
      group.open = true;
  nameInput.value = address.get("name") ?? "";
  moves = [];
  look();
}

function drawKept() {
  const sets = keptSets(book.name);
  must("#none-kept").hidden = sets.length > 0;
  display(
    "#kept",
    sets.map((set) => {
      const take = () => open(new URLSearchParams([["name", set.name], ...query(set)]));
      const drop = () => (dropSet(book.name, set.name), drawKept());
      const name = t("studio/drop_it", { name: set.name });
      return html`<li class="my-game"><span class="my-game-text"><b>${set.name}</b></span>
        <span class="buttons"><button type="button" @click=${take}>${t("studio/take")}</button>
          <button type="button" aria-label=${name} title=${name} @click=${drop}>✕</button></span></li>`;
    }),
  );
}
must("#keep").addEventListener("submit", (event) => {
  event.preventDefault();
  const name = nameInput.value.trim();
  if (!name) return;
  keepSet(book.name, { name, profile: profile.value, options: chosenOptions(place) });
  drawKept();
  look();
  toast(t("studio/saved", { name }));
});
must("#share").addEventListener("click", async () => {
  await look();
  const address = location.href;
  try {
    await navigator.clipboard.writeText(address);
    toast(t("studio/copied", { game: title(book.name) }), { href: address, text: t("ui/open") });
  } catch {
    toast(address, { href: address, text: t("ui/open") });
  }
});
drawKept();
open(new URLSearchParams(location.search));
