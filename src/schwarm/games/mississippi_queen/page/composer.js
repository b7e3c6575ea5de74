/** A captain's orders: speed, turns, fields and pushes, each with what it takes. */

import { Composer, composers } from "/static/boards/composer.js";
import { h } from "/static/shared/dom.js";
import { t } from "/static/shared/texts.js";
import { lump } from "./costs.js";

/** @typedef {import("/static/types").Draft} Draft */

const PUSH_ARROWS = ["→", "↗", "↖", "←", "↙", "↘"];

class RiverComposer extends Composer {
  /** @override One speed a move, and a turn takes back the one before it.
   * @param {string[]} more @param {string[]} [before] */
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

  /** @override @param {Draft} draft @returns {HTMLElement[]} */
  parts(draft) {
    const { burnt } = draft.ship;
    const told = burnt ? t("boards/river/confirm_burns", { count: burnt }) : t("boards/river/confirm_free");
    const cost = burnt ? h("span", { class: "coal-cost", "data-count": `−${burnt}` }, lump()) : null;
    const ending = this.ending(draft, { "aria-label": told, title: draft.move ?? "" }, cost);
    return [this.speeds(draft), this.ways(draft), this.means(draft), ending];
  }

  /** A step with what it takes.
   * @param {Draft} draft @param {string} step @param {string} label @param {string} name @returns {HTMLElement} */
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
      possible && coal > 0 ? h("span", { class: "coal-cost", "data-count": coal }, lump()) : null,
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
      h(
        "span",
        { class: "meter movement" },
        t(points === 1 ? "boards/river/left_one" : "boards/river/left", { points }),
      ),
      h("span", { class: "meter coal" }, lump(), t("boards/river/coal_left", { coal })),
      h(
        "span",
        { class: "meter turns" },
        t(free === 1 ? "boards/river/turn_left_free" : "boards/river/turns_left_free", { count: free }),
      ),
      h("p", { class: `hint-line ${whole && burnt ? "burns" : ""}`, role: "status" }, advice),
    );
  }
}
composers.set("mississippi_queen", RiverComposer);
