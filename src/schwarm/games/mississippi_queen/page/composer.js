/** A captain's orders: speed, turns, fields and pushes, each with what it takes. */

import { Composer, composers } from "/static/boards/composer.js";
import { t } from "/static/shared/texts.js";
import { html, nothing } from "/static/shared/view.js";
import { lump } from "./costs.js";

/** @typedef {import("/static/types").Draft} Draft */

const PUSH_ARROWS = ["→", "↗", "↖", "←", "↙", "↘"];

/** Coal that is burnt. @param {string | number} count */
const cost = (count) => html`<span class="coal-cost" data-count=${count}>${lump()}</span>`;

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

  /** @override @param {Draft} draft */
  parts(draft) {
    const { burnt } = draft.ship;
    const told = burnt ? t("boards/river/confirm_burns", { count: burnt }) : t("boards/river/confirm_free");
    const ending = this.ending(draft, told, burnt ? cost(`−${burnt}`) : nothing);
    return html`${this.speeds(draft)}${this.ways(draft)}${this.means(draft)}${ending}`;
  }

  /** A step with what it takes.
   * @param {Draft} draft @param {string} step @param {string} label @param {string} name @param {boolean} [on] */
  button(draft, step, label, name, on = false) {
    const coal = Math.max(0, draft.costs[step]?.coal ?? 0);
    const possible = draft.options.includes(step);
    const burns = coal ? t("boards/river/burns", { count: coal }) : t("boards/river/no_coal");
    const told = possible ? `${name}: ${burns}` : name;
    return html`<button type="button" class=${on ? "on" : nothing} aria-pressed=${on ? "true" : nothing} data-step=${step}
      data-coal=${coal || nothing} aria-label=${told} title=${told} ?disabled=${!possible}
      @click=${() => this.add([step])}>${label}${possible && coal ? cost(coal) : nothing}</button>`;
  }

  /** @param {Draft} draft */
  speeds(draft) {
    const made = [1, 2, 3, 4, 5, 6].map((speed) =>
      this.button(draft, `S${speed}`, String(speed), t("ui/compose/speed", { speed }), draft.ship.speed === speed),
    );
    return html`<div class="compose-row"><span class="compose-label">${t("ui/facts/speed")}</span>
      <div class="speeds" role="group" aria-label=${t("ui/facts/speed")}>${made}</div></div>`;
  }

  /** @param {Draft} draft */
  ways(draft) {
    const pushes = PUSH_ARROWS.map((direction, i) => {
      const label = `${t("ui/compose/push_short")} ${direction}`;
      return draft.options.includes(`P${i}`)
        ? this.button(draft, `P${i}`, label, t("ui/compose/push", { direction }))
        : nothing;
    });
    return html`<div class="compose-row steps">${this.button(draft, "L", "↺", t("ui/compose/left"))}${this.button(
      draft,
      "F",
      "▲",
      t("ui/compose/forward"),
    )}${this.button(draft, "R", "↻", t("ui/compose/right"))}${
      draft.options.includes("B") ? this.button(draft, "B", "▼", t("ui/compose/backward")) : nothing
    }${pushes}</div>`;
  }

  /** What the ship has left. @param {Draft} draft */
  means({ ship, whole }) {
    const { points, coal, free_turns: count, burnt } = ship;
    const advice = whole
      ? burnt
        ? t("boards/river/ready", { count: burnt })
        : t("boards/river/ready_free")
      : points
        ? t(points === 1 ? "boards/river/use_point" : "ui/compose/use_points", { points })
        : t("ui/compose/begin");
    const left = t(points === 1 ? "boards/river/left_one" : "boards/river/left", { points });
    const turns = t(count === 1 ? "boards/river/turn_left_free" : "boards/river/turns_left_free", { count });
    return html`<div class="compose-row means"><span class="meter movement">${left}</span
      ><span class="meter coal">${lump()}${t("boards/river/coal_left", { coal })}</span
      ><span class="meter turns">${turns}</span
      ><p class="hint-line ${whole && burnt ? "burns" : ""}" role="status">${advice}</p></div>`;
  }
}
composers.set("mississippi_queen", RiverComposer);
