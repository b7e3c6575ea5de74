/** How long a browser waits before it tries to connect again. */

const FIRST_MS = 300;
const SOON_MS = 2_000; // at most at first, so that a game goes on soon after the server has come back
const OUTAGE_MS = 180_000; // after so long without the server ...
const LATER_MS = 15_000; // ... at most this
const CROWDED_MS = { least: 5_000, most: 120_000 }; // where the server has too many connections

export class Patience {
  wait = FIRST_MS;
  since = NaN; // when the server was lost

  /** The server has answered: the next loss is a new one. */
  reset() {
    this.wait = FIRST_MS;
    this.since = NaN;
  }

  /** Milliseconds until the next attempt; longer each time, and not the same for all browsers that wait.
   * @param {boolean} crowded has the server refused for lack of room?
   * @param {number} now in milliseconds @param {number} chance from 0 to 1 */
  next(crowded, now = performance.now(), chance = Math.random()) {
    if (Number.isNaN(this.since)) this.since = now;
    const lost = { least: 0, most: now - this.since < OUTAGE_MS ? SOON_MS : LATER_MS };
    const { least, most } = crowded ? CROWDED_MS : lost;
    const wait = Math.min(most, Math.max(least, this.wait));
    this.wait = wait * 1.7;
    return wait * (0.5 + chance / 2); // the limits hold for the longest
  }
}
