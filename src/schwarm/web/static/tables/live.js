/** What a table's socket says, as the page hears it: changes become whole states, and a state waits for its moves. */

/** @typedef {import("../types").State} State */

/**
 * A value of JSON after a change; what has not changed is shared, nothing is altered (web/tables/differences.py).
 * @param {any} old @param {any} change @returns {any}
 */
export function applied(old, change) {
  if (!Array.isArray(change)) {
    const made = { ...old };
    for (const [key, part] of Object.entries(change)) {
      if (Array.isArray(part) && !part.length) delete made[key];
      else made[key] = applied(old[key], part);
    }
    return made;
  }
  if (change.length === 1) return change[0];
  /** @type {unknown[]} */ const made = [];
  let at = 0;
  for (let i = 0; i < change.length; i += 3) {
    made.push(...old.slice(at, change[i]), ...change[i + 2]);
    at = change[i] + change[i + 1];
  }
  return [...made, ...old.slice(at)];
}

/** A state that the page may write into. @param {State} state @returns {State} */
const own = (state) => ({
  ...state,
  clock: { ...state.clock },
  seats: Object.fromEntries(Object.entries(state.seats).map(([side, seat]) => [side, { ...seat }])),
});

export class Live {
  /** @param {(message: any) => void} hear @param {(message: object) => void} say */
  constructor(hear, say) {
    this.hear = hear;
    this.say = say;
    /** @type {string[]} */ this.mine = [];
    /** @type {State | null} */ this.state = null; // as it was told last
    this.number = 0; // of that state
    /** @type {any[]} */ this.held = []; // a state that waits for its moves, and what came after it
  }

  /** @param {any} message */
  push(message) {
    if (message.type === "welcome") {
      this.release();
      this.state = null;
      this.mine = message.sides;
    }
    if (message.type === "error")
      this.hear(message); // an answer to what was just done
    else if (message.type === "state") this.show(message.state, message.number);
    else if (message.type === "change") this.change(message);
    else if (message.type === "moves") this.choose(message);
    else if (this.held.length) this.held.push(message);
    else this.hear(message);
  }

  /** @param {import("../types").ChangePush} message */
  change({ number, change }) {
    if (!this.state || number <= this.number) return; // a whole state is under way, or told this already
    if (number === this.number + 1) return this.show(applied(this.state, change), number);
    this.state = null;
    this.say({ type: "state" });
  }

  /** @param {State} state @param {number} number */
  show(state, number) {
    this.release(); // an older one gets no moves any more
    this.state = state;
    this.number = number;
    this.held.push({ type: "state", state: own(state) });
    const mine = state.status === "running" && this.mine.includes(state.to_move ?? "");
    if (!mine || state.composed) this.release();
  }

  /** @param {import("../types").MovesPush} message */
  choose({ number, moves }) {
    if (number !== this.number || !this.held.length) return;
    this.held[0].state.moves = moves;
    this.release();
  }

  release() {
    for (const message of this.held.splice(0)) this.hear(message);
  }
}
