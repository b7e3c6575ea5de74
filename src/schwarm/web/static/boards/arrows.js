/** Moves as arrows on a board: those to come, with their numbers, or one whose words are touched. */

import { s } from "../shared/dom.js";

const CLEAR = 0.34; // from a cell's middle to the arrow's end: what is written on pieces stays legible
const HEAD = 0.26; // from the tip to its wings
const WING = 0.15;
const BESIDE = 0.27; // from the goal's middle to its number, which hides no piece

/**
 * @param {{x: number, y: number}[]} points the way, as it is seen @param {string} side whose move it is
 * @param {number} number 0 for one whose words are touched @returns {SVGElement[]}
 */
export function drawArrow(points, side, number) {
  const goal = points[points.length - 1];
  if (!goal) return [];
  const before = points[points.length - 2];
  const made = [];
  if (before) {
    const far = Math.hypot(goal.x - before.x, goal.y - before.y) || 1;
    const [dx, dy] = [(goal.x - before.x) / far, (goal.y - before.y) / far];
    const tip = { x: goal.x - CLEAR * dx, y: goal.y - CLEAR * dy };
    const [start, second = goal] = /** @type {[{x: number, y: number}, {x: number, y: number}]} */ (points);
    const leg = CLEAR / (Math.hypot(second.x - start.x, second.y - start.y) || 1);
    const first = { x: start.x + leg * (second.x - start.x), y: start.y + leg * (second.y - start.y) };
    const line = [first, ...points.slice(1, -1), { x: tip.x - 0.2 * dx, y: tip.y - 0.2 * dy }];
    const wing = (/** @type {number} */ k) =>
      `${tip.x - HEAD * dx + k * WING * dy},${tip.y - HEAD * dy - k * WING * dx}`;
    made.push(
      s("polyline", { class: "shaft", points: line.map((p) => `${p.x},${p.y}`).join(" ") }),
      s("polygon", { class: "tip", points: `${tip.x},${tip.y} ${wing(1)} ${wing(-1)}` }),
    );
  }
  if (number)
    made.push(
      s("circle", { class: "disc", cx: goal.x - BESIDE, cy: goal.y + BESIDE, r: 0.17 }),
      s("text", { class: "number", x: goal.x - BESIDE, y: goal.y + BESIDE }, String(number)),
    );
  else made.push(s("circle", { class: "ring", cx: goal.x, cy: goal.y, r: 0.46 }));
  return [s("g", { class: `to-come ${number ? "" : "touched"} ${side}`, "aria-hidden": "true" }, ...made)];
}

/** The arrow of a suggested move, for a game whose board asks for one.
 * @param {import("./board-state.js").BoardState} state @param {import("./looks.js").Look} look */
export const adviceOf = ({ hint, plan, scene }, { aims }) =>
  aims && hint.length && !plan.length ? { side: `advised ${scene?.to_move ?? ""}`, path: hint } : null;
