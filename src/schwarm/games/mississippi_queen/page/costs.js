/** What a step of a ship takes, as a sign on the board and in words; the server says it, nothing is counted here. */

import { s } from "/static/shared/dom.js";
import { t } from "/static/shared/texts.js";

/** @typedef {import("/static/types").Cost} Cost */

const LUMP = "M-.15 .03L-.11-.1 .02-.15 .13-.08 .15 .06 .05 .15-.08 .14Z";

/** Movement points and words for them. @param {number} count */
const pointsText = (count) => t(count === 1 ? "boards/river/point" : "boards/river/points", { count });

/** A cost in words. @param {Cost} cost @param {string[]} steps @param {number} speed before @returns {string} */
export function costText(cost, steps, speed) {
  const parts = [];
  const [left, right] = ["L", "R"].map((way) => steps.filter((step) => step === way).length);
  for (const [count, name] of /** @type {[number, string][]} */ ([
    [left, "left"],
    [right, "right"],
  ]))
    if (count) parts.push(t(`boards/river/turn${count > 1 ? "s" : ""}_${name}`, { count }));
  if (steps.some((step) => step.startsWith("P"))) parts.push(t("boards/river/pushes"));
  if (steps[0] === "B") parts.push(t("boards/river/back_off"));
  parts.push(pointsText(cost.points));
  parts.push(cost.coal > 0 ? t("boards/river/burns", { count: cost.coal }) : t("boards/river/no_coal"));
  if (cost.stops) parts.push(t("boards/river/stops"));
  if (cost.speed < speed) parts.push(t("boards/river/slows", { speed: cost.speed }));
  return parts.join(" · ");
}

/** A cost on a field: movement points in a dot at its edge, so that whatever lies there is seen, lumps of coal
 * beside it. @param {Cost} cost @returns {SVGElement[]} */
export function costSign(cost) {
  const made = [
    s(
      "g",
      { transform: "translate(-.26,-.27) scale(.78)" },
      s("circle", { class: "price", r: 0.25 }),
      s("text", { class: "price-points", y: 0.115 }, String(cost.points)),
    ),
  ];
  if (cost.coal > 0)
    made.push(
      s(
        "g",
        { class: "price-coal", transform: "translate(.2,-.27) scale(.86)" },
        s("rect", { x: -0.22, y: -0.17, width: 0.52, height: 0.34, rx: 0.17 }),
        s("path", { class: "lump", d: LUMP, transform: "translate(-.06,0) scale(.8)" }),
        s("text", { x: 0.16, y: 0.09 }, String(cost.coal)),
      ),
    );
  if (cost.stops) made.push(s("path", { class: "price-stop", d: "M-.16 .38H.16" }));
  return made;
}

/** A lump of coal for buttons. @returns {SVGElement} */
export const lump = () =>
  s(
    "svg",
    { class: "lump-icon", viewBox: "-.2 -.2 .4 .4", "aria-hidden": "true" },
    s("path", { class: "lump", d: LUMP }),
  );
