/** What two people at a table say to each other: offers that need both, and ready-made lines in each reader's
 * language. */

import { must, toast } from "../shared/dom.js";
import { badge } from "./badge.js";
import { seatName } from "./players.js";
import { sound } from "./sound.js";
import { data, t } from "../shared/texts.js";
import { html, nothing, show } from "../shared/view.js";

/** @typedef {import("../types").State} State */
/** @typedef {import("../types").Said} Said */

const MOST = 30; // lines that are shown
const OFFERS = ["draw", "take_back"];
const BUTTONS = /** @type {[string, string][]} */ ([
  ["draw", "#draw"],
  ["take_back", "#ask-back"],
]);

export class Talk {
  /**
   * @param {(what: string, say: string) => Promise<unknown>} offer
   * @param {(message: object) => boolean} send
   */
  constructor(offer, send) {
    this.offer = offer;
    this.send = send;
    this.box = must("#talk");
    this.muted = false;
    /** @type {{said: Said, name: string}[]} */ this.heard = [];
    for (const [what, id] of BUTTONS) must(id).addEventListener("click", () => this.offer(what, "offer"));
    this.draw();
  }

  /** What was said, the lines one can say, and a field where anything may be written. */
  draw() {
    const say = (/** @type {string} */ line) =>
      html`<button type="button" class="line" data-line=${line} @click=${() => this.send({ type: "chat", line })}>
        ${t(`people/chat/lines/${line}`)}</button>`;
    const mute = () => {
      this.muted = !this.muted;
      this.draw();
    };
    const write = (/** @type {Event} */ event) => {
      event.preventDefault();
      const form = /** @type {HTMLFormElement} */ (event.currentTarget);
      const text = String(new FormData(form).get("text")).trim();
      if (text) this.send({ type: "chat", text });
      form.reset();
    };
    const free = html`<form class="copy" @submit=${write}>
      <input type="text" name="text" maxlength="200" autocomplete="off" aria-label=${t("people/chat/write")}
        placeholder=${t("people/chat/write")}><button>${t("people/chat/send")}</button></form>`;
    show(
      this.box,
      html`<ul class="said" aria-live="polite" aria-label=${t("people/chat/said")} ?hidden=${this.muted}>
          ${this.heard.map(
            ({ said, name }) => html`<li>${badge(said.side)}<b>${name}</b>
              <span>${said.line ? t(`people/chat/lines/${said.line}`) : said.text}</span></li>`,
          )}</ul>
        <details class="say"><summary>${t("people/chat/title")}</summary>
          <div class="lines">${data.lines.map(say)}<button type="button" class="line mute"
            aria-pressed=${String(this.muted)} @click=${mute}>${t(
              this.muted ? "people/chat/unmute" : "people/chat/mute",
            )}</button></div>
          ${data.chat ? free : nothing}</details>`,
    );
  }

  /** Are both sides people, and only one of them at this screen? @param {State} state @param {string[]} mine */
  between(state, mine) {
    return mine.length === 1 && Object.values(state.seats).every((seat) => seat.kind === "person");
  }

  /** @param {State} state @param {string[]} mine */
  show(state, mine) {
    const people = this.between(state, mine);
    const playing = people && state.status === "running";
    this.box.hidden = !(people && state.status !== "waiting") && !this.heard.length;
    /** @type {HTMLElement} */ (must(".say")).hidden = !people;
    must("#draw").hidden = must("#ask-back").hidden = !playing;
    this.showOffers(state, mine);
  }

  /** @param {{offers: Record<string, string>, declined: string | null}} message
   * @param {State | null} state @param {string[]} mine */
  hearOffers(message, state, mine) {
    if (!state) return;
    const before = state.offers;
    state.offers = message.offers;
    const own = mine[0] ?? "";
    if (message.declined && before[message.declined] === own) toast(t("people/offers/declined"));
    if (OFFERS.some((what) => message.offers[what] && message.offers[what] !== own && !before[what])) sound("low");
    this.showOffers(state, mine);
  }

  /** @param {State} state @param {string[]} mine */
  showOffers(state, mine) {
    const box = must("#offers");
    const playing = this.between(state, mine) && state.status === "running";
    const shown = playing ? OFFERS.filter((what) => state.offers[what]) : [];
    box.hidden = !shown.length;
    show(
      box,
      shown.map((what) => this.offered(what, state, mine)),
    );
    for (const [what, id] of BUTTONS)
      /** @type {HTMLButtonElement} */ (must(id)).disabled =
        !!state.offers[what] || (what === "take_back" && state.history.length <= state.start);
  }

  /** @param {string} what @param {State} state @param {string[]} mine */
  offered(what, state, mine) {
    const side = state.offers[what] ?? "";
    if (mine.includes(side)) return html`<p>${t(`people/offers/${what}_made`)}</p>`;
    const answer = (/** @type {string} */ say, /** @type {string} */ look) =>
      html`<button type="button" class=${look} data-answer=${say} @click=${() => this.offer(what, say)}>
        ${t(`people/offers/${say}`)}</button>`;
    const casual = what === "take_back" && state.rated;
    return html`<div class="offer"><p><b>${t(`people/offers/${what}_got`, { name: seatName(state, side, mine) })}</b></p>
      ${casual ? html`<p class="small">${t("people/offers/take_back_casual")}</p>` : nothing}
      <div class="buttons">${answer("accept", "primary")}${answer("decline", "")}</div></div>`;
  }

  /** @param {Said[]} said @param {State | null} state @param {string[]} mine */
  hear(said, state, mine) {
    if (!state) return;
    const name = (/** @type {string} */ side) =>
      mine.length === 1 && mine[0] === side ? t("people/chat/you") : seatName(state, side, mine);
    const before = said.length > 1 ? [] : this.heard; // all of it comes again after a connection was lost
    this.heard = [...before, ...said.map((one) => ({ said: one, name: name(one.side) }))].slice(-MOST);
    this.draw();
    const list = must("#talk .said");
    list.scrollTop = list.scrollHeight;
    this.box.hidden = false;
  }
}
