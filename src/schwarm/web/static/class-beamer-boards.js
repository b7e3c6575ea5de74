/** Boards on the wall: games that are played now, else the one that ended last, played again at a pace people can follow. */

import "./square-board.js";
import "./hex-board.js";
import "./river-board.js";
import { h } from "./dom.js";
import { badge } from "./players.js";
import { ask } from "./server.js";
import { t } from "./texts.js";

/** @typedef {import("./class-api.js").ClassEvent} ClassEvent */
/** @typedef {import("./class-api.js").Live} Live */
/** @typedef {import("./class-places.js").Tournament} Tournament */
/** @typedef {import("./types").Scene} Scene */
/** @typedef {import("./board.js").BoardElement} BoardElement */

const MOST = 4; // boards side by side
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
      this.place.replaceChildren(this.board);
    }
    if (ply === this.ply) return;
    this.board.show(scene, { animate: ply === this.ply + 1 });
    this.ply = ply;
    this.line.replaceChildren(
      ...scene.sides.map((side, i) => h("span", { class: scene.to_move === side ? "turn" : "" }, badge(side), this.names[i] ?? "")),
      h("span", { class: "wall-ply" }, t("class/beamer/ply", { ply })),
    );
  }
}

export class Boards {
  constructor() {
    /** @type {Map<string, Shown>} */ this.games = new Map();
    /** @type {Live[]} */ this.live = [];
    /** @type {{record: number, names: string[]} | null} */ this.last = null; // the game that ended last
    /** @type {{record: number, table: string, ply: number} | null} */ this.replayed = null;
    /** @type {HTMLElement | null} */ this.place = null;
    setInterval(() => void this.step(), STEP_MS);
  }

  /** Is there a board to show? @param {ClassEvent} event @param {Tournament | null} tournament */
  any(event, tournament) {
    this.live = event.live.filter((one) => one.table).slice(0, MOST);
    const ended = (tournament?.stages ?? [])
      .flatMap((stage) => stage.groups)
      .flatMap((group) => group.days.flat())
      .flatMap((match) => match.games)
      .filter((game) => game.game !== null)
      .sort((a, b) => Number(b.game) - Number(a.game))[0];
    this.last = ended ? { record: Number(ended.game), names: [ended.first, ended.second] } : null;
    return this.live.length > 0 || this.last !== null;
  }

  /** @param {HTMLElement} place */
  draw(place) {
    this.place = place;
    void this.step();
  }

  /** Show what has happened since. */
  async step() {
    if (!this.place?.classList.contains("scene-boards")) return;
    try {
      if (this.live.length) await this.follow();
      else if (this.last) await this.replay(this.last);
    } catch {
      // The page is not there at the moment: the wall keeps what it shows.
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
    const wanted = keys.map((key) => /** @type {Shown} */ (this.games.get(key)).whole);
    place.dataset.boards = String(wanted.length);
    if (wanted.some((one, i) => place.children[i] !== one) || place.children.length !== wanted.length) place.replaceChildren(...wanted);
  }

  async follow() {
    const found = await Promise.all(this.live.map((one) => ask(`/api/tables/${one.table}`)));
    this.live.forEach((one, i) => this.game(`table-${one.table}`, one.names).show(found[i], found[i].ply));
    this.arrange(this.live.map((one) => `table-${one.table}`));
  }

  /** @param {{record: number, names: string[]}} last */
  async replay(last) {
    if (!this.replayed || (this.replayed.ply < 0 && this.replayed.record !== last.record)) {
      const { url } = await fetch(`/record/${last.record}`);
      this.replayed = { record: last.record, table: url.split("/").at(-1) ?? "", ply: 0 };
      this.games.clear();
    }
    const { table, ply } = this.replayed;
    const scene = await ask(`/api/tables/${table}/plies/${Math.max(0, ply)}`);
    const key = `record-${this.replayed.record}`;
    this.game(key, last.names).show(scene, Math.max(0, ply));
    this.arrange([key]);
    this.replayed.ply = scene.end ? -1 : ply + 1; // at its end the next one may come
  }
}
