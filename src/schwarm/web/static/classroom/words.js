/** How an event is played and how its games end, in the visitor's words. */

import { clockName, clockOf } from "./clock.js";
import { stageName } from "./places.js";
import { t, told } from "../shared/texts.js";
import { html, nothing } from "../shared/view.js";

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

/** What somebody did wrong; what no text knows is told in English.
 * @param {import("../types").ProgramFault} fault @param {string} game which one was played */
export function faultText({ code, values, message, way }, game) {
  if (!told(`tournament/fault_words/${code}`, "")) return html`<span lang="en">${message}</span>`;
  const rule = values.rule ? told(`games/${game}/rules/${values.rule}`, "") : "";
  const other = values.detail ? html`<span lang="en"> (${values.detail})</span>` : nothing;
  const detail = way ? ` (${t(`tournament/ways/${way.code}`, way.values)})` : other;
  return html`<span>${t(`tournament/fault_words/${code}`, values)}${rule && `: ${rule}`}${detail}</span>`;
}

/** The log of a qualification. @param {import("../types").LogLine[]} lines @param {string} game which one is played */
export const logLines = (lines, game) =>
  lines.map(({ code, values, fault }) => {
    if (code === "said") return html`<pre tabindex="0" lang="en">${values.text ?? ""}</pre>`;
    const reason = reasonText(values.reason ?? "");
    const text = t(`tournament/qualification/${code}`, { ...values, reason, fault: "\u0000" });
    const [before = "", after = ""] = text.split("\u0000");
    return html`<p class="small log-line">${before}${fault ? faultText(fault, game) : nothing}${after}</p>`;
  });
