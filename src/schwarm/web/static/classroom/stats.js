/** How a team does against each opponent, from each side: won, drawn, lost, time and faults. */

import { thought } from "../tables/moves.js";
import { t } from "../shared/texts.js";
import { html } from "../shared/view.js";

/** @param {number | null} ms */
const time = (ms) => (ms === null ? "" : thought(ms));

/** @param {import("../types").GameCounts} one */
const cells = (one) =>
  html`<td>${one.won}-${one.drawn}-${one.lost}</td><td>${time(one.think_ms)}</td><td>${time(one.slowest_ms)}</td>`;

/** @param {import("../types").AgainstOne} one */
const row = (one) =>
  html`<tr><th scope="row">${one.opponent}</th>${cells(one.first)}${cells(one.second)}
    <td>${one.first.faults + one.second.faults}</td></tr>`;

/** @param {import("../types").AgainstOne[]} found */
export function statistics(found) {
  const heads = ["record", "think", "slowest"].map((key) => html`<th scope="col">${t(`class/stats/${key}`)}</th>`);
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${t("class/stats/title")}>
    <table class="stats">
      <thead>
        <tr><td></td><th scope="colgroup" colspan="3">${t("class/stats/first")}</th>
          <th scope="colgroup" colspan="3">${t("class/stats/second")}</th><td></td></tr>
        <tr><th scope="col">${t("class/stats/opponent")}</th>${heads}${heads}
          <th scope="col">${t("class/stats/faults")}</th></tr>
      </thead>
      <tbody>${found.map(row)}</tbody>
    </table>
  </div>`;
}
