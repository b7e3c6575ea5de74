/** How an event is played and how its games end, in the visitor's words. */

import { clockName, clockOf } from "./clock.js";
import { stageName } from "./places.js";
import { h } from "../shared/dom.js";
import { t, told } from "../shared/texts.js";

/** @typedef {{code: string, values: Record<string, string>, message: string, way: {code: string, values:
 * Record<string, string>} | null}} Fault what somebody did wrong, and in which way its program ended; `message` is
 * the English sentence */
/** @typedef {{code: string, values: Record<string, string>, fault?: Fault}} LogLine a line of a qualification;
 * `said` is what the program wrote itself */

/** @param {import("./api.js").ClassEvent} event @returns {string} */
export function formatText(event) {
  const known = told(`class/presets/${event.preset}/name`, "");
  const stages = event.stages.map((stage) =>
    event.stages.length > 1 ? stageName(stage.name) : told(`class/formats/${stage.kind ?? "round robin"}`, stage.name),
  );
  const games = event.stages[0]?.games ? t("class/formats/games", { count: event.stages[0].games }) : "";
  return [known || stages.join(", "), games, clockName(clockOf(event))].filter(Boolean).join(", ");
}

/** Why a game ended. @param {string} reason @returns {string} */
export const reasonText = (reason) => told(`ui/reasons/${reason}`, told(`tournament/endings/${reason}`, reason));

/** What somebody did wrong; what no text knows is told in English.
 * @param {Fault} fault @param {string} game which one was played */
export function faultText({ code, values, message, way }, game) {
  if (!told(`tournament/fault_words/${code}`, "")) return h("span", { lang: "en" }, message);
  const rule = values.rule ? told(`games/${game}/rules/${values.rule}`, "") : "";
  const other = values.detail ? h("span", { lang: "en" }, ` (${values.detail})`) : null;
  const detail = way ? ` (${t(`tournament/ways/${way.code}`, way.values)})` : other;
  return h("span", {}, t(`tournament/fault_words/${code}`, values), rule && `: ${rule}`, detail);
}

/** The log of a qualification. @param {LogLine[]} lines @param {string} game which one is played */
export const logLines = (lines, game) =>
  lines.map(({ code, values, fault }) => {
    if (code === "said") return h("pre", { tabindex: 0, lang: "en" }, values.text ?? "");
    const [before = "", after = ""] = t(`tournament/qualification/${code}`, {
      ...values,
      reason: reasonText(values.reason ?? ""),
      fault: "\u0000",
    }).split("\u0000");
    return h("p", { class: "small log-line" }, before, fault ? faultText(fault, game) : null, after);
  });
