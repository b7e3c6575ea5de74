/** The form that makes an event: a preset, a game and a name are enough; everything else is filled in. */

import { call, dayText } from "./api.js";
import { CLOCKS, USUAL_CLOCK, clockName, limitsOf } from "./clock.js";
import { operator } from "./memory.js";
import { busy, button, choice, field } from "./parts.js";
import { h, must } from "../shared/dom.js";
import { chosenOptions, drawOptions } from "../lab/rule-options.js";
import { data, t, title, told } from "../shared/texts.js";

/** @typedef {import("../types").Book} Book */
/** @typedef {{id: string, name: string, game: string | null, text: string, move_ms: number | null, games: number |
 * null}} Preset */
/** @typedef {{uploads: boolean, why: string | null, levels: Record<string, string[]>, elo: Record<string,
 * Record<string, number>>, presets: Preset[], kinds: Record<string, string | null>, on: string[]}} Known */

const KINDS = ["upload", "remote", "level", "hand"];
const LEAVING = ["keep", "annul"]; // what becomes of the games of a team that leaves
const HAND_S = 60; // for a move by hand
const READY_MIN = 5; // minutes until a team that plays by hand has to be ready
const SWISS = "class-swiss";
const LADDER = "class-ladder";
const LADDER_KINDS = ["upload", "level"]; // who can play a whole year long
const MOST_TRIALS = 5;
const USUAL_PRESET = "class-round-robin";

export class EventForm {
  /** @param {HTMLFormElement} form @param {Known} known */
  constructor(form, known) {
    this.form = form;
    this.known = known;
    this.books = /** @type {Book[]} */ (data.games);
    const first = known.presets.find((one) => one.id === USUAL_PRESET) ?? known.presets[0];
    must("#presets").replaceChildren(
      ...known.presets.map((one) => this.card("preset", one.id, presetName(one), presetText(one), one === first)),
    );
    must("#games").replaceChildren(
      ...this.books.map((book) =>
        this.card("game", book.name, title(book.name), "", book.usual, `/static/cards/${book.name}.svg`),
      ),
    );
    /** @type {HTMLInputElement} */ (form.elements.namedItem("name")).value = t("class/form/usual_name", {
      day: dayText(new Date()),
    });
    form.addEventListener("change", (event) => this.changed(/** @type {HTMLInputElement} */ (event.target).name));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void busy(must("#create"), () => this.create());
    });
    must("#rehearse").addEventListener("click", (event) =>
      busy(/** @type {HTMLElement} */ (event.currentTarget), () => this.rehearse()),
    );
    this.changed("preset");
  }

  /** One of several to choose from. @param {string} name
   * @param {string} value @param {string} label @param {string} text @param {boolean} on @param {string} [picture] */
  card(name, value, label, text, on, picture) {
    return h(
      "label",
      { class: "choice" },
      h("input", { type: "radio", name, value, checked: on, required: true }),
      picture && h("img", { src: picture, alt: "", width: 96, height: 60 }),
      h("span", { class: "choice-title" }, label),
      text && h("span", { class: "choice-text" }, text),
    );
  }

  /** @param {string} name @returns {string} */
  value(name) {
    return String(new FormData(this.form).get(name) ?? "");
  }

  get preset() {
    return /** @type {Preset} */ (this.known.presets.find((one) => one.id === this.value("preset")));
  }

  get book() {
    return /** @type {Book} */ (this.books.find((one) => one.name === this.value("game")));
  }

  /** Something was chosen: what depends on it follows. @param {string} name */
  changed(name) {
    if (name === "preset" && this.preset.game) this.choose("game", this.preset.game);
    for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (this.form.querySelectorAll("[name=game]")))
      input.disabled = !!this.preset.game && input.value !== this.preset.game;
    if (name === "preset" || name === "game") this.fill();
    if (name === "profile") this.fillOptions();
    if (name === "when") this.showDays();
    must("#closes").hidden = this.value("when") !== "days";
    this.tell();
  }

  /** @param {string} name @param {string} value */
  choose(name, value) {
    const input = /** @type {HTMLInputElement | null} */ (
      this.form.querySelector(`[name="${name}"][value="${CSS.escape(value)}"]`)
    );
    if (input) input.checked = true;
  }

  /** The fields that are folded away, filled in for this preset and game. */
  fill() {
    const { book, preset } = this;
    const official = !!preset.game;
    const profiles = book.profile_names;
    const days = h("div", { id: "days", class: "days-list" });
    const ladder = preset.id === LADDER;
    const closes = h(
      "div",
      { id: "closes", hidden: true },
      field("closes_min", t("class/form/closes_min"), { type: "number", min: 0, max: 10080, value: 0 }),
    );
    must("#more").replaceChildren(
      choice(
        "profile",
        t("class/form/profile"),
        profiles.map((name) => [name, told(`ui/profiles/${name}`, name)]),
        official && profiles.includes("official") ? "official" : profiles[0],
      ),
      choice(
        "clock",
        t("class/form/clock"),
        CLOCKS.map((clock) => [clock, clockName(clock)]),
        CLOCKS.find((clock) => clock === `move:${preset.move_ms}`) ?? USUAL_CLOCK,
      ),
      official
        ? ""
        : field("games", t("class/form/games"), {
            type: "number",
            min: 2,
            max: 100,
            step: 2,
            value: preset.games ?? 2,
          }),
      preset.id === SWISS
        ? field("rounds", t("class/form/rounds"), {
            type: "number",
            min: 1,
            max: 30,
            placeholder: t("class/form/rounds_usual"),
          })
        : "",
      ladder
        ? ""
        : choice("when", t("class/form/when"), [
            ["now", t("class/form/when_now")],
            ["days", t("class/form/when_days")],
            ["hand", t("class/form/when_hand")],
          ]),
      days,
      closes,
      ladder ? "" : field("trials", t("class/form/trials"), { type: "number", min: 0, max: MOST_TRIALS, value: 0 }),
      ladder ? "" : field("deadline", t("class/form/deadline"), { type: "datetime-local" }),
      h(
        "fieldset",
        { class: "kinds" },
        h("legend", {}, t("class/form/kinds")),
        ...(ladder ? LADDER_KINDS : KINDS).map((kind) => {
          const possible = !this.known.kinds[kind];
          return h(
            "label",
            { class: "check" },
            h("input", { type: "checkbox", name: "kinds", value: kind, checked: possible, disabled: !possible }),
            ` ${t(`class/kinds/${kind}/name`)}`,
          );
        }),
      ),
      ladder
        ? ""
        : choice(
            "leaving",
            t("class/form/leaving"),
            LEAVING.map((rule) => [rule, t(`class/leaving/${rule}`)]),
          ),
      ladder ? "" : field("hand_s", t("class/form/hand_s"), { type: "number", min: 5, max: 3600, value: HAND_S }),
      ladder
        ? ""
        : field("ready_min", t("class/form/ready_min"), { type: "number", min: 1, max: 60, value: READY_MIN }),
      this.known.on.length > 1
        ? choice(
            "on",
            t("class/form/on"),
            this.known.on.map((on) => [on, told(`class/form/on_${on}`, on)]),
          )
        : "",
      h("h3", {}, t("class/form/rules")),
      h("div", { id: "options", class: "options" }),
    );
    days.hidden = true;
    this.fillOptions();
  }

  fillOptions() {
    drawOptions(must("#options"), this.book, this.value("profile"));
  }

  /** The times of match days; there is always one to fill in. */
  showDays() {
    const days = must("#days");
    days.hidden = this.value("when") !== "days";
    if (!days.childElementCount)
      days.append(button(t("class/form/add_day"), () => days.lastElementChild?.before(this.day())));
    if (!days.querySelector("input")) days.lastElementChild?.before(this.day());
  }

  day() {
    const line = h(
      "p",
      { class: "day-line" },
      field("days", t("class/form/day"), { type: "datetime-local", required: true }),
    );
    line.append(button("×", () => line.remove(), { "aria-label": t("class/form/remove_day") }));
    return line;
  }

  /** What will happen, in a sentence. */
  tell() {
    const clock = clockName(this.value("clock"));
    must("#summary").textContent = t("class/form/summary", {
      preset: presetName(this.preset),
      game: title(this.book.name),
      clock,
    });
  }

  /** What the API is told. */
  body() {
    const { preset, book } = this;
    const whole = new FormData(this.form);
    const time = (/** @type {FormDataEntryValue | null} */ text) =>
      text ? new Date(String(text)).toISOString() : null;
    const games = Number(this.value("games")) || null;
    const rounds = Number(this.value("rounds"));
    const own = preset.id === SWISS && rounds > 0; // else as many as suit the number of teams
    return {
      name: this.value("name").trim(),
      game: book.name,
      profile: this.value("profile"),
      options: chosenOptions(must("#options")),
      ...(own ? { format: { kind: "swiss", games, rounds } } : { preset: preset.id, ...(games ? { games } : {}) }),
      limits: limitsOf(this.value("clock")),
      days: this.value("when") === "days" ? whole.getAll("days").map(time) : this.value("when") || "now",
      closes_min: this.value("when") === "days" ? Number(this.value("closes_min")) || 0 : 0,
      trials: Number(this.value("trials")) || 0,
      deadline: time(whole.get("deadline")),
      kinds: whole.getAll("kinds"),
      leaving: this.value("leaving") || LEAVING[0],
      hand_s: Number(this.value("hand_s")) || HAND_S,
      ready_s: 60 * (Number(this.value("ready_min")) || READY_MIN),
      on: this.value("on") || "local",
    };
  }

  /** The same with example teams, in two minutes. */
  async rehearse() {
    const body = {
      ...this.body(),
      name: t("class/rehearsal/name"),
      days: "now",
      deadline: null,
      trials: 0,
      rehearsal: true,
    };
    const made = await call("/events", { token: operator(), body });
    location.href = `/operate/${made.id}`;
  }

  async create() {
    const made = await call("/events", { token: operator(), body: this.body() });
    location.href = `/operate/${made.id}`;
  }
}

/** @param {Preset} preset */
const presetName = (preset) => told(`class/presets/${preset.id}/name`, preset.name);
/** @param {Preset} preset */
const presetText = (preset) => told(`class/presets/${preset.id}/text`, preset.text);
