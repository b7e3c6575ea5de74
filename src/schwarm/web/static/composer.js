/** Building a move of Mississippi Queen step by step: speed, turns, fields, pushes, confirm, take back. */

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
    /** @type {string[]} */ this.steps = [];
    /** @type {Draft | null} */ this.draft = null;
  }

  /** Begin a new move. */
  begin() {
    this.steps = [];
    this.draft = null;
    this.change([]);
  }

  hide() {
    this.draft = null;
    this.place.replaceChildren();
  }

  /** @param {string[]} more */
  add(more) {
    let steps = [...this.steps];
    for (const step of more) {
      if (step.startsWith("S")) steps = [step, ...steps.filter((old) => !old.startsWith("S"))];
      else if (step === "R" && steps[steps.length - 1] === "L") steps.pop();
      else if (step === "L" && steps[steps.length - 1] === "R") steps.pop();
      else steps.push(step);
    }
    this.change(steps);
  }

  /** @param {Draft} draft */
  show(draft) {
    this.draft = draft;
    this.steps = draft.steps;
    const focus = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.step;
    const { ship } = draft;
    /** @param {string} step @param {string} label @param {string} name */
    const button = (step, label, name) =>
      h("button", { type: "button", "data-step": step, "aria-label": name, title: name, disabled: !draft.options.includes(step), click: () => this.add([step]) }, label);
    const speeds = [1, 2, 3, 4, 5, 6].map((speed) => {
      const made = button(`S${speed}`, String(speed), t("ui/compose/speed", { speed }));
      made.classList.toggle("on", ship.speed === speed);
      if (ship.speed === speed) made.setAttribute("aria-pressed", "true");
      return made;
    });
    const pushes = [0, 1, 2, 3, 4, 5].filter((d) => draft.options.includes(`P${d}`)).map((d) => button(`P${d}`, `${t("ui/compose/push_short")} ${PUSH_ARROWS[d]}`, t("ui/compose/push", { direction: PUSH_ARROWS[d] ?? "" })));
    this.place.replaceChildren(
      h("div", { class: "compose-row" }, h("span", { class: "compose-label" }, t("ui/facts/speed")), h("div", { class: "speeds", role: "group", "aria-label": t("ui/facts/speed") }, ...speeds)),
      h("div", { class: "compose-row steps" },
        button("L", "↺", t("ui/compose/left")),
        button("F", "▲", t("ui/compose/forward")),
        button("R", "↻", t("ui/compose/right")),
        draft.options.includes("B") && button("B", "▼", t("ui/compose/backward")),
        ...pushes),
      h("div", { class: "compose-row facts" },
        h("span", {}, t("ui/compose/points", { points: ship.points })),
        h("span", {}, t("ui/compose/coal", { coal: ship.coal })),
        h("span", {}, t("ui/compose/free", { free: ship.free_turns }))),
      h("div", { class: "compose-row" },
        h("button", { type: "button", "data-step": "undo", disabled: !this.steps.length, click: () => this.change(this.steps.slice(0, -1)) }, t("ui/compose/undo")),
        h("button", { type: "button", "data-step": "clear", disabled: !this.steps.length, click: () => this.change([]) }, t("ui/compose/clear")),
        h("button", { type: "button", class: "primary", "data-step": "confirm", disabled: !draft.whole, click: () => draft.move && this.confirm(draft.move) }, t("ui/compose/confirm"))),
      h("p", { class: "hint-line" }, draft.whole ? t("ui/compose/whole", { move: draft.move ?? "" }) : ship.points ? t("ui/compose/use_points", { points: ship.points }) : t("ui/compose/begin")));
    if (focus) {
      const same = /** @type {HTMLButtonElement | null} */ (this.place.querySelector(`[data-step="${focus}"]`));
      (same && !same.disabled ? same : /** @type {HTMLElement | null} */ (this.place.querySelector("button:not(:disabled)")))?.focus();
    }
  }
}
