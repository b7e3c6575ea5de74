/** What cells show: neighbours of a side grow together, and a membrane closes around both. */

import { s } from "/static/shared/dom.js";
import { looks } from "/static/boards/looks.js";
import { landed } from "/static/boards/motion.js";

/** @typedef {import("/static/boards/board.js").BoardElement} BoardElement */

// From one cell at 0,0 to its neighbour at 1,0.
const BETWEEN = {
  edge: "M.26-.29Q.5-.13 .74-.29M.26 .29Q.5 .13 .74 .29",
  flesh: "M.25-.29Q.5-.13 .75-.29Q.79 0 .75 .29Q.5 .13 .25 .29Q.21 0 .25-.29Z",
};

/** @typedef {import("/static/types").Link} Link */

/** Links as flesh between cells; with what has just come there it is still to grow.
 * @param {BoardElement} board @param {Link[]} links @returns {SVGElement[]} */
function grown(board, links) {
  const { scene } = board;
  const come = new Set(scene?.last ? landed(scene.last) : []);
  return Object.entries(BETWEEN).flatMap(([part, d]) =>
    links.map(({ from, to, side }) => {
      const [a, b] = [board.at(from), board.at(to)];
      const turn = (180 / Math.PI) * Math.atan2(b.y - a.y, b.x - a.x);
      const fresh = come.has(from) || come.has(to) ? "fresh" : "";
      return s(
        "g",
        { transform: `translate(${a.x},${a.y}) rotate(${turn})` },
        s("path", { class: `joint ${part} ${side} ${fresh}`, d }),
      );
    }),
  );
}

/**
 * What joins neighbours, above both: of many cells only the outline of the whole is seen, as all edges lie below
 * all flesh. A king keeps its crown: what joins it lies below. @param {BoardElement} board
 */
function joints(board) {
  const kings = new Set(board.scene?.board.pieces.filter((piece) => piece.kind === "king").map((piece) => piece.cell));
  const links = board.scene?.board.links ?? [];
  const crowned = links.filter(({ from, to }) => kings.has(from) || kings.has(to));
  const plain = links.filter((link) => !crowned.includes(link));
  board.layer("links").append(...grown(board, crowned));
  return [...grown(board, plain), ...corners(board, plain), ...sights(board)];
}

/** The sights of targets that pieces stand on, above their bodies. @param {BoardElement} board */
function sights(board) {
  const here = new Set(board.scene?.board.pieces.map((piece) => piece.cell));
  return (board.scene?.board.marks ?? [])
    .filter(({ kind, cell }) => (kind === "target" || kind === "reached") && here.has(cell))
    .map((mark) => {
      const { x, y } = board.at(mark.cell);
      const lines = () => board.markSign(mark).filter((part) => part.classList.contains("sight"));
      const halo = s("g", { class: "halo" }, ...lines());
      return s("g", { class: `held ${mark.kind}`, transform: `translate(${x},${y})` }, halo, ...lines());
    });
}

/** Three cells that all touch each other leave no hole. @param {BoardElement} board @param {Link[]} links */
function corners(board, links) {
  const joined = new Set(links.flatMap(({ from, to }) => [`${from} ${to}`, `${to} ${from}`]));
  const names = [...new Set(links.flatMap(({ from, to }) => [from, to]))];
  return links.flatMap(({ from, to, side }) =>
    names
      .filter((third) => third > from && third > to && joined.has(`${from} ${third}`) && joined.has(`${to} ${third}`))
      .map((third) => {
        const points = [from, to, third].map((cell) => board.at(cell)).map(({ x, y }) => `${x},${y}`);
        return s("polygon", { class: `joint flesh ${side} middle`, points: points.join(" ") });
      }),
  );
}

// How a kind is drawn where there is little room.
const SIGNS = {
  S: "M-.5 0H.35M.05-.35L.4 0 .05 .35",
  J: "M-.6 .3A.28 .28 0 1 1 -.6 .29M0-.15A.28 .28 0 1 1 0-.16M.55 .3A.28 .28 0 1 1 .55 .29",
  C: "M-.75 0H.1M.3-.4L.75 0 .3 .4",
  W: "M-.8 .25L-.4-.25 0 .25 .4-.25 .8 .25",
  V: "M-.5 .6L0-.5 .5 .6",
  G: "M0-.6L.6 .5H-.6Z",
  U: "M-.7 .45H.7M-.45 .05H.45M-.2-.35H.2",
  R: "M0-.7V.7M-.7 0H.7",
  loop: "M0-.6L.52-.3V.3L0 .6-.52 .3V-.3Z",
  portal: "M.35-.55A.65 .65 0 1 0 .35 .55M.1-.25A.3 .3 0 1 0 .1 .25",
  target: "M0-.8V-.35M0 .35V.8M-.8 0H-.35M.35 0H.8M-.25 0A.25 .25 0 1 0 .25 0A.25 .25 0 1 0-.25 0",
};
/** @type {import("/static/boards/looks.js").Kinds} */
const kinds = {
  legend: ["S", "J", "C", "W", "V", "G", "U"],
  signs: SIGNS,
  quiet: ["S", "J"],
  filling: ["G"],
  counted: { W: "shape", C: "shape", V: "shape", G: "goals", U: "way" },
  marks: { loop: ["hole"], portal: ["portal"], target: ["target", "reached"] },
  stock: "R",
};

looks.set("protista", { joints, kinds });
