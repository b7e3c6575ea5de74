/** How a game stands, in a few words for the one who looks at it. */

import { result } from "./result.js";
import { sideName, t, told } from "../shared/texts.js";

/** @typedef {import("../types").State} State */

/** @param {State} state @param {string[]} mine @returns {string} */
function standing(state, mine) {
  const { to_move: side } = state;
  const seat = state.seats[side ?? ""];
  const expected = Object.values(state.seats).some((one) => one.level === "client" && !one.here);
  if (state.status === "waiting") return t("ui/waiting_for_player");
  if (expected && !state.end) return t("people/client/title");
  if (state.end) return result(state, mine);
  if (side && mine.includes(side)) return mine.length > 1 ? toMoveText(state) : t("ui/your_turn");
  if (state.duel && !state.duel.playing && !state.clock.running) return t("duels/paused");
  if (side && seat?.kind === "bot") return state.queue ? t("ui/bot_queue", { place: state.queue }) : t("ui/bot_thinks");
  if (side && seat?.kind === "program") return t("ui/program_thinks", { name: seat.name || sideName(side) });
  return mine.length < 2 && seat?.name ? t("ui/to_move", { side: seat.name }) : toMoveText(state);
}

/** @param {string} mover the colour that moves */
const colour = (mover) => told(`ui/facts/${mover}`, mover);

/** Which colour of the side to move moves, where a side has several.
 * @param {import("../types").Snapshot | State} scene */
const moverText = ({ to_move: side, board: { mover } }) => (side && mover ? ` · ${colour(mover)}` : "");

/** Who moves where nobody has a name: the side, or its colour.
 * @param {import("../types").Snapshot | State} scene */
export const toMoveText = ({ to_move: side, board: { mover } }) =>
  t("ui/to_move", { side: mover ? colour(mover) : sideName(side ?? "") });

/** The same with the colour to move, and the moves that are left of a turn.
 * @param {State} state @param {string[]} mine @returns {string} */
export function statusText(state, mine) {
  const { left } = state.board;
  const more = left && left > 1 ? ` · ${t("ui/moves_left", { count: left })}` : "";
  const now = standing(state, mine);
  return now + (now === toMoveText(state) ? "" : moverText(state)) + more;
}
