/** How an event is played, in a few words, and where others find it. */

import { stageName } from "./class-places.js";
import { data, t, told } from "./texts.js";

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/** Where others find this page: as we came, or as the server knows it if we came by a name only this computer has. */
export function reachable() {
  const here = LOOPBACK.includes(location.hostname);
  const known = /** @type {string[]} */ (data.addresses ?? []);
  return { address: here && known[0] ? known[0] : location.origin, alone: here && !known.length };
}

/** @param {import("./class-api.js").ClassEvent} event @returns {string} */
export function formatText(event) {
  const known = told(`class/presets/${event.preset}/name`, "");
  const stages = event.stages.map((stage) => (event.stages.length > 1 ? stageName(stage.name) : told(`class/formats/${stage.kind ?? "round robin"}`, stage.name)));
  const games = event.stages[0]?.games ? t("class/formats/games", { count: event.stages[0].games }) : "";
  const clock = event.limits.bank_ms ? `bank:${event.limits.bank_ms}+${event.limits.increment_ms ?? 0}` : `move:${event.limits.move_ms}`;
  const time = told(`class/clocks/${clock}`, clock.startsWith("move") ? `${event.limits.move_ms} ms` : "");
  return [known || stages.join(", "), games, time].filter(Boolean).join(", ");
}
