/**
 * What happened last, so that the eye can follow: pieces travel their real way, captured ones go, created ones
 * come, the shape that allowed a move is lit, and whatever moved or was placed carries a mark.
 */

import { s } from "../shared/dom.js";
import { lookOf } from "./looks.js";
import { drawPiece } from "./pieces.js";
import { calm } from "../shared/settings.js";
import { arc, leaps, top } from "./walks.js";

/** @typedef {import("./board.js").BoardElement} BoardElement */
/** @typedef {import("../types").Last} Last */

const LEG_MS = 170; // from one cell to the next
const LEAST_MS = 340;
const MOST_MS = 1500;
const GOING_MS = 450; // a captured piece fades
const WAVE_MS = 70; // between the pieces of a wave
const LEAP = 1.5; // cells further apart are leapt, not walked

const plain = { id: "", x: 0, y: 0, kind: "" };

/** The cells on which the last move left something. @param {Last} last @returns {string[]} */
export function landed(last) {
  const ends = [last.path, last.pushed ?? []].flatMap((path) => path.slice(-1));
  return [...new Set([...ends, ...last.moved.map(([, goal]) => goal), ...last.created])];
}

/** Where a cell's topmost piece is drawn. @param {BoardElement} board @param {string} id */
function place(board, id) {
  return board.tops.get(id)?.getAttribute("transform") ?? `translate(${board.at(id).x},${board.at(id).y})`;
}

/** The way of the last move and the shape behind it, below the pieces. @param {BoardElement} board */
export function drawTrace(board) {
  const last = board.scene?.last;
  const traces = [];
  const at = (/** @type {string} */ id, /** @type {string} */ name) =>
    s("g", { class: name, transform: `translate(${board.at(id).x},${board.at(id).y})` }, board.outline(plain));
  const known = (/** @type {string[]} */ ids) => ids.filter((id) => board.cells.has(id));
  for (const id of known(last?.shape ?? [])) traces.push(at(id, `shape-of ${last?.kind}`));
  for (const path of [last?.path ?? [], last?.pushed ?? []]) {
    const points = known(path).map((id) => board.at(id));
    if (leaps(board, path)) continue; // its arc lies above the pieces
    if (points.length > 1 && points[0]?.kind !== "hand")
      traces.push(s("polyline", { class: `way ${last?.side}`, points: points.map((p) => `${p.x},${p.y}`).join(" ") }));
  }
  const begun = last ? [last.path.slice(0, 1), (last.pushed ?? []).slice(0, 1)].flat() : [];
  for (const id of new Set(known([...begun, ...(last?.moved ?? []).map(([from]) => from)])))
    if (board.at(id).count !== 0) traces.push(at(id, "was")); // what is used up has no place
  board.layer("trace").replaceChildren(...traces);
  const marks = known(last ? landed(last) : []).map((id) => {
    const taken = last?.captured.some((piece) => piece.cell === id);
    return s(
      "g",
      { class: `latest ${taken ? "took" : ""}`, "data-latest": id, transform: place(board, id) },
      board.outline(plain),
      s("circle", { r: 0.11, cx: 0.3, cy: -0.34 }),
    );
  });
  if (last && leaps(board, last.path)) marks.unshift(arc(board, last.path, last.side));
  for (const id of known(last?.struck ?? []))
    marks.push(s("g", { class: "latest struck", transform: place(board, id) }, board.outline(plain)));
  board.layer("latest").replaceChildren(...marks);
}

/** The frames of a way that ends where the piece now lies.
 * @param {BoardElement} board @param {{cell: string, rot?: number}[]} way */
function frames(board, way) {
  const end = /** @type {{cell: string, rot?: number}} */ (way[way.length - 1]);
  const goal = board.at(end.cell);
  /** @type {{transform: string}[]} */ const found = [];
  way.forEach((pose, i) => {
    const here = board.at(pose.cell);
    const before = way[i - 1];
    const pointing = pose.rot === undefined ? "" : ` rotate(${-60 * (pose.rot - (end.rot ?? 0))}deg)`;
    const by = (/** @type {number} */ x, /** @type {number} */ y) => `translate(${x - goal.x}px, ${y - goal.y}px)`;
    if (before) {
      const from = board.at(before.cell);
      if (Math.hypot(here.x - from.x, here.y - from.y) > LEAP)
        found.push({ transform: `${by((here.x + from.x) / 2, (here.y + from.y) / 2 - 0.4)}${pointing} scale(1.3)` });
    }
    found.push({ transform: `${by(here.x, here.y)}${pointing} scale(1)` });
  });
  return found;
}

/** The frames of a leap over pieces. @param {BoardElement} board @param {string[]} way */
function leap(board, way) {
  const [from, goal] = [board.at(way[0] ?? ""), board.at(way[way.length - 1] ?? "")];
  const high = top(from, goal);
  const by = (/** @type {{x: number, y: number}} */ p) => `translate(${p.x - goal.x}px, ${p.y - goal.y}px)`;
  return [
    { transform: `${by(from)} scale(1)` },
    { transform: `${by(high)} scale(1.35)`, offset: 0.5 },
    { transform: "translate(0, 0) scale(1)" },
  ];
}

/** Let the piece on a way's last cell travel it. @param {BoardElement} board
 * @param {{cell: string, rot?: number}[]} way @param {number} delay @returns {number} how long it takes */
function travel(board, way, delay) {
  const goal = way[way.length - 1]?.cell ?? "";
  const group = board.tops.get(goal);
  const piece = group?.querySelector(".piece");
  if (!group || !piece || way.length < 2) return 0;
  const over = way.map((pose) => pose.cell);
  const frame = leaps(board, over) ? leap(board, over) : frames(board, way);
  const duration = Math.min(MOST_MS, Math.max(LEAST_MS, LEG_MS * (way.length - 1)));
  group.parentElement?.append(group);
  piece.animate(frame, { duration, delay, easing: "ease-in-out", fill: "backwards" });
  return duration + delay;
}

/** Pieces that are no longer there, going. @param {BoardElement} board @param {Last} last @param {number} delay */
function goAway(board, last, delay) {
  for (const piece of last.captured) {
    if (!board.cells.has(piece.cell)) continue;
    const { x, y } = board.at(piece.cell);
    const ghost = s(
      "g",
      { class: "going", "data-going": piece.cell, transform: `translate(${x},${y})` },
      drawPiece(board.facing(piece)),
    );
    board.layer("pieces").prepend(ghost);
    lookOf(board).taken?.(board, piece, delay);
    const fading = ghost.firstElementChild?.animate(
      [
        { opacity: 1, transform: "scale(1)" },
        { opacity: 0.9, transform: "scale(1.25)", offset: 0.3 },
        { opacity: 0, transform: "scale(0.2) rotate(50deg)" },
      ],
      { duration: GOING_MS, delay, easing: "ease-in", fill: "both" },
    );
    if (fading) fading.onfinish = () => ghost.remove();
  }
}

/** Show the last move. @param {BoardElement} board
 * @param {boolean} dropped was it put there by hand? @returns {number} how many milliseconds it takes */
export function playLast(board, dropped) {
  const last = board.scene?.last;
  if (!last || calm()) return 0;
  const cells = (/** @type {string[]} */ path) => path.map((cell) => ({ cell }));
  let took = 0;
  if (!dropped) took = travel(board, last.poses?.length ? last.poses : cells(last.path), 0);
  const led = last.path[last.path.length - 1];
  const others = last.moved.filter(([, goal]) => goal !== led && !last.pushed?.includes(goal));
  others.forEach((pair, i) => (took = Math.max(took, travel(board, cells(pair), i * WAVE_MS))));
  if (last.pushed && last.pushed.length > 1) took = Math.max(took, travel(board, cells(last.pushed), took / 2));
  goAway(board, last, Math.max(0, took - 140));
  for (const id of last.created)
    if (id !== led)
      board.tops
        .get(id)
        ?.firstElementChild?.animate(
          [{ transform: "scale(0)" }, { transform: "scale(1.15)" }, { transform: "scale(1)" }],
          { duration: LEAST_MS, easing: "ease-out" },
        );
  for (const joint of board.layer("joints").querySelectorAll(".fresh"))
    joint.animate(
      [{ transform: "scale(0.3, 0)" }, { transform: "scale(1, 1.25)", offset: 0.7 }, { transform: "none" }],
      { duration: LEAST_MS, delay: took, easing: "ease-out", fill: "backwards" },
    );
  for (const mark of board.layer("latest").children)
    mark.animate([{ opacity: 0 }, { opacity: 0, offset: 0.85 }, { opacity: 1 }], { duration: took + 60 });
  for (const part of board.layer("trace").querySelectorAll(".shape-of"))
    part.animate([{ opacity: 1 }, { opacity: 1, offset: 0.7 }, { opacity: 0.35 }], { duration: took + 400 });
  const shot = last.struck.length && !last.created.length ? shoot(board, last, took) : 0;
  return took + shot + (last.captured.length ? GOING_MS - 140 : 0);
}

/** A bolt to what was struck. @param {BoardElement} board @param {Last} last @param {number} delay @returns {number} */
function shoot(board, last, delay) {
  const from = board.at(last.path[last.path.length - 1] ?? last.struck[0] ?? "");
  for (const id of last.struck) {
    const to = board.at(id);
    const bolt = s("circle", { class: "bolt", r: 0.16, cx: from.x, cy: from.y });
    board.layer("latest").append(bolt);
    const flight = bolt.animate(
      [{ transform: "translate(0px, 0px)" }, { transform: `translate(${to.x - from.x}px, ${to.y - from.y}px)` }],
      { duration: LEAST_MS, delay, easing: "ease-in", fill: "both" },
    );
    flight.onfinish = () => bolt.remove();
  }
  return LEAST_MS;
}
