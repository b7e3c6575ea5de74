/** Looking back: the list of moves, single steps, autoplay, and the engine's opinion of a finished game. */

import { curve } from "./curve.js";
import { h, must, toast } from "./dom.js";
import { ask, keep } from "./server.js";
import { sideName, t, told } from "./texts.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Snapshot} Snapshot */
/** @typedef {import("./types").Analysis} Analysis */
/** @typedef {import("./types").Book} Book */

const AUTOPLAY_MS = 900;

export class Replay {
  /** @param {Book} book @param {(snapshot: Snapshot | null, ply: number, animate: boolean) => void} view shows a position; null is the live one */
  constructor(book, view) {
    this.book = book;
    this.view = view;
    /** @type {State | null} */ this.state = null;
    /** @type {number | null} */ this.ply = null; // null: the live position
    /** @type {Map<number, Snapshot>} */ this.known = new Map();
    /** @type {Analysis | null} */ this.analysis = null;
    this.timer = 0;
    for (const [name, to] of /** @type {[string, () => number][]} */ ([
      ["first", () => 0],
      ["back", () => this.at - 1],
      ["next", () => this.at + 1],
      ["last", () => this.length],
    ]))
      must(`#${name}`).addEventListener("click", () => this.go(to()));
    must("#auto").addEventListener("click", () => this.autoplay(!this.timer));
    document.addEventListener("keydown", (event) => {
      const at = /** @type {HTMLElement} */ (event.target);
      if (
        at.closest("input, textarea, select, [data-cell]") ||
        event.ctrlKey ||
        event.altKey ||
        event.metaKey
      )
        return;
      if (event.key === "ArrowLeft") this.go(this.at - 1);
      else if (event.key === "ArrowRight") this.go(this.at + 1);
      else if (event.key === "Home") this.go(0);
      else if (event.key === "End") this.go(this.length);
    });
  }

  get length() {
    return this.state?.history.length ?? 0;
  }

  get at() {
    return this.ply ?? this.length;
  }

  /** @param {State} state */
  update(state) {
    if (this.state && state.history.length < this.state.history.length) this.known.clear(); // moves were taken back
    this.state = state;
    if (this.ply !== null && this.ply > state.history.length) this.ply = null;
    this.draw();
  }

  /** Show the position after so many plies. @param {number} ply */
  async go(ply) {
    const to = Math.max(0, Math.min(this.length, ply));
    const forward = to === this.at + 1;
    this.ply = to === this.length ? null : to;
    this.draw();
    if (this.ply === null) {
      this.view(null, to, forward);
      return;
    }
    try {
      const found = await this.position(to);
      if (this.at === to) this.view(found, to, forward);
      if (this.timer || this.state?.status === "ended") this.position(to + 1).catch(() => {});
    } catch (error) {
      toast(String(/** @type {Error} */ (error).message));
    }
  }

  /** @param {number} ply @returns {Promise<Snapshot>} */
  async position(ply) {
    const found = this.known.get(ply);
    if (found) return found;
    const made = /** @type {Snapshot} */ (
      await ask(`/api/tables/${this.state?.id}/plies/${Math.min(ply, this.length)}`)
    );
    this.known.set(ply, made);
    return made;
  }

  /** @param {boolean} on */
  autoplay(on) {
    clearInterval(this.timer);
    this.timer = 0;
    must("#auto").setAttribute("aria-pressed", String(on));
    must("#auto").textContent = on ? "❚❚" : "▶";
    if (!on) return;
    if (this.at >= this.length) this.go(0);
    this.timer = setInterval(
      () => (this.at >= this.length ? this.autoplay(false) : this.go(this.at + 1)),
      AUTOPLAY_MS,
    );
  }

  draw() {
    const state = /** @type {State} */ (this.state);
    const list = must("#moves");
    const items = state.history.map((move, i) => {
      const mark = this.analysis?.marks[i] ?? "";
      const button = h(
        "button",
        {
          type: "button",
          class: `ply ${this.at === i + 1 ? "on" : ""} ${mark}`,
          title: move,
          click: () => this.go(i + 1),
        },
        move + (mark === "blunder" ? " ??" : mark === "mistake" ? " ?" : ""),
      );
      if (this.at === i + 1) button.setAttribute("aria-current", "true");
      return h("li", {}, button);
    });
    list.replaceChildren(...items);
    const on = list.querySelector(".on");
    if (on instanceof HTMLElement) list.scrollTop = on.offsetTop - list.clientHeight / 2;
    for (const [name, off] of /** @type {[string, boolean][]} */ ([
      ["first", this.at === 0],
      ["back", this.at === 0],
      ["next", this.at === this.length],
      ["last", this.at === this.length],
    ]))
      /** @type {HTMLButtonElement} */ (must(`#${name}`)).disabled = off;
    must("#replay-note").textContent =
      this.ply === null ? "" : t("ui/looking_back", { ply: this.ply, plies: this.length });
    this.drawAnalysis();
  }

  // --- the engine's opinion --------------------------------------------------------------------------------
  async analyse() {
    const state = /** @type {State} */ (this.state);
    try {
      do {
        this.analysis = /** @type {Analysis} */ (await ask(`/api/tables/${state.id}/analysis`, {}));
        this.draw();
        if (this.analysis.failed) throw new Error(t("ui/analysis/failed"));
        if (this.analysis.done < this.analysis.total) await new Promise((done) => setTimeout(done, 250));
      } while (this.analysis.done < this.analysis.total);
    } catch (error) {
      toast(String(/** @type {Error} */ (error).message));
    }
  }

  /** The best moves from where we are, as far as they are known. @returns {import("./types").Way[]} */
  best() {
    return this.analysis?.ways[this.at] ?? [];
  }

  drawAnalysis() {
    const state = /** @type {State} */ (this.state);
    const place = must("#analysis");
    place.hidden = state.status !== "ended";
    if (place.hidden) return;
    const analysis = this.analysis;
    const children = [];
    if (!analysis)
      children.push(
        h(
          "button",
          { type: "button", id: "analyse", class: "primary", click: () => this.analyse() },
          t("ui/analysis/start"),
        ),
      );
    else {
      children.push(curve(analysis, state.sides, this.at, (ply) => this.go(ply)));
      const line = analysis.lines[this.at];
      if (analysis.done === analysis.total)
        children.push(h("p", { class: "verdict" }, this.verdict(analysis, state)));
      if (line?.length)
        children.push(h("p", { class: "best" }, h("b", {}, t("ui/analysis/best")), " ", line.join(" · ")));
    }
    place.replaceChildren(...children, this.playOn(state));
  }

  /** @param {Analysis} analysis @param {State} state */
  verdict(analysis, state) {
    const chance = analysis.chances[this.at] ?? 0.5;
    const ahead = chance >= 0.5 ? state.sides[0] : state.sides[1];
    const share = Math.round(100 * Math.max(chance, 1 - chance));
    return t("ui/analysis/chance", { side: sideName(ahead ?? ""), share });
  }

  /** A new game from the position shown. @param {State} state */
  playOn(state) {
    const side = h(
      "select",
      { id: "on-side", "aria-label": t("ui/your_side") },
      ...state.sides.map((name) => h("option", { value: name }, sideName(name))),
    );
    const level = h(
      "select",
      { id: "on-level", "aria-label": t("ui/opponent") },
      ...this.book.levels.map((name) =>
        h("option", { value: name }, t("ui/bot_level", { level: told(`ui/levels/${name}`, name) })),
      ),
    );
    /** @type {HTMLSelectElement} */ (level).value = this.book.levels.includes("3")
      ? "3"
      : /** @type {string} */ (this.book.levels[0]);
    const begin = async () => {
      try {
        const seated = await ask(`/api/tables/${state.id}/play-on`, {
          ply: this.at,
          side: /** @type {HTMLSelectElement} */ (side).value,
          level: /** @type {HTMLSelectElement} */ (level).value,
        });
        keep(seated.id, seated.tokens, seated.invite);
        location.href = seated.address;
      } catch (error) {
        toast(String(/** @type {Error} */ (error).message));
      }
    };
    return h(
      "div",
      { class: "play-on" },
      h("span", {}, t("ui/play_on")),
      side,
      level,
      h(
        "button",
        {
          type: "button",
          id: "play-on",
          click: begin,
          disabled:
            this.at === this.length &&
            !!state.end &&
            !["resigned", "time up", "cancelled", "left the game", "adjudicated"].includes(state.end.reason),
        },
        t("ui/go"),
      ),
    );
  }
}
