/** Boards on the wall: games that are played now, else the one that ended last, played again at a pace people can
 * follow. */

import "../boards.js";
import { h } from "../shared/dom.js";
import { badge } from "../tables/badge.js";
import { ask } from "../shared/server.js";
import { t } from "../shared/texts.js";
import { show as display, html, repeat } from "../shared/view.js";

/** @typedef {import("../types").ClassEvent} ClassEvent */
/** @typedef {import("../types").ClassBoard} Live */
/** @typedef {import("../types").Scene} Scene */
/** @typedef {import("../boards/board.js").BoardElement} BoardElement */

const MOST = 4; // boards that fit on a wall
const STEP_MS = 900; // between two positions

/** One board with the names of those who play. */
class Shown {
  /** @param {string[]} names */
  constructor(names) {
    this.names = names;
    /** @type {BoardElement | null} */ this.board = null;
    this.ply = -1;
    this.place = h("div", { class: "wall-board", inert: true });
    this.line = h("p", { class: "wall-names" });
    this.whole = h("figure", { class: "wall-game" }, this.line, this.place);
  }

  /** @param {Scene} scene @param {number} ply */
  show(scene, ply) {
    if (!this.board) {
      this.board = /** @type {BoardElement} */ (document.createElement(`${scene.board.kind}-board`));
      this.whole.dataset.kind = scene.board.kind;
      this.place.replaceChildren(this.board);
    }
    if (ply === this.ply) return;
    this.board.show(scene, { animate: ply === this.ply + 1 });
    this.ply = ply;
    const names = scene.sides.map(
      (side, i) =>
        html`<span class="wall-name ${scene.to_move === side ? "turn" : ""}">${badge(side)}<span>${
          this.names[i] ?? ""
        }</span></span>`,
    );
    display(this.line, html`${names}<span class="wall-ply">${t("class/beamer/ply", { ply })}</span>`);
  }
}

export class Boards {
  /** @param {string} event */
  constructor(event) {
    this.event = event;
    /** @type {Map<string, Shown>} */ this.games = new Map();
    /** @type {ClassEvent['last']} */ this.last = null;
    /** @type {{record: number, names: string[], table: string, ply: number} | null} */ this.replayed = null;
    /** @type {HTMLElement | null} */ this.place = null;
    this.stepping = false;
    setInterval(() => void this.step(), STEP_MS);
  }

  /** Is there a board to show? @param {ClassEvent} event */
  any(event) {
    this.last = event.last;
    return event.live.length > 0 || this.last !== null;
  }

  /** @param {HTMLElement} place */
  draw(place) {
    this.place = place;
    void this.step();
  }

  /** Are boards on the wall now? */
  get seen() {
    return !!this.place?.isConnected;
  }

  /** Show what has happened since, one step after the other: an older answer must not come last. */
  async step() {
    if (!this.seen || this.stepping) return;
    this.stepping = true;
    try {
      const live = /** @type {Live[]} */ ((await ask(`/api/class/events/${this.event}/boards`)).slice(0, MOST));
      if (!this.seen) return; // another scene has come meanwhile
      if (live.length) this.follow(live);
      else if (this.last) await this.replay(this.last);
      document.body.dataset.boards = live.length ? "live" : "replayed";
    } catch {
      // The page is not there at the moment: the wall keeps what it shows.
    } finally {
      this.stepping = false;
    }
  }

  /** @param {string} key @param {string[]} names @returns {Shown} */
  game(key, names) {
    const known = this.games.get(key) ?? new Shown(names);
    this.games.set(key, known);
    return known;
  }

  /** @param {string[]} keys in their order on the wall */
  arrange(keys) {
    const place = /** @type {HTMLElement} */ (this.place);
    for (const key of this.games.keys()) if (!keys.includes(key)) this.games.delete(key);
    place.dataset.boards = String(keys.length);
    display(
      place,
      repeat(
        keys,
        (key) => key,
        (key) => this.games.get(key)?.whole,
      ),
    );
  }

  /** @param {Live[]} live */
  follow(live) {
    const keys = live.map((one) => `live-${one.key.join("-")}`);
    // A board is measured when it is first shown, so it must be on the wall by then.
    live.forEach((one, i) => this.game(keys[i] ?? "", one.names));
    this.arrange(keys);
    live.forEach((one, i) => this.game(keys[i] ?? "", one.names).show(one.snapshot, one.ply));
    this.replayed = null;
  }

  /** @param {{record: number, names: string[]}} last */
  async replay(last) {
    if (!this.replayed || (this.replayed.ply < 0 && this.replayed.record !== last.record)) {
      const { url } = await fetch(`/record/${last.record}`);
      this.replayed = { ...last, table: url.split("/").at(-1) ?? "", ply: 0 };
    }
    const shown = this.replayed;
    const ply = Math.max(0, shown.ply);
    const scene = await ask(`/api/tables/${shown.table}/plies/${ply}`);
    if (!this.seen) return;
    const key = `record-${shown.record}`;
    this.game(key, shown.names);
    this.arrange([key]);
    this.game(key, shown.names).show(scene, ply);
    shown.ply = scene.end ? -1 : ply + 1; // at its end the next one may come
  }
}
