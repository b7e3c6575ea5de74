/** News in the order in which they came, and not faster than the eye can follow. */

const HASTE_MS = 10_000; // with less time for a move, or one bank for all of them, no bot waits on purpose
const MOST = 4; // messages that wait; with more we have fallen behind and catch up at once

/**
 * How long a side's move waits on purpose, once the piece before has arrived; null: it does not even wait for that.
 * @param {import("../types").State} state @param {string} side @param {number} usual @returns {number | null}
 */
export function pauseOf(state, side, usual) {
  const people = Object.values(state.seats).some((one) => one.kind === "person" || one.kind === "open");
  const seat = state.seats[side];
  if (!seat || !people) return null;
  const hasty = state.bank_ms !== null || (state.clock.limit_ms !== null && state.clock.limit_ms < HASTE_MS);
  return seat.kind === "person" || hasty ? 0 : usual;
}

export class Pace {
  /**
   * @param {(message: any) => void} hear
   * @param {(message: any) => number} due the time, as performance.now() tells it, before which it is too early
   */
  constructor(hear, due) {
    this.hear = hear;
    this.due = due;
    /** @type {{message: any, came: number}[]} */ this.waiting = [];
    this.timer = 0;
    document.addEventListener("visibilitychange", () => document.hidden && this.next(true));
  }

  /** @param {any} message */
  push(message) {
    if (message.type === "error") return this.hear(message); // an answer to what was just done
    this.waiting.push({ message, came: performance.now() });
    this.next(false);
  }

  /** @param {boolean} hurry */
  next(hurry) {
    clearTimeout(this.timer);
    for (;;) {
      const first = this.waiting[0];
      if (!first) return;
      const now = performance.now();
      const early = this.due(first.message) - now;
      if (early > 0 && !hurry && !document.hidden && this.waiting.length <= MOST) {
        this.timer = setTimeout(() => this.next(false), early);
        return;
      }
      this.waiting.shift();
      const clock = first.message.clock ?? first.message.state?.clock;
      if (clock?.thinking_ms != null) clock.thinking_ms += now - first.came; // it ran on while we waited
      this.hear(first.message);
    }
  }
}
