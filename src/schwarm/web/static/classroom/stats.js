/** How a team does against each opponent, from each side: won, drawn, lost, time and faults. */

import { h } from "../shared/dom.js";
import { thought } from "../tables/moves.js";
import { t } from "../shared/texts.js";

/** @typedef {{won: number, drawn: number, lost: number, faults: number, think_ms: number | null, slowest_ms: number
 * | null, plies: number | null}} Counted */
/** @typedef {{opponent: string, first: Counted, second: Counted}} Against */

/** @param {Counted} one */
const cells = (one) => [
  h("td", {}, `${one.won}-${one.drawn}-${one.lost}`),
  h("td", {}, one.think_ms === null ? "" : thought(one.think_ms)),
  h("td", {}, one.slowest_ms === null ? "" : thought(one.slowest_ms)),
];

/** @param {Against[]} found @returns {HTMLElement} */
export function statistics(found) {
  const heads = () => ["record", "think", "slowest"].map((key) => h("th", { scope: "col" }, t(`class/stats/${key}`)));
  return h(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": t("class/stats/title") },
    h(
      "table",
      { class: "stats" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("td", {}),
          ...["first", "second"].map((side) => h("th", { scope: "colgroup", colspan: 3 }, t(`class/stats/${side}`))),
          h("td", {}),
        ),
        h(
          "tr",
          {},
          h("th", { scope: "col" }, t("class/stats/opponent")),
          ...heads(),
          ...heads(),
          h("th", { scope: "col" }, t("class/stats/faults")),
        ),
      ),
      h(
        "tbody",
        {},
        ...found.map((one) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, one.opponent),
            ...cells(one.first),
            ...cells(one.second),
            h("td", {}, String(one.first.faults + one.second.faults)),
          ),
        ),
      ),
    ),
  );
}
