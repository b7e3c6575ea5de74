/** What a game shows that waits for its second player: the link, as text and as a picture, or whom it waits for. */

import { h } from "../shared/dom.js";
import { accept, tried, withdraw } from "./my-games.js";
import { reachable } from "../shared/reachable.js";
import { changedRules } from "../tables/rulecard.js";
import { invitation, reservation } from "../shared/server.js";
import { sideName, t, title } from "../shared/texts.js";
import { clockText } from "../tables/time-control.js";

/** @typedef {import("../types").State} State */

/** A link to send, with its picture.
 * @param {string} path @param {(text: string, note: string) => void} copy @returns {HTMLElement[]} */
function linkBox(path, copy) {
  const { address, alone } = reachable();
  const link = address + path;
  const input = h("input", {
    type: "text",
    readonly: true,
    value: link,
    id: "invite-link",
    "aria-label": t("ui/invite_link"),
    focus: (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).select(),
  });
  const copied = h("button", { type: "button", class: "primary", click: () => copy(link, "ui/copied") }, t("ui/copy"));
  const picture = h("img", {
    class: "qr",
    src: `/api/qr?text=${encodeURIComponent(link)}`,
    alt: t("people/invite/qr"),
    width: 180,
    height: 180,
  });
  const warning = h(
    "p",
    { class: "only-here" },
    h("b", {}, t("people/invite/only_here")),
    ` ${t("people/invite/what_to_do")} `,
    h("code", {}, "schwarm up --lan"),
  );
  return [h("div", { class: "copy" }, input, copied), alone ? warning : picture];
}

/** How to bring a program of one's own. @param {string} game @param {import("../types").Reservation} client
 * @param {(text: string, note: string) => void} copy @returns {HTMLElement[]} */
function clientBox(game, { port, code }, copy) {
  const { hostname } = new URL(reachable().address);
  const line = (/** @type {string} */ id, /** @type {string} */ command) =>
    h(
      "div",
      { class: "copy" },
      h("input", { type: "text", readonly: true, value: command, id, "aria-label": command }),
      h("button", { type: "button", click: () => copy(command, "ui/copied") }, t("ui/copy")),
    );
  return [
    h("h2", {}, t("people/client/title")),
    h("p", {}, t("people/client/text")),
    h("p", { class: "small" }, t("people/client/ours")),
    line("client-ours", `schwarm client ${game} --table ${code} --host ${hostname} --port ${port}`),
    h("p", { class: "small" }, t("people/client/any")),
    line("client-any", `java -jar client.jar --reservation ${code} --host ${hostname} --port ${port}`),
  ];
}

/** The rules and the clock in a line. @param {State} state @param {import("../types").Book} book */
const terms = (state, book) =>
  h(
    "p",
    { class: "small" },
    [
      clockText({ move_ms: state.clock.limit_ms, bank_ms: state.bank_ms, increment_ms: state.increment_ms }),
      t(state.rated ? "people/rated_tag" : "people/casual_tag"),
      ...changedRules(state, book).map(([name, value]) => `${name}: ${value}`),
    ].join(" · "),
  );

/**
 * Fill the box of a game that waits.
 * @param {HTMLElement} box @param {State} state @param {string[]} mine @param {string} token
 * @param {import("../types").Book} book @param {(text: string, note: string) => void} copy
 */
export function waiting(box, state, mine, token, book, copy) {
  if (box.dataset.gone) return;
  const client = reservation(state.id);
  const expected =
    !!client &&
    state.status === "running" &&
    Object.values(state.seats).some((seat) => seat.level === "client" && !seat.here);
  if (client && expected) {
    box.hidden = false;
    box.replaceChildren(...clientBox(state.game, client, copy));
    return;
  }
  box.hidden = state.status !== "waiting";
  if (box.hidden || box.childElementCount) return;
  const other = Object.entries(state.seats).find(([side]) => !mine.includes(side))?.[1];
  const own = state.seats[mine[0] ?? ""];
  const leave = (/** @type {string} */ label) =>
    h("button", { type: "button", click: () => tried(() => withdraw(state.id, token)) }, label);
  if (own?.kind === "open") {
    box.replaceChildren(
      h("h2", {}, t("people/invite/for_you_title", { name: other?.name || t("ui/guest") })),
      terms(state, book),
      h(
        "div",
        { class: "buttons" },
        h(
          "button",
          { type: "button", class: "primary", id: "accept", click: () => tried(() => accept(state.id, "", token)) },
          t("people/mine/accept"),
        ),
        leave(t("people/mine/decline")),
      ),
    );
  } else if (mine.length && other?.kind === "open" && other.name) {
    box.replaceChildren(
      h("h2", {}, t("people/invite/asked_title", { name: other.name })),
      h("p", {}, t("people/invite/asked_text")),
      terms(state, book),
      h("div", { class: "buttons" }, leave(t("people/invite/withdraw"))),
    );
  } else {
    const invite = invitation(state.id);
    const open = state.open && mine.length > 0;
    box.replaceChildren(
      h("h2", {}, t(open ? "people/invite/lobby_title" : "people/invite/title")),
      h("p", {}, t(open ? "people/invite/lobby_text" : "people/invite/text")),
      terms(state, book),
      ...(invite ? linkBox(`/join/${invite}`, copy) : []),
      mine.length ? h("div", { class: "buttons" }, leave(t("people/invite/withdraw"))) : "",
      h("p", { class: "small" }, t("ui/watch_text"), " ", h("a", { href: location.pathname }, t("ui/watch_link"))),
    );
  }
}

/** The game will not be played.
 * @param {HTMLElement} box @param {string} why @param {State | null} state @param {string[]} mine */
export function withdrawn(box, why, state, mine) {
  const other = Object.entries(state?.seats ?? {}).find(([side]) => !mine.includes(side))?.[1];
  const declined = other?.name ? t("people/invite/declined", { name: other.name }) : t("people/invite/declined_nobody");
  box.dataset.gone = why;
  box.hidden = false;
  box.replaceChildren(
    h("h2", {}, why === "declined" ? declined : t("people/invite/withdrawn")),
    h("a", { class: "button primary", href: "/lobby" }, t("people/to_lobby")),
  );
}

/** Whom somebody is invited by, to what.
 * @param {import("../types").Seat} inviter @param {string} game @param {string} side */
export const invited = (inviter, game, side) => ({
  text: inviter.name
    ? t("people/join/from", { name: inviter.name, game: title(game) })
    : t("people/join/from_guest", { game: title(game) }),
  side: sideName(side),
});
