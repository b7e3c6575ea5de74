/** How an event is played and how its games end, in the visitor's words. */

import { clockName, clockOf } from "./clock.js";
import { stageName } from "./places.js";
import { t, told, worded } from "../shared/texts.js";
import { html } from "../shared/view.js";

/** The stages of an event, in the words of event files. @param {import("../types").ClassEvent} event */
export const stagesOf = ({ stages }) => /** @type {{name: string, kind?: string, games?: number}[]} */ (stages);

/** @param {import("../types").ClassEvent} event @returns {string} */
export function formatText(event) {
  const known = told(`class/presets/${event.preset}/name`, "");
  const all = stagesOf(event);
  const stages = all.map((stage) =>
    all.length > 1 ? stageName(stage.name) : told(`class/formats/${stage.kind ?? "round robin"}`, stage.name),
  );
  const games = all[0]?.games ? t("class/formats/games", { count: all[0].games }) : "";
  return [known || stages.join(", "), games, clockName(clockOf(event))].filter(Boolean).join(", ");
}

/** Why a game ended. @param {string} reason @returns {string} */
export const reasonText = (reason) => told(`ui/reasons/${reason}`, told(`tournament/endings/${reason}`, reason));

/** The log of a qualification; what the program itself wrote is told as it is.
 * @param {import("../types").Fault[]} lines */
export const logLines = (lines) =>
  lines.map(({ code, values, words }) =>
    code === "told"
      ? html`<pre tabindex="0" lang="en">${values["text"]}</pre>`
      : html`<p class="small log-line">${worded(words)}</p>`,
  );
