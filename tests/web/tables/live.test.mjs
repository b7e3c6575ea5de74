/** What a table's socket says, as the page hears it: no browser is needed for that. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Live, applied } from "../../../src/schwarm/web/static/tables/live.js";

test("values, keys and items come and go, and the old value stays as it was", () => {
  const old = { a: 1, b: { c: [1, 2, 3, 4], d: "x" }, e: null };
  const kept = structuredClone(old);
  const change = { a: [2], b: { c: [0, 1, [], 2, 0, [9, 8], 4, 0, [5]], d: [] }, e: [{ f: [] }], g: [[1]] };
  const made = applied(old, change);
  assert.deepEqual(made, { a: 2, b: { c: [2, 9, 8, 3, 4, 5] }, e: { f: [] }, g: [1] });
  assert.deepEqual(old, kept);
});

test("what has not changed is shared", () => {
  const old = { board: { cells: [1], pieces: [{ at: 1 }, { at: 2 }] }, ply: 1 };
  const made = applied(old, { board: { pieces: [0, 1, []] }, ply: [2] });
  assert.equal(made.board.cells, old.board.cells);
  assert.equal(made.board.pieces[0], old.board.pieces[1]);
});

const seat = (here) => ({ here });
const first = {
  status: "running",
  composed: false,
  to_move: "red",
  ply: 0,
  clock: { running: null },
  seats: { red: seat(false) },
  moves: null,
};

function live(sides) {
  const heard = [],
    said = [];
  const made = new Live(
    (message) => heard.push(message),
    (message) => said.push(message),
  );
  made.push({ type: "welcome", sides });
  return { live: made, heard, said, kinds: () => heard.map((message) => message.type) };
}

test("a spectator hears whole states, whatever the page writes into them", () => {
  const { live: made, heard } = live([]);
  made.push({ type: "state", number: 7, state: first });
  heard[1].state.seats.red.here = true;
  heard[1].state.clock = null;
  made.push({ type: "change", number: 8, change: { ply: [1], to_move: ["blue"] } });
  assert.deepEqual(heard[2].state, { ...first, ply: 1, to_move: "blue" });
});

test("a gap is healed by the whole state, and what was told already is told once", () => {
  const { live: made, heard, said } = live([]);
  made.push({ type: "change", number: 6, change: { ply: [1] } }); // before the first state
  made.push({ type: "state", number: 7, state: first });
  made.push({ type: "change", number: 7, change: { ply: [5] } });
  assert.equal(heard.length, 2);
  made.push({ type: "change", number: 9, change: { ply: [2] } });
  made.push({ type: "change", number: 10, change: { ply: [3] } });
  assert.deepEqual(said, [{ type: "state" }]);
  assert.equal(heard.length, 2);
  made.push({ type: "state", number: 10, state: { ...first, ply: 3 } });
  made.push({ type: "change", number: 11, change: { ply: [4] } });
  assert.deepEqual(
    heard.slice(2).map((message) => message.state.ply),
    [3, 4],
  );
});

test("a state waits for the moves of its number, and what came after it waits, too", () => {
  const { live: made, heard, kinds } = live(["red"]);
  made.push({ type: "state", number: 1, state: first });
  made.push({ type: "clock", clock: { running: "red" } });
  made.push({ type: "error", error: {} });
  assert.deepEqual(kinds(), ["welcome", "error"]);
  made.push({ type: "moves", number: 0, moves: ["old"] });
  made.push({ type: "moves", number: 1, moves: ["a", "b"] });
  made.push({ type: "moves", number: 1, moves: ["again"] });
  assert.deepEqual(kinds(), ["welcome", "error", "state", "clock"]);
  assert.deepEqual(heard[2].state.moves, ["a", "b"]);
  made.push({ type: "change", number: 2, change: { to_move: ["blue"], ply: [1] } });
  assert.equal(heard[4].state.moves, null);
});

test("a newer state is not kept back by an older one, nor is a new connection", () => {
  const { live: made, heard, kinds } = live(["red"]);
  made.push({ type: "state", number: 1, state: first });
  made.push({ type: "change", number: 2, change: { status: ["ended"] } });
  assert.deepEqual(kinds(), ["welcome", "state", "state"]);
  assert.equal(heard[2].state.status, "ended");
  made.push({ type: "change", number: 3, change: { status: ["running"] } });
  made.push({ type: "welcome", sides: [] });
  assert.deepEqual(kinds().slice(3), ["state", "welcome"]);
  made.push({ type: "change", number: 4, change: { ply: [9] } });
  assert.equal(heard.length, 5);
});

test("where moves are composed step by step no state waits", () => {
  const { live: made, kinds } = live(["red"]);
  made.push({ type: "state", number: 1, state: { ...first, composed: true } });
  assert.deepEqual(kinds(), ["welcome", "state"]);
});
