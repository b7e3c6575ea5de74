/** What two people at a table say to each other: offers that need both, and ready-made lines in each reader's
 * language. */

import { h, must, toast } from "../shared/dom.js";
import { badge, seatName } from "./players.js";
import { sound } from "./sound.js";
import { data, t } from "../shared/texts.js";

/** @typedef {import("../types").State} State */
/** @typedef {import("../types").Said} Said */

const OFFERS = ["draw", "take_back"];

export class Talk {
  /**
   * @param {(what: string, say: string) => Promise<unknown>} offer
   * @param {(message: object) => boolean} send
   */
  constructor(offer, send) {
    this.offer = offer;
    this.send = send;
    this.box = must("#talk");
    this.said = h("ul", { class: "said", "aria-live": "polite", "aria-label": t("people/chat/said") });
    this.muted = false;
    for (const [what, id] of /** @type {[string, string][]} */ ([
      ["draw", "#draw"],
      ["take_back", "#ask-back"],
    ]))
      must(id).addEventListener("click", () => this.offer(what, "offer"));
    this.box.replaceChildren(this.said, this.lines());
  }

  /** The lines one can say, and a field where anything may be written. */
  lines() {
    const say = (/** @type {string} */ line) =>
      h(
        "button",
        { type: "button", class: "line", "data-line": line, click: () => this.send({ type: "chat", line }) },
        t(`people/chat/lines/${line}`),
      );
    const mute = h(
      "button",
      { type: "button", class: "line mute", "aria-pressed": "false", click: () => this.mute(mute) },
      t("people/chat/mute"),
    );
    const field = /** @type {HTMLInputElement} */ (
      h("input", {
        type: "text",
        maxlength: 200,
        autocomplete: "off",
        "aria-label": t("people/chat/write"),
        placeholder: t("people/chat/write"),
      })
    );
    const write = h(
      "form",
      {
        class: "copy",
        submit: (/** @type {Event} */ event) => {
          event.preventDefault();
          if (field.value.trim()) this.send({ type: "chat", text: field.value.trim() });
          field.value = "";
        },
      },
      field,
      h("button", {}, t("people/chat/send")),
    );
    return h(
      "details",
      { class: "say" },
      h("summary", {}, t("people/chat/title")),
      h("div", { class: "lines" }, ...data.lines.map(say), mute),
      data.chat ? write : null,
    );
  }

  /** @param {HTMLElement} button */
  mute(button) {
    this.muted = !this.muted;
    this.said.hidden = this.muted;
    button.setAttribute("aria-pressed", String(this.muted));
    button.textContent = t(this.muted ? "people/chat/unmute" : "people/chat/mute");
  }

  /** Are both sides people, and only one of them at this screen? @param {State} state @param {string[]} mine */
  between(state, mine) {
    return mine.length === 1 && Object.values(state.seats).every((seat) => seat.kind === "person");
  }

  /** @param {State} state @param {string[]} mine */
  show(state, mine) {
    const people = this.between(state, mine);
    const playing = people && state.status === "running";
    this.box.hidden = !(people && state.status !== "waiting") && !this.said.childElementCount;
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
    box.replaceChildren(...shown.map((what) => this.offered(what, state, mine)));
    for (const [what, id] of /** @type {[string, string][]} */ ([
      ["draw", "#draw"],
      ["take_back", "#ask-back"],
    ]))
      /** @type {HTMLButtonElement} */ (must(id)).disabled =
        !!state.offers[what] || (what === "take_back" && state.history.length <= state.start);
  }

  /** @param {string} what @param {State} state @param {string[]} mine @returns {HTMLElement} */
  offered(what, state, mine) {
    const side = state.offers[what] ?? "";
    if (mine.includes(side)) return h("p", {}, t(`people/offers/${what}_made`));
    const answer = (/** @type {string} */ say, /** @type {string} */ look) =>
      h(
        "button",
        { type: "button", class: look, "data-answer": say, click: () => this.offer(what, say) },
        t(`people/offers/${say}`),
      );
    return h(
      "div",
      { class: "offer" },
      h("p", {}, h("b", {}, t(`people/offers/${what}_got`, { name: seatName(state, side, mine) }))),
      what === "take_back" && state.rated ? h("p", { class: "small" }, t("people/offers/take_back_casual")) : null,
      h("div", { class: "buttons" }, answer("accept", "primary"), answer("decline", "")),
    );
  }

  /** @param {Said[]} said @param {State | null} state @param {string[]} mine */
  hear(said, state, mine) {
    if (!state) return;
    if (said.length > 1) this.said.replaceChildren(); // all of it, after a connection was lost
    for (const one of said) {
      const own = mine.length === 1 && mine[0] === one.side;
      const name = own ? t("people/chat/you") : seatName(state, one.side, mine);
      this.said.append(
        h(
          "li",
          {},
          badge(one.side),
          h("b", {}, name),
          " ",
          h("span", {}, one.line ? t(`people/chat/lines/${one.line}`) : one.text),
        ),
      );
    }
    while (this.said.childElementCount > 30) this.said.firstElementChild?.remove();
    this.said.scrollTop = this.said.scrollHeight;
    this.box.hidden = false;
  }
}
