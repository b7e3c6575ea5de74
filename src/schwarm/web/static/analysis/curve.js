/** The course of a finished game: the first side's chances after each ply, with its mistakes. */

import { SIGNS } from "../tables/moves.js";
import { sideName, t } from "../shared/texts.js";
import { html, nothing, svg } from "../shared/view.js";

const APART = 7; // percent of the width between two signs, so that none covers another
const MOST_LANES = 2;
const LANE_REM = 1.2;

/**
 * @param {import("../types").Analysis} analysis @param {string[]} sides @param {number} ply
 * @param {(ply: number) => void} go
 */
export function curve(analysis, sides, ply, go) {
  const width = Math.max(1, analysis.total - 1);
  const points = analysis.chances.map((chance, i) => `${i},${(100 * (1 - chance)).toFixed(1)}`);
  const all = points.join(" ");
  const course = svg`<polygon class="area ${sides[0]}" points="0,100 ${all} ${points.length - 1},100"></polygon>
    <polyline class="line" points=${all}></polyline>`;
  const click = (/** @type {MouseEvent} */ event) => {
    const place = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    go(Math.round(((event.clientX - place.left) / place.width) * width));
  };
  const lanes = /** @type {number[]} */ ([]); // where the last sign of each lane stands
  const dots = analysis.marks.map((mark, i) => {
    const place = (100 * (i + 1)) / width;
    const free = lanes.findIndex((last) => place - last >= APART);
    const lane = free < 0 ? lanes.length : free;
    if (!mark || lane >= MOST_LANES) return nothing; // the list of moves has them all
    lanes[lane] = place;
    const text = t(`ui/analysis/${mark}_at`, { ply: i + 1 });
    return html`<button type="button" class="dot ${mark}" aria-label=${text} title=${text} @click=${() => go(i + 1)}
      .style=${`left: ${place}%; top: ${lane * LANE_REM}rem`}>${SIGNS[mark] ?? ""}</button>`;
  });
  const progress = html`<progress max=${analysis.total} value=${analysis.done}
    aria-label=${t("ui/analysis/progress")}></progress>`;
  return html`<div class="curve"><svg viewBox="0 0 ${width} 100" preserveAspectRatio="none" role="img"
      aria-label=${t("ui/analysis/curve", { side: sideName(sides[0] ?? "") })} @click=${click}>
      ${points.length > 1 ? course : nothing}
      <line class="even" x1="0" x2=${width} y1="50" y2="50"></line><line class="now" x1=${ply} x2=${ply} y1="0" y2="100"></line>
    </svg><div class="curve-marks" .style=${`height: ${lanes.length * LANE_REM}rem`}>${dots}</div>${
      analysis.done < analysis.total ? progress : nothing
    }</div>`;
}
