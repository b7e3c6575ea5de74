/** The form that makes an event: a preset, a game and a name are enough; everything else is filled in. */

import { call, dayText } from "./api.js";
import { CLOCKS, USUAL_CLOCK, clockName, limitsOf } from "./clock.js";
import { operator } from "./memory.js";
import { busy, button, card, choice, field } from "./parts.js";
import { must } from "../shared/dom.js";
import { chosenOptions, drawOptions } from "../lab/rule-options.js";
import { data, t, title, told } from "../shared/texts.js";
import { anew, html, nothing, repeat, show } from "../shared/view.js";

/** @typedef {import("../types").Book} Book */
/** @typedef {import("../types").Preset} Preset */

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
  /** @param {HTMLFormElement} form @param {import("../types").ClassOffer} known */
  constructor(form, known) {
    this.form = form;
    this.known = known;
    this.books = /** @type {Book[]} */ (data.games);
    /** @type {number[]} */ this.days = []; // a number for each match day that can be filled in
    const first = known.presets.find((one) => one.id === USUAL_PRESET) ?? known.presets[0];
    show(
      "#presets",
      known.presets.map((one) => card("preset", one.id, presetName(one), presetText(one), one === first)),
    );
    show(
      "#games",
      this.books.map(({ name, usual }) => card("game", name, title(name), "", usual, `/static/cards/${name}.svg`)),
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

  /** The fields that are folded away, made anew for each preset and game. */
  fill() {
    const whole = `${this.preset.id} ${this.book.name}`;
    this.days = [];
    show("#more", anew(whole, this.fields()));
    this.fillOptions();
  }

  /** All of them, filled in as the preset says. */
  fields() {
    const { book, known, preset } = this;
    const official = !!preset.game;
    const ladder = preset.id === LADDER;
    const profiles = book.profile_names;
    const pairs = (/** @type {string[]} */ values, /** @type {(value: string) => string} */ name) =>
      values.map((value) => /** @type {[string, string]} */ ([value, name(value)]));
    const number = (/** @type {string} */ name, /** @type {Parameters<typeof field>[2]} */ more) =>
      field(name, t(`class/form/${name}`), { type: "number", ...more });
    const select = (
      /** @type {string} */ name,
      /** @type {[string, string][]} */ values,
      /** @type {string | undefined} */ chosen = undefined,
    ) => choice(name, t(`class/form/${name}`), values, chosen);
    const times = ["now", "days", "hand"];
    const clock = CLOCKS.find((clock) => clock === `move:${preset.move_ms}`) ?? USUAL_CLOCK;
    const kind = (/** @type {string} */ kind) =>
      html`<label class="check"><input type="checkbox" name="kinds" value=${kind} ?checked=${!known.kinds[kind]}
        ?disabled=${!!known.kinds[kind]}> ${t(`class/kinds/${kind}/name`)}</label>`;
    return html`${select(
      "profile",
      pairs(profiles, (name) => told(`ui/profiles/${name}`, name)),
      official && profiles.includes("official") ? "official" : book.usual_profile,
    )}
    ${select("clock", pairs(CLOCKS, clockName), clock)}
    ${official ? nothing : number("games", { min: 2, max: 100, step: 2, value: preset.games ?? 2 })}
    ${preset.id === SWISS ? number("rounds", { min: 1, max: 30, placeholder: t("class/form/rounds_usual") }) : nothing}
    ${
      ladder
        ? nothing
        : select(
            "when",
            pairs(times, (when) => t(`class/form/when_${when}`)),
          )
    }
    <div id="days" class="days-list" hidden></div>
    <div id="closes" hidden>${number("closes_min", { min: 0, max: 10080, value: 0 })}</div>
    ${
      ladder
        ? nothing
        : [
            number("trials", { min: 0, max: MOST_TRIALS, value: 0 }),
            field("deadline", t("class/form/deadline"), { type: "datetime-local" }),
          ]
    }
    <fieldset class="kinds">
      <legend>${t("class/form/kinds")}</legend>${(ladder ? LADDER_KINDS : KINDS).map(kind)}
    </fieldset>
    ${
      ladder
        ? nothing
        : [
            select(
              "leaving",
              pairs(LEAVING, (rule) => t(`class/leaving/${rule}`)),
            ),
            number("hand_s", { min: 5, max: 3600, value: HAND_S }),
            number("ready_min", { min: 1, max: 60, value: READY_MIN }),
          ]
    }
    ${
      known.on.length > 1
        ? select(
            "on",
            pairs(known.on, (on) => told(`class/form/on_${on}`, on)),
          )
        : nothing
    }
    <h3>${t("class/form/rules")}</h3>
    <div id="options" class="options"></div>`;
  }

  fillOptions() {
    drawOptions(must("#options"), this.book, this.value("profile"));
  }

  /** The times of match days; there is always one to fill in. */
  showDays() {
    must("#days").hidden = this.value("when") !== "days";
    if (!this.days.length) this.days = [0];
    const more = () => this.setDays([...this.days, Math.max(...this.days) + 1]);
    const day = (/** @type {number} */ number) => {
      const remove = () => this.setDays(this.days.filter((one) => one !== number));
      return html`<p class="day-line">
        ${field("days", t("class/form/day"), { type: "datetime-local", required: true })}${button("×", remove, {
          label: t("class/form/remove_day"),
        })}</p>`;
    };
    show("#days", html`${repeat(this.days, (number) => number, day)}${button(t("class/form/add_day"), more)}`);
  }

  /** @param {number[]} days */
  setDays(days) {
    this.days = days;
    this.showDays();
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
