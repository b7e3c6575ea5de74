/** One's own games that have not ended: go on with them, accept or decline what others ask. */

import { h, toast } from "../shared/dom.js";
import { eloMark, myToken } from "./people.js";
import { ask, keep, tokens } from "../shared/server.js";
import { levelName, t, title } from "../shared/texts.js";
import { clockText } from "../tables/time-control.js";

/** @typedef {import("../types").MyGame} MyGame */

/** Accept a game, or join an open one. @param {string} id @param {string} [name] @param {string} [token] */
export async function accept(id, name = "", token = myToken()) {
  const seated = await ask(`/api/tables/${id}/accept`, { name }, token);
  keep(seated.id, seated.tokens);
  if (location.pathname === seated.address) location.reload();
  else location.href = seated.address;
}

/** Take a waiting game back, or decline it. @param {string} id @param {string} [token] */
export const withdraw = (id, token = Object.values(tokens(id))[0] ?? myToken()) =>
  ask(`/api/tables/${id}/withdraw`, {}, token);

/** Do it, and say why if it cannot be done. @param {() => Promise<unknown>} what */
export async function tried(what) {
  try {
    await what();
  } catch (error) {
    toast(/** @type {Error} */ (error).message);
  }
}

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

/** @param {MyGame} game @returns {HTMLElement} */
function line(game) {
  const address = `/game/${game.id}`;
  const buttons = game.asked
    ? [
        h(
          "button",
          { type: "button", class: "primary", click: () => tried(() => accept(game.id)) },
          t("people/mine/accept"),
        ),
        h("button", { type: "button", click: () => tried(() => withdraw(game.id)) }, t("people/mine/decline")),
      ]
    : game.status === "waiting"
      ? [
          h("a", { class: "button", href: address }, t("people/mine/look")),
          h("button", { type: "button", click: () => tried(() => withdraw(game.id)) }, t("people/mine/withdraw")),
        ]
      : [h("a", { class: `button ${game.turn ? "primary" : ""}`, href: address }, t("people/mine/go_on"))];
  return h(
    "li",
    { class: `my-game ${game.asked ? "asked" : ""}`, "data-id": game.id },
    h("span", { class: `game-mark ${game.game}`, "aria-hidden": "true" }),
    h(
      "span",
      { class: "my-game-text" },
      h("b", {}, title(game.game)),
      " ",
      game.both
        ? h("span", {}, t("ui/at_this_screen"))
        : game.status === "running"
          ? h("span", {}, t("people/mine/against", { name: opponent(game) }), " ", eloMark(game.against))
          : "",
      h(
        "span",
        { class: "small" },
        [state(game), clockText(game.clock), game.rated ? t("people/rated_tag") : ""].filter(Boolean).join(" · "),
      ),
    ),
    h("span", { class: "buttons" }, ...buttons),
  );
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
  list.replaceChildren(...games.map(line));
}
