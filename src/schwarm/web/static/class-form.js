/** The form that makes an event: a preset, a game and a name are enough; everything else is filled in. */

import { call, dayText, operator } from "./class-api.js";
import { changedOptions, optionFields } from "./class-options.js";
import { busy, button, choice, field } from "./class-parts.js";
import { h, must } from "./dom.js";
import { data, t, title, told } from "./texts.js";

/** @typedef {import("./types").Book} Book */
/** @typedef {{id: string, name: string, game: string | null, text: string, kind?: string | null, games?: number | null, rounds?: number | null}} Preset */
/** @typedef {{uploads: boolean, why: string | null, levels: Record<string, string[]>, presets: Preset[]}} Known */

const CLOCKS = ["move:50", "move:200", "move:500", "move:1000", "move:2000", "bank:60000+500", "bank:180000+1000"];
const USUAL_CLOCK = "move:500";
const CONTEST_CLOCK = "move:2000";
const KINDS = ["upload", "remote", "level", "hand"];
const USUAL_PRESET = "class-round-robin";

export class EventForm {
  /** @param {HTMLFormElement} form @param {Known} known */
  constructor(form, known) {
    this.form = form;
    this.known = known;
    this.books = /** @type {Book[]} */ (data.games);
    const first = known.presets.find((one) => one.id === USUAL_PRESET) ?? known.presets[0];
    must("#presets").replaceChildren(...known.presets.map((one) => this.card("preset", one.id, presetName(one), presetText(one), one === first)));
    must("#games").replaceChildren(
      ...this.books.map((book, i) => this.card("game", book.name, title(book.name), "", i === 0, `/static/cards/${book.name}.svg`)),
    );
    /** @type {HTMLInputElement} */ (form.elements.namedItem("name")).value = t("class/form/usual_name", { day: dayText(new Date()) });
    form.addEventListener("change", (event) => this.changed(/** @type {HTMLInputElement} */ (event.target).name));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void busy(must("#create"), () => this.create());
    });
    this.changed("preset");
  }

  /** One of several to choose from. @param {string} name @param {string} value @param {string} label @param {string} text @param {boolean} on @param {string} [picture] */
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
    this.tell();
  }

  /** @param {string} name @param {string} value */
  choose(name, value) {
    const input = /** @type {HTMLInputElement | null} */ (this.form.querySelector(`[name="${name}"][value="${CSS.escape(value)}"]`));
    if (input) input.checked = true;
  }

  /** The fields that are folded away, filled in for this preset and game. */
  fill() {
    const { book, preset } = this;
    const official = !!preset.game;
    const profiles = Object.keys(book.profiles);
    const days = h("div", { id: "days", class: "days-list" });
    must("#more").replaceChildren(
      choice(
        "profile",
        t("class/form/profile"),
        profiles.map((name) => [name, told(`ui/profiles/${name}`, name)]),
        official && profiles.includes("official") ? "official" : profiles[0],
      ),
      choice("clock", t("class/form/clock"), CLOCKS.map((clock) => [clock, t(`class/clocks/${clock}`)]), official ? CONTEST_CLOCK : USUAL_CLOCK),
      official ? "" : field("games", t("class/form/games"), { type: "number", min: 2, max: 100, step: 2, value: preset.games ?? 2 }),
      preset.kind === "swiss" ? field("rounds", t("class/form/rounds"), { type: "number", min: 1, max: 30, value: preset.rounds ?? "", placeholder: t("class/form/rounds_usual") }) : "",
      choice("when", t("class/form/when"), [
        ["now", t("class/form/when_now")],
        ["days", t("class/form/when_days")],
      ]),
      days,
      field("deadline", t("class/form/deadline"), { type: "datetime-local" }),
      h(
        "fieldset",
        { class: "kinds" },
        h("legend", {}, t("class/form/kinds")),
        ...KINDS.map((kind) => {
          const possible = kind !== "upload" || this.known.uploads;
          return h(
            "label",
            { class: "check" },
            h("input", { type: "checkbox", name: "kinds", value: kind, checked: possible, disabled: !possible }),
            ` ${t(`class/kinds/${kind}/name`)}`,
          );
        }),
      ),
      field("on", t("class/form/on"), { value: "local", maxlength: 200, spellcheck: "false" }),
      h("p", { class: "small" }, t("class/form/on_help")),
      h("h3", {}, t("class/form/rules")),
      h("div", { id: "options", class: "options" }),
    );
    days.hidden = true;
    this.fillOptions();
  }

  fillOptions() {
    must("#options").replaceChildren(...optionFields(this.book, this.value("profile")));
  }

  /** The times of match days; there is always one to fill in. */
  showDays() {
    const days = must("#days");
    days.hidden = this.value("when") !== "days";
    if (!days.childElementCount) days.append(button(t("class/form/add_day"), () => days.lastElementChild?.before(this.day())));
    if (!days.querySelector("input")) days.lastElementChild?.before(this.day());
  }

  day() {
    const line = h("p", { class: "day-line" }, field("days", t("class/form/day"), { type: "datetime-local", required: true }));
    line.append(button("×", () => line.remove(), { "aria-label": t("class/form/remove_day") }));
    return line;
  }

  /** What will happen, in a sentence. */
  tell() {
    const clock = t(`class/clocks/${this.value("clock")}`);
    must("#summary").textContent = t("class/form/summary", { preset: presetName(this.preset), game: title(this.book.name), clock });
  }

  /** What the API is told. */
  body() {
    const { preset, book } = this;
    const [kind, numbers] = /** @type {[string, string]} */ (this.value("clock").split(":"));
    const [first, second] = numbers.split("+").map(Number);
    const whole = new FormData(this.form);
    const time = (/** @type {FormDataEntryValue | null} */ text) => (text ? new Date(String(text)).toISOString() : null);
    /** @type {Record<string, unknown>} */ const format = {};
    for (const name of ["games", "rounds"]) if (this.value(name)) format[name] = Number(this.value(name));
    return {
      name: this.value("name").trim(),
      game: book.name,
      profile: this.value("profile"),
      options: changedOptions(must("#options")),
      preset: preset.id,
      format: Object.keys(format).length ? format : null,
      limits: kind === "bank" ? { bank_ms: first, increment_ms: second } : { move_ms: first },
      days: this.value("when") === "days" ? whole.getAll("days").map(time) : "now",
      deadline: time(whole.get("deadline")),
      kinds: whole.getAll("kinds"),
      on: this.value("on").trim() || "local",
    };
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
