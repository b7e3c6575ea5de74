/**
 * Building a move of Mississippi Queen step by step: speed, turns, fields, pushes, confirm, take back.
 *
 * The server says what each step makes of the ship. Whoever is quicker than its answers loses nothing: buttons add to
 * the steps asked for last, fields to the draft that is shown, and answers to older questions are passed over.
 */

import { lump } from "./costs.js";
import { h } from "./dom.js";
import { t } from "./texts.js";

/** @typedef {import("./types").Draft} Draft */

const PUSH_ARROWS = ["→", "↗", "↖", "←", "↙", "↘"];

export class Composer {
  /**
   * @param {HTMLElement} place
   * @param {(steps: string[]) => void} change asks for the draft with these steps
   * @param {(move: string) => void} confirm
   */
  constructor(place, change, confirm) {
    this.place = place;
    this.change = change;
    this.confirm = confirm;
    /** @type {string[]} */ this.steps = []; // asked for last; the shown draft may still be behind
    /** @type {Draft | null} */ this.draft = null;
  }

  /** Begin a new move. */
  begin() {
    this.draft = null;
    this.ask([]);
  }

  hide() {
    this.draft = null;
    this.place.replaceChildren();
  }

  /** @param {string[]} steps */
  ask(steps) {
    this.steps = steps;
    this.change(steps);
  }

  /** The last question was refused: go on from what is shown. */
  refused() {
    this.steps = this.draft?.steps ?? [];
  }

  /** Go to a field of the draft that is shown. @param {string[]} way */
  reach(way) {
    this.add(way, this.draft?.steps);
  }

  /** @param {string[]} more @param {string[]} [before] */
  add(more, before = this.steps) {
    let steps = [...before];
    for (const step of more) {
      if (step.startsWith("S")) steps = [step, ...steps.filter((old) => !old.startsWith("S"))];
      else if (step === "R" && steps[steps.length - 1] === "L") steps.pop();
      else if (step === "L" && steps[steps.length - 1] === "R") steps.pop();
      else steps.push(step);
    }
    this.ask(steps);
  }

  /** Show a draft, unless another has been asked for since. @param {Draft} draft @returns {boolean} */
  show(draft) {
    if (draft.steps.join() !== this.steps.join()) return false;
    this.draft = draft;
    const focus = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.step;
    this.place.replaceChildren(this.speeds(draft), this.ways(draft), this.means(draft), this.ending(draft));
    if (focus) {
      const same = /** @type {HTMLButtonElement | null} */ (
        this.place.querySelector(`[data-step="${focus}"]`)
      );
      (same && !same.disabled
        ? same
        : /** @type {HTMLElement | null} */ (this.place.querySelector("button:not(:disabled)"))
      )?.focus();
    }
    return true;
  }

  /** A step with what it takes. @param {Draft} draft @param {string} step @param {string} label @param {string} name @returns {HTMLElement} */
  button(draft, step, label, name) {
    const coal = draft.costs[step]?.coal ?? 0;
    const cost = coal > 0 ? t("boards/river/burns", { count: coal }) : t("boards/river/no_coal");
    const possible = draft.options.includes(step);
    const told = possible ? `${name}: ${cost}` : name;
    return h(
      "button",
      {
        type: "button",
        "data-step": step,
        "data-coal": coal > 0 ? coal : false,
        "aria-label": told,
        title: told,
        disabled: !possible,
        click: () => this.add([step]),
      },
      label,
      possible && coal > 0 ? h("span", { class: "coal-cost" }, lump(), String(coal)) : null,
    );
  }

  /** @param {Draft} draft @returns {HTMLElement} */
  speeds(draft) {
    const made = [1, 2, 3, 4, 5, 6].map((speed) => {
      const button = this.button(draft, `S${speed}`, String(speed), t("ui/compose/speed", { speed }));
      button.classList.toggle("on", draft.ship.speed === speed);
      if (draft.ship.speed === speed) button.setAttribute("aria-pressed", "true");
      return button;
    });
    return h(
      "div",
      { class: "compose-row" },
      h("span", { class: "compose-label" }, t("ui/facts/speed")),
      h("div", { class: "speeds", role: "group", "aria-label": t("ui/facts/speed") }, ...made),
    );
  }

  /** @param {Draft} draft @returns {HTMLElement} */
  ways(draft) {
    const pushes = [0, 1, 2, 3, 4, 5]
      .filter((d) => draft.options.includes(`P${d}`))
      .map((d) =>
        this.button(
          draft,
          `P${d}`,
          `${t("ui/compose/push_short")} ${PUSH_ARROWS[d]}`,
          t("ui/compose/push", { direction: PUSH_ARROWS[d] ?? "" }),
        ),
      );
    return h(
      "div",
      { class: "compose-row steps" },
      this.button(draft, "L", "↺", t("ui/compose/left")),
      this.button(draft, "F", "▲", t("ui/compose/forward")),
      this.button(draft, "R", "↻", t("ui/compose/right")),
      draft.options.includes("B") && this.button(draft, "B", "▼", t("ui/compose/backward")),
      ...pushes,
    );
  }

  /** What the ship has left. @param {Draft} draft @returns {HTMLElement} */
  means({ ship, whole }) {
    const { points, coal, free_turns: free, burnt } = ship;
    const advice = whole
      ? burnt
        ? t("boards/river/ready", { count: burnt })
        : t("boards/river/ready_free")
      : points
        ? t(points === 1 ? "boards/river/use_point" : "ui/compose/use_points", { points })
        : t("ui/compose/begin");
    return h(
      "div",
      { class: "compose-row means" },
      h("span", { class: "meter movement" }, t("boards/river/left", { points })),
      h("span", { class: "meter coal" }, lump(), t("boards/river/coal_left", { coal })),
      h(
        "span",
        { class: "meter turns" },
        t(free === 1 ? "boards/river/turn_left_free" : "boards/river/turns_left_free", { count: free }),
      ),
      h("p", { class: `hint-line ${whole && burnt ? "burns" : ""}`, role: "status" }, advice),
    );
  }

  /** Go back, start over, or make the move, which says beforehand what it burns. @param {Draft} draft @returns {HTMLElement} */
  ending(draft) {
    const { burnt } = draft.ship;
    const back = (/** @type {string} */ step, /** @type {string} */ sign, /** @type {() => void} */ click) =>
      h(
        "button",
        {
          type: "button",
          "data-step": step,
          "aria-label": t(`ui/compose/${step}`),
          title: t(`ui/compose/${step}`),
          disabled: !this.steps.length,
          click,
        },
        sign,
      );
    return h(
      "div",
      { class: "compose-row ending" },
      back("undo", "↩", () => this.ask(this.steps.slice(0, -1))),
      back("clear", "✕", () => this.ask([])),
      h(
        "button",
        {
          type: "button",
          class: "primary",
          "data-step": "confirm",
          "aria-label": burnt
            ? t("boards/river/confirm_burns", { count: burnt })
            : t("boards/river/confirm_free"),
          title: draft.move ?? "",
          disabled: !draft.whole,
          click: () => draft.move && this.confirm(draft.move),
        },
        t("ui/compose/confirm"),
        burnt ? h("span", { class: "coal-cost" }, lump(), `−${burnt}`) : null,
      ),
    );
  }
}
