/** The course of a finished game: the first side's chances after each ply, with its mistakes. */

import { h, s } from "../shared/dom.js";
import { SIGNS } from "../tables/moves.js";
import { sideName, t } from "../shared/texts.js";

const APART = 7; // percent of the width between two signs, so that none covers another
const MOST_LANES = 2;
const LANE_REM = 1.2;

/**
 * @param {import("../types").Analysis} analysis @param {string[]} sides @param {number} ply
 * @param {(ply: number) => void} go @returns {HTMLElement}
 */
export function curve(analysis, sides, ply, go) {
  const width = Math.max(1, analysis.total - 1);
  const point = (/** @type {number} */ i) => `${i},${(100 * (1 - (analysis.chances[i] ?? 0.5))).toFixed(1)}`;
  const points = analysis.chances.map((_, i) => point(i));
  const box = h("div", { class: "curve" });
  const picture = s("svg", {
    viewBox: `0 0 ${width} 100`,
    preserveAspectRatio: "none",
    role: "img",
    "aria-label": t("ui/analysis/curve", { side: sideName(sides[0] ?? "") }),
  });
  if (points.length > 1) {
    picture.append(
      s("polygon", { class: `area ${sides[0]}`, points: `0,100 ${points.join(" ")} ${points.length - 1},100` }),
      s("polyline", { class: "line", points: points.join(" ") }),
    );
  }
  picture.append(
    s("line", { class: "even", x1: 0, x2: width, y1: 50, y2: 50 }),
    s("line", { class: "now", x1: ply, x2: ply, y1: 0, y2: 100 }),
  );
  picture.addEventListener("click", (event) => {
    const place = picture.getBoundingClientRect();
    go(Math.round(((event.clientX - place.left) / place.width) * width));
  });
  box.append(picture);
  const marks = h("div", { class: "curve-marks" });
  const lanes = /** @type {number[]} */ ([]); // where the last sign of each lane stands
  analysis.marks.forEach((mark, i) => {
    if (!mark) return;
    const place = (100 * (i + 1)) / width;
    const free = lanes.findIndex((last) => place - last >= APART);
    const lane = free < 0 ? lanes.length : free;
    if (lane >= MOST_LANES) return; // the list of moves has them all
    lanes[lane] = place;
    const text = t(`ui/analysis/${mark}_at`, { ply: i + 1 });
    const dot = h(
      "button",
      { type: "button", class: `dot ${mark}`, "aria-label": text, title: text, click: () => go(i + 1) },
      SIGNS[mark] ?? "",
    );
    dot.style.left = `${place}%`;
    dot.style.top = `${lane * LANE_REM}rem`;
    marks.append(dot);
  });
  marks.style.height = `${lanes.length * LANE_REM}rem`;
  box.append(marks);
  if (analysis.done < analysis.total)
    box.append(h("progress", { max: analysis.total, value: analysis.done, "aria-label": t("ui/analysis/progress") }));
  return box;
}
