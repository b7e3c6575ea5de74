/** The way from a team to its seat at the board. */

import { ask, keep } from "../shared/server.js";

/** Take the team's seat: its token is the right to move there.
 * @param {import("../types").LiveGame} game @param {string} name of the team @param {string} token */
export async function sit(game, name, token) {
  const state = await ask(`/api/tables/${game.table}`);
  keep({ id: String(game.table), tokens: { [state.sides[game.names.indexOf(name)]]: token } });
  location.href = `/game/${game.table}`;
}
