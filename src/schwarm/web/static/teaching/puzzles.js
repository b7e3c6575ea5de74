/** The overview of puzzles: what this browser remembers is added to each game. */

import "../shared/chrome.js";
import { h, must } from "../shared/dom.js";
import { days, progress } from "./puzzle-progress.js";
import { data, t } from "../shared/texts.js";

const daily = /** @type {Record<string, string>} */ (data.daily);

for (const place of document.querySelectorAll(".puzzle-game")) {
  const game = /** @type {HTMLElement} */ (place).dataset.game ?? "";
  const known = progress(game);
  const tried = Object.values(known.tried);
  const numbers = place.querySelector(".puzzle-numbers");
  if (tried.length && numbers)
    numbers.append(
      h("span", { class: "puzzle-mine" }, `${t("puzzles/your_rating")} ${known.rating}`),
      h("span", { class: "puzzle-mine" }, `${t("puzzles/streak")} ${known.streak}`),
      h("span", { class: "puzzle-mine" }, `${t("puzzles/solved_count")} ${tried.filter(Boolean).length}`),
    );
  const link = place.querySelector(".daily");
  if (link && known.tried[daily[game] ?? ""]) {
    link.textContent = t("puzzles/today_done");
    link.classList.remove("primary");
  }
}
const run = days();
if (run.run > 1) must("#days").textContent = `${t("puzzles/days")}: ${run.run}`;
