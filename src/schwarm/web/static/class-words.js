/** How an event is played, in a few words. */

import { stageName } from "./class-places.js";
import { t, told } from "./texts.js";

/** @param {import("./class-api.js").ClassEvent} event @returns {string} */
export function formatText(event) {
  const known = told(`class/presets/${event.preset}/name`, "");
  const stages = event.stages.map((stage) => (event.stages.length > 1 ? stageName(stage.name) : told(`class/formats/${stage.kind ?? "round robin"}`, stage.name)));
  const games = event.stages[0]?.games ? t("class/formats/games", { count: event.stages[0].games }) : "";
  const clock = event.limits.bank_ms ? `bank:${event.limits.bank_ms}+${event.limits.increment_ms ?? 0}` : `move:${event.limits.move_ms}`;
  const time = told(`class/clocks/${clock}`, clock.startsWith("move") ? `${event.limits.move_ms} ms` : "");
  return [known || stages.join(", "), games, time].filter(Boolean).join(", ");
}
