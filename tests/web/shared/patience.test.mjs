/** How long a browser waits before it connects again. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Patience } from "../../../src/schwarm/web/static/shared/patience.js";

/** Attempts within so many seconds. */
function attempts(seconds, crowded, chance = 0.5) {
  const patience = new Patience();
  let count = 0;
  for (let now = 0; now < 1000 * seconds; now += patience.next(crowded, now, chance)) count += 1;
  return count;
}

test("a game goes on soon after a restart, and a server that stays away is asked less and less", () => {
  const patience = new Patience();
  const waits = [0, 1, 2, 3, 4, 5].map(() => patience.next(false, 0, 1));
  assert.deepEqual(
    waits.map((wait) => Math.round(wait)),
    [300, 510, 867, 1474, 2000, 2000],
  );
  assert.equal(patience.next(false, 175_000, 1), 2000);
  assert.ok(attempts(3600, false) < 450);
  patience.reset();
  assert.equal(patience.next(false, 1e6, 1), 300);
});

test("where there is no room nobody asks every two seconds", () => {
  assert.ok(attempts(60, true) <= 6);
  assert.ok(attempts(3600, true) < 50);
});

test("browsers that lost the server together do not come back together", () => {
  assert.notEqual(new Patience().next(false, 0, 0.1), new Patience().next(false, 0, 0.9));
});
