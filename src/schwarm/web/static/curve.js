/** The course of a finished game: the first side's chances after each ply, with its mistakes. */

import { h, s } from "./dom.js";
import { sideName, t } from "./texts.js";

/**
 * @param {import("./types").Analysis} analysis @param {string[]} sides @param {number} ply
 * @param {(ply: number) => void} go @returns {HTMLElement}
 */
export function curve(analysis, sides, ply, go) {
  const width = Math.max(1, analysis.total - 1);
  const point = (/** @type {number} */ i) => `${i},${(100 * (1 - (analysis.chances[i] ?? 0.5))).toFixed(1)}`;
  const points = analysis.chances.map((_, i) => point(i));
  const box = h("div", { class: "curve" });
  const picture = s("svg", { viewBox: `0 0 ${width} 100`, preserveAspectRatio: "none", role: "img", "aria-label": t("ui/analysis/curve", { side: sideName(sides[0] ?? "") }) });
  if (points.length > 1) {
    picture.append(
      s("polygon", { class: `area ${sides[0]}`, points: `0,100 ${points.join(" ")} ${points.length - 1},100` }),
      s("polyline", { class: "line", points: points.join(" ") }));
  }
  picture.append(s("line", { class: "even", x1: 0, x2: width, y1: 50, y2: 50 }), s("line", { class: "now", x1: ply, x2: ply, y1: 0, y2: 100 }));
  picture.addEventListener("click", (event) => {
    const place = picture.getBoundingClientRect();
    go(Math.round(((/** @type {MouseEvent} */ (event).clientX - place.left) / place.width) * width));
  });
  box.append(picture);
  const marks = h("div", { class: "curve-marks" });
  analysis.marks.forEach((mark, i) => {
    if (!mark) return;
    const dot = h("button", { type: "button", class: `dot ${mark}`, "aria-label": t(`ui/analysis/${mark}_at`, { ply: i + 1 }), title: t(`ui/analysis/${mark}_at`, { ply: i + 1 }), click: () => go(i + 1) }, mark === "blunder" ? "??" : "?");
    dot.style.left = `${(100 * (i + 1)) / width}%`;
    marks.append(dot);
  });
  box.append(marks);
  if (analysis.done < analysis.total) box.append(h("progress", { max: analysis.total, value: analysis.done, "aria-label": t("ui/analysis/progress") }));
  return box;
}
