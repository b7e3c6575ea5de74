/** The country around a river: shores, water that flows, trees and huts on the banks, mist where nobody has been. */

import { s } from "/static/shared/dom.js";
import { hexagons } from "/static/boards/hexagons.js";

/** @typedef {import("./board.js").RiverBoard} RiverBoard */
/** @typedef {import("/static/types").Cell} Cell */
/** @typedef {{x: number, y: number}} Point */

const ROW = Math.sqrt(3) / 2; // between two rows of cells
const WOODS = 6; // how many cells from the water trees are drawn
const STREAKS = [-0.27, 0.06, 0.33]; // of the current, beside the middle of a cell
const MIST = [
  [4.3, 0, 1.5],
  [4.7, -0.55, 1.5],
  [4.7, 0.55, 1.5],
  [5.8, 0, 2.2],
  [5.9, -0.8, 1.9],
  [5.9, 0.8, 1.9],
]; // distance from the last segment's middle, turn in radians, size

/** The same number between 0 and 1 for the same place. @param {number} a @param {number} b @param {number} k */
function chance(a, b, k) {
  const n = Math.sin(a * 127.1 + b * 311.7 + k * 74.7) * 43758.5453;
  return n - Math.floor(n);
}

/** @param {string} id @returns {[number, number]} */
const numbers = (id) => /** @type {[number, number]} */ (id.split(",").map(Number));

/** The six places next to one; even rows stand half a place to the right.
 * @param {number} c @param {number} r @returns {[number, number][]} */
function beside(c, r) {
  const shift = r % 2 === 0 ? 1 : 0;
  return [
    [c - 1, r],
    [c + 1, r],
    [c - 1 + shift, r - 1],
    [c + shift, r - 1],
    [c - 1 + shift, r + 1],
    [c + shift, r + 1],
  ];
}

/** The places on land by their distance from the water. @param {string[]} water @returns {Map<string, number>} */
function land(water) {
  const found = new Map(water.map((id) => [id, 0]));
  let edge = water;
  for (let far = 1; far <= WOODS; far++) {
    /** @type {string[]} */ const next = [];
    for (const id of edge)
      for (const place of beside(...numbers(id))) {
        const name = place.join();
        if (!found.has(name)) {
          found.set(name, far);
          next.push(name);
        }
      }
    edge = next;
  }
  return found;
}

/** A tree, a bush or a tuft of reeds, added to the paths of its tones.
 * @param {Record<string, string[]>} paths @param {Point} at @param {number} far @param {(k: number) => number} luck */
function plant(paths, at, far, luck) {
  const x = at.x + (luck(1) - 0.5) * 0.5;
  const y = at.y + (luck(2) - 0.5) * 0.4;
  const f = (/** @type {number} */ n) => n.toFixed(2);
  const add = (/** @type {string} */ tone, /** @type {string} */ d) => (paths[tone] ??= []).push(d);
  const disc = (/** @type {number} */ cx, /** @type {number} */ cy, /** @type {number} */ r) =>
    `M${f(cx - r)} ${f(cy)}a${f(r)} ${f(r)} 0 1 0 ${f(2 * r)} 0a${f(r)} ${f(r)} 0 1 0 ${f(-2 * r)} 0`;
  const size = 0.8 + 0.45 * luck(3);
  if (far === 1) {
    if (luck(4) < 0.55) {
      for (const k of [-0.16, -0.05, 0.07, 0.17])
        add("reed", `M${f(x + k)} ${f(y + 0.16)}l${f(k / 2)} ${f(-0.3 * size)}`);
    } else if (luck(4) < 0.8) add("bush", disc(x, y, 0.14 * size) + disc(x + 0.16, y + 0.05, 0.1 * size));
    else if (luck(4) > 0.94) add("stone", disc(x, y, 0.09) + disc(x + 0.13, y + 0.04, 0.06));
    return;
  }
  if (luck(4) < 0.16) return;
  if (far === 3 && luck(5) > 0.965) {
    add("wall", `M${f(x - 0.26)} ${f(y + 0.2)}v-.26h.52v.26Z`);
    add("roof", `M${f(x - 0.34)} ${f(y - 0.04)}L${f(x)} ${f(y - 0.34)}L${f(x + 0.34)} ${f(y - 0.04)}Z`);
    return;
  }
  add(
    "shade",
    `M${f(x - 0.26 * size)} ${f(y + 0.3)}a${f(0.3 * size)} .09 0 1 0 ${f(0.6 * size)} 0a${f(0.3 * size)} .09 0 1 0 ${f(-0.6 * size)} 0`,
  );
  if (luck(6) < 0.45) {
    const w = 0.27 * size;
    add("fir", `M${f(x - w)} ${f(y + 0.26)}L${f(x)} ${f(y - 0.42 * size)}L${f(x + w)} ${f(y + 0.26)}Z`);
    add("fir-light", `M${f(x)} ${f(y - 0.42 * size)}L${f(x + w)} ${f(y + 0.26)}H${f(x)}Z`);
  } else {
    add("trunk", `M${f(x - 0.04)} ${f(y)}h.08v.3h-.08Z`);
    add(luck(7) < 0.5 ? "leaves" : "leaves-2", disc(x, y - 0.1, 0.3 * size));
    add("leaves-light", disc(x - 0.08, y - 0.19 * size, 0.14 * size));
  }
}

/** Lines along the stream, one path for each direction.
 * @param {RiverBoard} board @param {Cell[]} cells @returns {SVGElement[]} */
function current(board, cells) {
  const paths = /** @type {Record<number, string[]>} */ ({});
  for (const cell of cells) {
    if (cell.kind === "island" || cell.kind === "sandbank" || cell.flow === undefined) continue;
    const angle = ((cell.flow + (board.turned ? 3 : 0)) * Math.PI) / 3;
    const [dx, dy] = [Math.cos(angle), -Math.sin(angle)];
    STREAKS.forEach((off, i) => {
      const row = Math.round(2 * (cell.x * dy - cell.y * dx) * 10) / 10; // the same along a line of the stream
      if (chance(row, i, 3) < 0.35) return;
      const late = 0.4 * chance(row, i, 9) - 0.7; // lines of the stream are not abreast
      const start = { x: cell.x + late * dx + off * dy, y: cell.y + late * dy - off * dx };
      const wave = 0.035 * (i - 1 || 1);
      (paths[i] ??= []).push(
        `M${start.x.toFixed(3)} ${start.y.toFixed(3)}q${(0.25 * dx + wave * dy).toFixed(3)} ${(0.25 * dy - wave * dx).toFixed(3)} ${(0.5 * dx).toFixed(3)} ${(0.5 * dy).toFixed(3)}t${(0.5 * dx).toFixed(3)} ${(0.5 * dy).toFixed(3)}`,
      );
    });
  }
  return Object.entries(paths).map(([i, d]) => s("path", { class: `current current-${i}`, d: d.join("") }));
}

/** Where the river goes on, nobody knows how.
 * @param {RiverBoard} board @param {Cell[]} cells @returns {SVGElement[]} */
function mist(board, cells) {
  const last = Math.max(...cells.map((cell) => cell.segment ?? 0));
  const front = cells.filter((cell) => cell.segment === last);
  const flow = front[0]?.flow;
  if (!board.scene?.board.hidden || flow === undefined) return [];
  const angle = ((flow + (board.turned ? 3 : 0)) * Math.PI) / 3;
  const middle = (/** @type {"x" | "y"} */ k) => front.reduce((sum, cell) => sum + cell[k], 0) / front.length;
  const at = (/** @type {number} */ far, /** @type {number} */ turn) => ({
    x: middle("x") + far * Math.cos(angle + turn),
    y: middle("y") - far * Math.sin(angle + turn),
  });
  const clouds = MIST.map(([far = 0, turn = 0, size = 1]) => {
    const { x, y } = at(far, turn);
    return s("ellipse", {
      class: "mist",
      fill: "url(#mist)",
      cx: x.toFixed(2),
      cy: y.toFixed(2),
      rx: 1.25 * size,
      ry: size,
    });
  });
  const sign = at(4.6, 0);
  const soft = s(
    "radialGradient",
    { id: "mist" },
    ...[0.9, 0.75, 0].map((opacity, i) => s("stop", { class: "fog", offset: i / 2, "stop-opacity": opacity })),
  );
  return [soft, ...clouds, s("text", { class: "unknown", x: sign.x.toFixed(2), y: (sign.y + 0.3).toFixed(2) }, "?")];
}

/** A quay with a warehouse, a crane and a lamp, around 0,0: the water is on the right, the land on the left.
 * @returns {SVGElement[]} */
const quay = () => [
  s("path", { class: "quay", d: "M-.5-1.5H.1V1.5H-.5Z" }),
  s("path", {
    class: "quay-plank",
    d: "M-.5-1.2H.1M-.5-.9H.1M-.5-.6H.1M-.5-.3H.1M-.5 0H.1M-.5 .3H.1M-.5 .6H.1M-.5 .9H.1M-.5 1.2H.1",
  }),
  s("path", {
    class: "post",
    d: "M.1-1.35h.12v.16h-.12ZM.1-.45h.12v.16h-.12ZM.1 .29h.12v.16h-.12ZM.1 1.19h.12v.16h-.12Z",
  }),
];

/** A harbour at one end of the river. @param {RiverBoard} board @param {Point[]} edge the last cells there
 * @param {number} angle where the land lies @param {string} flag @returns {SVGElement[]} */
function harbour(board, edge, angle, flag) {
  if (!edge.length) return [];
  const middle = (/** @type {"x" | "y"} */ k) => edge.reduce((sum, cell) => sum + cell[k], 0) / edge.length;
  const at = (/** @type {number} */ far, /** @type {number} */ across) => ({
    x: middle("x") + far * Math.cos(angle) - across * Math.sin(angle),
    y: middle("y") + far * Math.sin(angle) + across * Math.cos(angle),
  });
  const pier = at(1.05, 0);
  const house = (/** @type {Point} */ p, /** @type {number} */ wide) => [
    s("path", { class: "wall", d: `M${p.x - wide} ${p.y + 0.3}v-.42h${2 * wide}v.42Z` }),
    s("path", {
      class: "roof",
      d: `M${p.x - wide - 0.1} ${p.y - 0.1}L${p.x} ${p.y - 0.55}L${p.x + wide + 0.1} ${p.y - 0.1}Z`,
    }),
    s("path", { class: "door", d: `M${p.x - 0.09} ${p.y + 0.3}v-.24h.18v.24Z` }),
  ];
  const [store, inn, mast] = [at(2, -0.75), at(2.1, 0.85), at(1.35, 1.75)];
  return [
    s(
      "g",
      {
        transform: `translate(${pier.x.toFixed(2)},${pier.y.toFixed(2)}) rotate(${((180 * angle) / Math.PI + 180).toFixed(1)})`,
      },
      ...quay(),
    ),
    ...house(store, 0.55),
    ...house(inn, 0.38),
    s("path", { class: "mast", d: `M${mast.x} ${mast.y + 0.4}V${mast.y - 0.7}` }),
    s("path", { class: `pennant ${flag}`, d: `M${mast.x} ${mast.y - 0.7}l.5 .16l-.5 .16Z` }),
  ];
}

/** Where the river begins, and where it ends if that is known.
 * @param {RiverBoard} board @param {Cell[]} cells @returns {SVGElement[]} */
function harbours(board, cells) {
  const angleOf = (/** @type {Cell} */ cell) => (-((cell.flow ?? 0) + (board.turned ? 3 : 0)) * Math.PI) / 3;
  const first = cells.filter((cell) => cell.segment === 0);
  const found = [];
  const begin = first[0];
  if (begin) {
    const angle = angleOf(begin);
    const along = (/** @type {Cell} */ cell) => cell.x * Math.cos(angle) + cell.y * Math.sin(angle);
    const least = Math.min(...first.map(along));
    found.push(
      ...harbour(
        board,
        first.filter((cell) => along(cell) < least + 0.6),
        angle + Math.PI,
        "start",
      ),
    );
  }
  const goals = cells.filter((cell) => cell.kind === "goal");
  if (goals[0]) found.push(...harbour(board, goals, angleOf(goals[0]), "end"));
  return found;
}

/** All of it, below the cells: what stands still, and what flows.
 * @param {RiverBoard} board @returns {{country: SVGElement[], stream: SVGElement[]}} */
export function drawLandscape(board) {
  const scene = /** @type {import("/static/types").Scene} */ (board.scene).board;
  const cells = [...board.cells.values()];
  const behind = (scene.behind ?? []).map((cell) => board.seen(cell));
  const ids = new Set([...cells, ...behind].map((cell) => cell.id));
  const places = [...land([...ids])].filter(([, far]) => far > 0);
  const paths = /** @type {Record<string, string[]>} */ ({});
  const seen = places
    .map(([id, far]) => {
      const [c, r] = numbers(id);
      const { x, y } = board.seen({ id, kind: "", x: c + (r % 2 === 0 ? 0.5 : 0), y: ROW * r });
      return { c, r, far, x, y };
    })
    .sort((a, b) => a.y - b.y);
  for (const { c, r, far, x, y } of seen) plant(paths, { x, y }, far, (k) => chance(c, r, k));
  const deep = cells.filter((cell) => beside(...numbers(cell.id)).every((place) => ids.has(place.join())));
  const tones = [
    "reed",
    "stone",
    "bush",
    "shade",
    "trunk",
    "wall",
    "roof",
    "leaves",
    "leaves-2",
    "leaves-light",
    "fir",
    "fir-light",
  ];
  const river = hexagons(cells, 0.578);
  const country = [
    s("path", { class: "shore past", d: hexagons(behind, 0.578) }),
    s("path", { class: "shore", d: river }),
    s("path", { class: "shallow past", d: hexagons(behind, 0.578) }),
    s("path", { class: "shallow", d: river }),
    s("path", { class: "river", d: river }),
    s("path", { class: "deep", d: hexagons(deep, 0.578) }),
    ...tones.filter((tone) => paths[tone]).map((tone) => s("path", { class: tone, d: (paths[tone] ?? []).join("") })),
    ...harbours(board, cells),
    ...mist(board, cells),
  ];
  return { country, stream: current(board, cells) };
}
