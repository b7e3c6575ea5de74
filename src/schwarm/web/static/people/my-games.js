/** One's own games that have not ended: go on with them, accept or decline what others ask. */

import { tried } from "../shared/dom.js";
import { eloMark, myToken } from "./people.js";
import { ask, keep, tokens } from "../shared/server.js";
import { levelName, t, title } from "../shared/texts.js";
import { clockText } from "../tables/time-control.js";
import { html, nothing, repeat, show } from "../shared/view.js";

/** @typedef {import("../types").MyGame} MyGame */

/** Accept a game, or join an open one. @param {string} id @param {string} [name] @param {string} [token] */
export async function accept(id, name = "", token = myToken()) {
  const seated = await ask(`/api/tables/${id}/accept`, { name }, token);
  keep(seated);
  if (location.pathname === seated.address) location.reload();
  else location.href = seated.address;
}

/** Take a waiting game back, or decline it. @param {string} id @param {string} [token] */
export const withdraw = (id, token = Object.values(tokens(id))[0] ?? myToken()) =>
  ask(`/api/tables/${id}/withdraw`, {}, token);

/** What stands of a game in a line. @param {MyGame} game */
function state(game) {
  const name = opponent(game);
  if (game.asked) return t("people/mine/asks", { name });
  if (game.status === "waiting")
    return game.against.name ? t("people/mine/waits_for", { name }) : t("people/mine/waits");
  if (game.both) return "";
  return t(game.turn ? "people/mine/your_turn" : "people/mine/their_turn", { name });
}

/** @param {MyGame} game */
const opponent = ({ against }) =>
  against.kind === "bot" ? t("ui/bot_level", { level: levelName(against.level) }) : against.name || t("ui/guest");

/** @param {string} key @param {() => Promise<unknown>} what @param {string} [kind] */
const button = (key, what, kind = "") =>
  html`<button type="button" class=${kind} @click=${() => tried(what)}>${t(`people/mine/${key}`)}</button>`;

/** @param {MyGame} game */
function line(game) {
  const { id, game: of, both, status } = game;
  const link = (/** @type {string} */ key, /** @type {boolean} */ first) =>
    html`<a class="button ${first ? "primary" : ""}" href="/game/${id}">${t(`people/mine/${key}`)}</a>`;
  const buttons = game.asked
    ? [button("accept", () => accept(id), "primary"), button("decline", () => withdraw(id))]
    : status === "waiting"
      ? [link("look", false), button("withdraw", () => withdraw(id))]
      : link("go_on", game.turn);
  const against = html`${t("people/mine/against", { name: opponent(game) })} ${eloMark(game.against)}`;
  const who = both ? t("ui/at_this_screen") : status === "running" ? against : "";
  const more = [state(game), clockText(game.clock), game.rated ? t("people/rated_tag") : ""];
  return html`<li class="my-game ${game.asked ? "asked" : ""}" data-id=${id}>
    <span class="game-mark ${of}" aria-hidden="true"></span>
    <span class="my-game-text"><b>${title(of)}</b> ${who ? html`<span>${who}</span>` : nothing}
      <span class="small">${more.filter(Boolean).join(" · ")}</span></span>
    <span class="buttons">${buttons}</span></li>`;
}

/** Where the visitor is told to go when a game of theirs begins elsewhere. @type {Map<string, string>} */
const waiting = new Map();

/** Show them in a list; whoever waited for a game that begins now is led to it.
 * @param {HTMLElement} list @param {MyGame[]} games */
export function showMine(list, games) {
  for (const game of games) {
    if (game.status === "running" && waiting.has(game.id)) location.href = `/game/${game.id}`;
    if (game.status === "waiting" && !game.asked) waiting.set(game.id, game.game);
  }
  show(
    list,
    repeat(games, ({ id }) => id, line),
  );
}
