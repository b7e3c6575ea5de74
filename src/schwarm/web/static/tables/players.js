/** The strips beside the board: who plays, what their position amounts to, what was taken, and their time. */

import { badge } from "./badge.js";
import { eloMark } from "../people/people.js";
import { icon } from "../boards/pieces.js";
import { sound } from "./sound.js";
import { levelName, sideName, t, told } from "../shared/texts.js";
import { show as display, html, nothing } from "../shared/view.js";

/** @typedef {import("../types").State} State */
/** @typedef {import("../types").Board} Board */

const SHORT_MS = 10_000; // so little is left that it is time to move
const LONG_MS = 2 * SHORT_MS; // so much is left that running short is told once more
const TICK_MS = 100;
const BAR_PX = 2.5; // for each unit of a number that is drawn as a bar of its parts
const BAR_GAP_PX = 2;

/** A duration as minutes and seconds. @param {number} ms */
export function minutes(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** What is left of a bank; tenths once they count. @param {number} ms */
function remaining(ms) {
  const left = Math.max(0, ms);
  return left < SHORT_MS ? `0:0${(Math.floor(left / 100) / 10).toFixed(1)}` : minutes(left);
}

/** How many rounds have been played, where they are counted. @param {import("../types").Snapshot | State} scene */
export function roundText({ board }) {
  if (!board.rounds) return "";
  return t("ui/round", { round: board.round ?? 1, rounds: board.rounds });
}

/** Who sits on a side, in words. @param {State} state @param {string} side @param {string[]} mine */
export function seatName(state, side, mine) {
  const seat = state.seats[side];
  if (!seat) return sideName(side);
  if (seat.kind === "bot") return t("ui/bot_level", { level: levelName(seat.level) });
  if (seat.kind === "open") return seat.name || t("ui/nobody_yet");
  if (seat.level === "client") return t("ui/own_program");
  if (seat.kind === "program") return seat.name || sideName(side);
  const own = mine.includes(side); // where one browser plays both sides, "you" would be two people
  return seat.name || t(own ? (mine.length > 1 ? "ui/at_this_screen" : "ui/you") : "ui/guest");
}

/** A number as a bar of the parts that make the whole, the first of them the number itself.
 * @param {import("../types").Fact} fact */
function bar({ key, value, parts = [] }) {
  const whole = parts.reduce((sum, part) => sum + part, 0);
  const name = t(`ui/parts/${key}`, { value, count: parts.length, whole });
  let x = 0;
  const paths = parts.map((part) => {
    const path = `M${x} 0h${BAR_PX * part}v11h${-BAR_PX * part}z`;
    x += BAR_PX * part + BAR_GAP_PX;
    return path;
  });
  return html`<span class="fact ${key}" title=${name}><span class="sr">${name}</span
    ><span class="fact-name" aria-hidden="true">${t(`ui/facts/${key}`)}</span> <b aria-hidden="true">${value}</b> <svg class="parts" width=${x} height="11" aria-hidden="true"
      ><path d=${paths[0] ?? ""} /><path d=${paths.slice(1).join("")} /></svg></span>`;
}

/**
 * The strip of a side: who that is, what the position amounts to for it, and what it lost.
 * @param {Element} place @param {string} side @param {Board} board @param {string} state turn, won, or neither
 * @param {unknown} who
 */
export function drawStrip(place, side, board, state, who) {
  const { facts = [], taken = [] } = board.sides[side] ?? {};
  const count = taken.reduce((sum, piece) => sum + piece.count, 0);
  place.className = `player ${side} ${state}`;
  display(
    place,
    html`<div class="who">${badge(side)}${who}</div><div class="facts">${facts
      .filter((fact) => !fact.hidden && fact.value !== "-")
      .map((fact) =>
        fact.parts
          ? bar(fact)
          : html`<span class="fact ${fact.key}" title=${told(`ui/fact_help/${fact.key}`, "")}><span class="fact-name">${told(
              `ui/facts/${fact.key}`,
              fact.key,
            )}</span> <b>${fact.value}</b></span>`,
      )}${
      count
        ? html`<span class="taken" role="img" aria-label=${t("ui/lost", { count })}>${taken.map(
            (piece) => html`<span>${icon({ ...piece, cell: "" })}${piece.count > 1 ? `×${piece.count}` : ""}</span>`,
          )}</span>`
        : nothing
    }</div>`,
  );
  // What a narrow strip has no room for is pushed into view, by keys as well.
  const numbers = /** @type {HTMLElement} */ (place.querySelector(".facts"));
  const pushed = numbers.scrollWidth > numbers.clientWidth + 1;
  const named = { tabindex: "0", role: "group", "aria-label": t("ui/facts_of", { side: sideName(side) }) };
  for (const [name, value] of Object.entries(named))
    if (pushed) numbers.setAttribute(name, value);
    else numbers.removeAttribute(name);
}

export class Players {
  /** @param {HTMLElement} top @param {HTMLElement} bottom */
  constructor(top, bottom) {
    this.places = [top, bottom];
    /** @type {State | null} */ this.state = null;
    /** @type {string[]} */ this.mine = [];
    this.since = 0;
    /** @type {boolean | null} */ this.turned = null; // is the board seen from the second side? null: it has no side
    this.below = ""; // the side whose strip is below
    /** @type {Set<string>} */ this.warned = new Set(); // sides that were told how short their time is
    this.timer = 0;
  }

  /** @param {State} state @param {Board} board @param {string[]} mine @param {string | null} toMove */
  show(state, board, mine, toMove) {
    const same = this.state?.ply === state.ply && this.state?.clock === state.clock;
    this.state = state;
    this.mine = mine;
    if (!same) this.since = performance.now() - (state.clock.thinking_ms ?? 0);
    const [first, second] = state.sides;
    // hands and halves have their place, which the strips follow
    const swapped = this.turned ?? (mine.length === 1 && mine[0] === second);
    const below = swapped ? second : first;
    this.below = below ?? "";
    const order = [below === first ? second : first, below];
    order.forEach(
      (side, i) => side && this.strip(/** @type {HTMLElement} */ (this.places[i]), side, state, board, mine, toMove),
    );
    this.tick();
  }

  /** @param {Element} place @param {string} side
   * @param {State} state @param {Board} board @param {string[]} mine @param {string | null} toMove */
  strip(place, side, state, board, mine, toMove) {
    const seat = state.seats[side];
    const [here, title] = seat?.here ? ["here", t("ui/here")] : ["away", t("ui/away")];
    drawStrip(
      place,
      side,
      board,
      `${toMove === side ? "turn" : ""} ${state.end?.winner === side ? "won" : ""}`,
      html`<span class="name">${seatName(state, side, mine)}</span>${eloMark(seat)}<span class="side-name">${sideName(
        side,
      )}</span><span class="presence ${here}" title=${title}></span><span class="clock" data-side=${side}></span>`,
    );
  }

  /** Show the clocks as they are now, and again when they will have changed: a page at rest does nothing. */
  tick() {
    const state = this.state;
    clearTimeout(this.timer);
    if (!state) return;
    let pause = Infinity;
    for (const place of this.places) {
      const clock = place.querySelector(".clock");
      if (!(clock instanceof HTMLElement)) continue;
      const side = clock.dataset.side ?? "";
      const runs = state.clock.running === side && state.status === "running";
      const thinking = runs ? performance.now() - this.since : 0;
      const limit = state.clock.limit_ms;
      const person = state.seats[side]?.kind === "person";
      const bank = state.clock.left_ms?.[side];
      const text =
        bank !== undefined
          ? remaining(bank - thinking)
          : limit !== null && person
            ? minutes(limit - thinking + 999)
            : minutes((state.clock.used_ms[side] ?? 0) + thinking);
      if (clock.textContent !== text) clock.textContent = text;
      const used = (state.clock.used_ms[side] ?? 0) + thinking;
      const counts = bank === undefined && (limit === null || !person); // seconds up, with nothing to lose
      if (runs) pause = counts ? 1001 - (used % 1000) : TICK_MS;
      const left = bank ?? (limit !== null && person ? limit : null);
      const short = left !== null && thinking > 0 && left - thinking < SHORT_MS;
      clock.classList.toggle("runs", thinking > 0);
      clock.classList.toggle("short", short);
      if (short && this.mine.includes(side)) this.warn(side);
      else if (left === null || left - thinking >= LONG_MS) this.warned.delete(side);
    }
    if (pause < Infinity) this.timer = window.setTimeout(() => this.tick(), pause);
  }

  /** Once, however often strips are drawn anew and moves are made meanwhile. @param {string} side */
  warn(side) {
    if (this.warned.has(side)) return;
    this.warned.add(side);
    sound("low");
  }
}
