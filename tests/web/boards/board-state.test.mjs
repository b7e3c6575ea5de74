/** What a press on a board means, which cells are offered, and where arrows lead: without a browser. */

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  EMPTY,
  isActive,
  matching,
  meaning,
  neighbour,
  owns,
  seen,
  sources,
  targets,
  withPlan,
  withScene,
  withSelected,
} from "../../../src/schwarm/web/static/boards/board-state.js";

const cell = (id, x, y, more = {}) => ({ id, x, y, kind: "field", ...more });
const CELLS = [
  cell("a", 0, 0),
  cell("b", 1, 0),
  cell("c", 2, 0),
  cell("d", 0, 1),
  cell("stock", 5, 5, { kind: "stock", side: "red" }),
];
const MOVES = [
  { move: "a-b", path: ["a", "b"] },
  { move: "a-b-c", path: ["a", "b", "c"] },
  { move: "a-d", path: ["a", "d"], capture: true, kind: "jump" },
  { move: "b-c", path: ["b", "c"] },
  { move: "stock?", path: ["stock"], chance: true },
  { move: "SKIP", path: [] },
];
const PIECES = [
  { cell: "a", side: "red", kind: "man" },
  { cell: "c", side: "red", kind: "man" },
  { cell: "d", side: "blue", kind: "man" },
];
const scene = (more = {}) => ({
  game: "test",
  to_move: "red",
  moves: MOVES,
  board: { kind: "square", cells: CELLS, pieces: PIECES, marks: [], links: [], view: [0, 0, 4, 2] },
  ...more,
});
const playing = (more) => withScene(EMPTY, scene(more), ["red"]);
const chosen = (...path) => withSelected(playing(), path);

test("only who is to move may move", () => {
  assert.ok(isActive(playing()));
  assert.ok(!isActive(withScene(EMPTY, scene(), ["blue"])));
  assert.ok(!isActive(playing({ to_move: null })));
  assert.ok(!isActive(EMPTY));
  assert.deepEqual(meaning(withScene(EMPTY, scene(), ["blue"]), "a"), { what: "nothing" });
});

test("moves begin at their first cell, and go on at the next one", () => {
  assert.deepEqual([...sources(playing())].sort(), ["a", "b", "stock"]);
  assert.deepEqual(targets(playing()), new Map());
  assert.deepEqual([...targets(chosen("a")).keys()].sort(), ["b", "d"]);
  assert.equal(targets(chosen("a")).get("d").capture, true);
  assert.deepEqual([...targets(chosen("a", "b")).keys()], ["c"]);
  assert.deepEqual(
    matching(chosen("a", "b")).map((one) => one.move),
    ["a-b", "a-b-c"],
  );
});

test("a press selects, goes on, plays, and lets go", () => {
  assert.deepEqual(meaning(playing(), "a"), { what: "select", path: ["a"] });
  assert.deepEqual(meaning(chosen("a"), "d"), { what: "choose", move: "a-d" });
  assert.deepEqual(meaning(chosen("a"), "a"), { what: "select", path: [] });
  assert.deepEqual(meaning(chosen("a", "b"), "c"), { what: "choose", move: "a-b-c" });
  assert.deepEqual(meaning(chosen("b"), "a"), { what: "select", path: ["a"] }, "another piece of one's own");
});

test("what begins a longer move too is selected, not played", () => {
  // a-b is whole and begins a-b-c: a press on b is not yet a move.
  assert.deepEqual(meaning(chosen("a"), "b"), { what: "select", path: ["a", "b"] });
});

test("several moves with the same clicks, and luck, are asked about", () => {
  const twins = [
    { move: "one", path: ["a", "b"] },
    { move: "two", path: ["a", "b"] },
  ];
  const asked = meaning(withSelected(playing({ moves: twins }), ["a"]), "b");
  assert.deepEqual(asked, { what: "ask", cell: "b", moves: twins });
  assert.equal(meaning(playing(), "stock").what, "ask");
});

test("what cannot be is tried, so that the page says why", () => {
  assert.deepEqual(meaning(playing(), "c"), { what: "attempt", path: ["c"] }, "one's own piece without a move");
  assert.deepEqual(meaning(playing(), "d"), { what: "select", path: [] }, "a piece of the other side");
  assert.deepEqual(meaning(chosen("a"), "c"), { what: "attempt", path: ["a", "c"] });
  assert.ok(owns(playing(), "stock"));
  assert.ok(!owns(playing({ to_move: "blue" }), "stock"));
});

test("a draft decides while a move is composed", () => {
  const drafted = { ...playing(), draft: { cells: { d: ["S1", "M2"] } } };
  assert.deepEqual(sources(drafted), new Set());
  assert.deepEqual([...targets(drafted).keys()], ["d"]);
  assert.deepEqual(meaning(drafted, "d"), { what: "steps", steps: ["S1", "M2"] });
  assert.deepEqual(meaning(drafted, "a"), { what: "nothing" });
});

test("a new position forgets what was chosen, and keeps where one looks from", () => {
  const before = withPlan({ ...chosen("a"), focus: "c", turned: true }, [{ path: ["a", "b"], side: "red" }]);
  assert.deepEqual(before.hint, ["a", "b"]);
  const after = withScene(before, scene(), []);
  assert.deepEqual([after.selected, after.hint, after.plan, after.draft], [[], [], [], null]);
  assert.deepEqual([after.focus, after.turned], ["c", true]);
  assert.deepEqual(withSelected(before, ["b"]).hint, [], "a suggestion has been seen then");
});

test("no state is changed in place", () => {
  const state = Object.freeze(playing());
  withSelected(state, ["a"]);
  withPlan(state, []);
  meaning(state, "a");
  assert.deepEqual(state.selected, []);
});

test("a turned board shows its cells from the other side", () => {
  assert.deepEqual(seen(playing(), CELLS[1]), CELLS[1]);
  const { x, y } = seen({ ...playing(), turned: true }, CELLS[1]);
  assert.deepEqual([x, y], [3, 2]);
});

test("arrow keys go to the nearest cell in their direction", () => {
  assert.equal(neighbour(CELLS, CELLS[0], [1, 0]), "b");
  assert.equal(neighbour(CELLS, CELLS[2], [-1, 0]), "b");
  assert.equal(neighbour(CELLS, CELLS[0], [0, 1]), "d");
  assert.equal(neighbour(CELLS, CELLS[0], [0, -1]), null);
});

test("while a position is set up every press puts something, whoever's turn it is", () => {
  const edited = withScene({ ...EMPTY, edited: true }, scene({ to_move: null }), []);
  assert.deepEqual(meaning(edited, "b"), { what: "put", cell: "b" });
  assert.deepEqual(sources(edited), new Set());
});
