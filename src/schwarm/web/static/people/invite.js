/** What a game shows that waits for its second player: the link, as text and as a picture, or whom it waits for. */

import { accept, withdraw } from "./my-games.js";
import { tried } from "../shared/dom.js";
import { reachable } from "../shared/reachable.js";
import { changedRules } from "../tables/rulecard.js";
import { invitation, reservation } from "../shared/server.js";
import { sideName, t, title } from "../shared/texts.js";
import { clockText } from "../tables/time-control.js";
import { html, nothing, show } from "../shared/view.js";

/** @typedef {import("../types").State} State */

/** @typedef {(text: string, note: string) => void} Copy */

/** A line to be copied. @param {string} id @param {string} text @param {string} label @param {Copy} copy
 * @param {string} [kind] of button */
const copied = (id, text, label, copy, kind = "") =>
  html`<div class="copy">
    <input type="text" readonly .value=${text} id=${id} aria-label=${label}
      @focus=${(/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).select()}>
    <button type="button" class=${kind} @click=${() => copy(text, "ui/copied")}>${t("ui/copy")}</button></div>`;

/** A link to send, with its picture. @param {string} path @param {Copy} copy */
function linkBox(path, copy) {
  const { address, alone } = reachable();
  const link = address + path;
  return html`${copied("invite-link", link, t("ui/invite_link"), copy, "primary")}
    ${
      alone
        ? html`<p class="only-here"><b>${t("people/invite/only_here")}</b> ${t("people/invite/what_to_do")}
          <code>schwarm up --lan</code></p>`
        : html`<img class="qr" src="/api/qr?text=${encodeURIComponent(link)}" alt=${t("people/invite/qr")}
          width="180" height="180">`
    }`;
}

/** How to bring a program of one's own. @param {string} game @param {import("../types").Reservation} client
 * @param {Copy} copy */
function clientBox(game, { port, code }, copy) {
  const where = `--host ${new URL(reachable().address).hostname} --port ${port}`;
  const [ours, any] = [
    `schwarm client ${game} --table ${code} ${where}`,
    `java -jar client.jar --reservation ${code} ${where}`,
  ];
  return html`<h2>${t("people/client/title")}</h2>
    <p>${t("people/client/text")}</p>
    <p class="small">${t("people/client/ours")}</p>
    ${copied("client-ours", ours, ours, copy)}
    <p class="small">${t("people/client/any")}</p>
    ${copied("client-any", any, any, copy)}`;
}

/** The rules and the clock in a line. @param {State} state @param {import("../types").Book} book */
const terms = (state, book) =>
  html`<p class="small">${[
    clockText({ move_ms: state.clock.limit_ms, bank_ms: state.bank_ms, increment_ms: state.increment_ms }),
    t(state.rated ? "people/rated_tag" : "people/casual_tag"),
    ...changedRules(state, book).map(([name, value]) => `${name}: ${value}`),
  ].join(" · ")}</p>`;

/**
 * Fill the box of a game that waits.
 * @param {HTMLElement} box @param {State} state @param {string[]} mine @param {string} token
 * @param {import("../types").Book} book @param {Copy} copy
 */
export function waiting(box, state, mine, token, book, copy) {
  if (box.dataset.gone) return;
  const client = reservation(state.id);
  const expected =
    !!client &&
    state.status === "running" &&
    Object.values(state.seats).some((seat) => seat.level === "client" && !seat.here);
  box.hidden = !expected && state.status !== "waiting";
  if (client && expected) show(box, clientBox(state.game, client, copy));
  else if (!box.hidden) show(box, waitingBox(state, mine, token, book, copy));
}

/** @param {State} state @param {string[]} mine @param {string} token @param {import("../types").Book} book
 * @param {Copy} copy */
function waitingBox(state, mine, token, book, copy) {
  const other = Object.entries(state.seats).find(([side]) => !mine.includes(side))?.[1];
  const leave = (/** @type {string} */ key) =>
    html`<button type="button" @click=${() => tried(() => withdraw(state.id, token))}>${t(key)}</button>`;
  if (state.seats[mine[0] ?? ""]?.kind === "open")
    return html`<h2>${t("people/invite/for_you_title", { name: other?.name || t("ui/guest") })}</h2>
      ${terms(state, book)}
      <div class="buttons">
        <button type="button" class="primary" id="accept" @click=${() => tried(() => accept(state.id, "", token))}>
          ${t("people/mine/accept")}</button>
        ${leave("people/mine/decline")}</div>`;
  if (mine.length && other?.kind === "open" && other.name)
    return html`<h2>${t("people/invite/asked_title", { name: other.name })}</h2>
      <p>${t("people/invite/asked_text")}</p>
      ${terms(state, book)}
      <div class="buttons">${leave("people/invite/withdraw")}</div>`;
  const invite = invitation(state.id);
  const open = state.open && mine.length > 0;
  const text = open ? "lobby_text" : reachable().alone ? "text_alone" : "text";
  return html`<h2>${t(open ? "people/invite/lobby_title" : "people/invite/title")}</h2>
    <p>${t(`people/invite/${text}`)}</p>
    ${terms(state, book)}
    ${invite ? linkBox(`/join/${invite}`, copy) : nothing}
    ${mine.length ? html`<div class="buttons">${leave("people/invite/withdraw")}</div>` : nothing}
    <p class="small">${t("ui/watch_text")} <a href=${location.pathname}>${t("ui/watch_link")}</a></p>`;
}

/** The game will not be played.
 * @param {HTMLElement} box @param {string} why @param {State | null} state @param {string[]} mine */
export function withdrawn(box, why, state, mine) {
  const other = Object.entries(state?.seats ?? {}).find(([side]) => !mine.includes(side))?.[1];
  const declined = other?.name ? t("people/invite/declined", { name: other.name }) : t("people/invite/declined_nobody");
  box.dataset.gone = why;
  box.hidden = false;
  show(
    box,
    html`<h2>${why === "declined" ? declined : t("people/invite/withdrawn")}</h2>
      <a class="button primary" href="/lobby">${t("people/to_lobby")}</a>`,
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
