/** How pieces look. Each is drawn around 0,0 in units of a cell; sides differ in shape as well as colour. */

import { s } from "./dom.js";

/** @typedef {import("./types").Piece} Piece */

/** @type {Record<string, (piece: Piece) => SVGElement[]>} */
const DRAWN = {
  fish: (piece) => fish(piece),
  kraken: () => [
    s("path", { class: "kraken", d: "M-.26 .02C-.26-.42 .26-.42 .26 .02L.3 .2C.32 .33 .2 .36 .18 .25L.14 .14 .1 .3C.08 .4-.04 .4-.05 .3L-.05 .16-.1 .3C-.14 .4-.25 .36-.23 .26L-.18 .14-.24 .22C-.32 .3-.4 .2-.32 .12Z" }),
    s("circle", { class: "eye", cx: -0.09, cy: -0.08, r: 0.055 }),
    s("circle", { class: "eye", cx: 0.09, cy: -0.08, r: 0.055 }),
  ],
  queen: (p) => tile(p, [s("path", { class: "bug", d: "M-.24 .17V-.14L-.11 .0 0-.22 .11 .0 .24-.14V.17Z" }), s("circle", { class: "bug", cx: 0, cy: -0.25, r: 0.035 }), s("circle", { class: "bug", cx: -0.24, cy: -0.17, r: 0.03 }), s("circle", { class: "bug", cx: 0.24, cy: -0.17, r: 0.03 })]),
  spider: (p) => tile(p, [s("path", { class: "legs", d: "M-.28-.2Q-.18-.16-.08-.02M.28-.2Q.18-.16 .08-.02M-.3-.02Q-.18-.06-.08 .02M.3-.02Q.18-.06 .08 .02M-.28 .2Q-.2 .08-.08 .05M.28 .2Q.2 .08 .08 .05M-.15 .28Q-.14 .14-.05 .08M.15 .28Q.14 .14 .05 .08" }), s("circle", { class: "bug", cx: 0, cy: 0.05, r: 0.12 }), s("circle", { class: "bug", cx: 0, cy: -0.11, r: 0.075 })]),
  grasshopper: (p) => tile(p, [s("path", { class: "legs", d: "M-.05 .06L-.22-.18-.3 .22M.05 .06L.14 .24M.14 .02L.24 .22M.2-.1Q.28-.2 .3-.28" }), s("path", { class: "bug", d: "M-.28 .1Q-.02-.14 .22-.1Q.28 .0 .2 .05Q0 .14-.28 .1Z" })]),
  beetle: (p) => tile(p, [s("path", { class: "legs", d: "M-.14-.06L-.28-.16M.14-.06L.28-.16M-.16 .06H-.3M.16 .06H.3M-.14 .16L-.26 .27M.14 .16L.26 .27M-.06-.2Q-.08-.28-.15-.29M.06-.2Q.08-.28 .15-.29" }), s("ellipse", { class: "bug", cx: 0, cy: 0.07, rx: 0.17, ry: 0.2 }), s("circle", { class: "bug", cx: 0, cy: -0.16, r: 0.085 }), s("path", { class: "split", d: "M0-.1V.27" })]),
  ant: (p) => tile(p, [s("path", { class: "legs", d: "M-.05-.02L-.25-.14M.05-.02L.25-.14M-.05 .03H-.26M.05 .03H.26M-.05 .07L-.22 .25M.05 .07L.22 .25M-.04-.22L-.14-.32M.04-.22L.14-.32" }), s("circle", { class: "bug", cx: 0, cy: -0.17, r: 0.075 }), s("circle", { class: "bug", cx: 0, cy: 0.01, r: 0.06 }), s("ellipse", { class: "bug", cx: 0, cy: 0.18, rx: 0.095, ry: 0.12 })]),
  ship: (piece) => [
    s("g", { transform: `rotate(${-60 * (piece.rot ?? 0)})` },
      s("path", { class: "wake", d: "M-.44-.2Q-.56 0-.44 .2" }),
      s("path", { class: "body", d: piece.side === "red" ? "M-.38-.21H.1Q.34-.16 .44 0Q.34 .16 .1 .21H-.38Z" : "M-.32-.23H.12L.44 0 .12 .23H-.32L-.4 .12V-.12Z" }),
      s("rect", { class: "deck", x: -0.26, y: -0.12, width: 0.3, height: 0.24, rx: 0.05 }),
      s("circle", { class: "funnel", cx: 0.13, cy: 0, r: 0.06 }),
      s("rect", { class: "paddle", x: -0.43, y: -0.15, width: 0.08, height: 0.3, rx: 0.02 })),
    ...[...Array(piece.size ?? 0).keys()].map((i) => s("circle", { class: "aboard", cx: -0.16 + 0.17 * i - 0.0, cy: 0, r: 0.065 })),
  ],
  passenger: (piece) => [
    s("g", { transform: `rotate(${-60 * (piece.rot ?? 0)})` }, s("rect", { class: "pier", x: 0.24, y: -0.07, width: 0.36, height: 0.14, rx: 0.03 })),
    s("circle", { class: "person", cx: 0, cy: -0.14, r: 0.1 }),
    s("path", { class: "person", d: "M-.15 .22V.1Q-.15-.02 0-.02T.15 .1V.22Z" }),
  ],
  cellule: (piece) => {
    const size = piece.size ?? 1;
    const shape = piece.side === "white"
      ? s("circle", { class: "body", r: 0.36 })
      : s("path", { class: "body", d: "M0-.4L.28-.28 .4 0 .28 .28 0 .4-.28 .28-.4 0-.28-.28Z" });
    const core = piece.side === "white" ? s("circle", { class: "core", r: 0.13 }) : s("rect", { class: "core", x: -0.11, y: -0.11, width: 0.22, height: 0.22, transform: "rotate(45)" });
    return size > 1 ? [shape, s("circle", { class: "ring", r: 0.27 }), s("text", { class: "height", y: 0.12 }, String(size))] : [shape, core];
  },
};

DRAWN.king = (piece) => [...(DRAWN.cellule?.(piece) ?? []), s("path", { class: "crown", d: "M-.2-.24L-.24-.46-.1-.36 0-.5 .1-.36 .24-.46 .2-.24Z" })];

/** @param {Piece} piece @returns {SVGElement[]} */
function fish(piece) {
  const size = piece.size ?? 1;
  const scale = 0.74 + 0.13 * size;
  const red = piece.side === "red";
  const body = red
    ? "M.4 .02C.3-.22-.02-.3-.2-.06L-.42-.22C-.36-.06-.36 .1-.42 .26L-.2 .1C-.02 .34 .3 .26 .4 .02Z"
    : "M-.4 .02C-.32-.16-.14-.27 .06-.2L.12-.3 .2-.14C.22-.12 .24-.1 .25-.08L.44-.2 .38 .02 .44 .26 .25 .12C.08 .32-.28 .26-.4 .02Z";
  return [
    s("g", { transform: `scale(${scale})` },
      s("path", { class: "body", d: body }),
      red ? s("path", { class: "fin", d: "M.02-.21Q.1-.34 .0-.38Q-.1-.32-.12-.17Z" }) : s("path", { class: "fin", d: "M-.02 .22Q.02 .32 .12 .34Q.1 .26 .14 .2Z" }),
      s("circle", { class: "eye", cx: red ? 0.23 : -0.23, cy: -0.03, r: 0.055 }),
      s("path", { class: "mouth", d: red ? "M.37 .06L.26 .09" : "M-.37 .06L-.26 .09" })),
    s("text", { class: "weight", x: red ? -0.02 : 0.03, y: 0.12 }, String(size)),
  ];
}

/** A Hive tile: red ones are plain, blue ones have an inner ring. @param {Piece} piece @param {SVGElement[]} drawn */
function tile(piece, drawn) {
  const hex = (/** @type {number} */ r) => [...Array(6).keys()].map((i) => `${(r * Math.sin((i * Math.PI) / 3)).toFixed(3)},${(-r * Math.cos((i * Math.PI) / 3)).toFixed(3)}`).join(" ");
  const parts = [s("polygon", { class: "body", points: hex(0.53) })];
  if (piece.side === "blue") parts.push(s("polygon", { class: "ring", points: hex(0.46) }));
  return [...parts, ...drawn];
}

/** A piece as a group. @param {Piece} piece @returns {SVGElement} */
export function drawPiece(piece) {
  const draw = DRAWN[piece.kind];
  return s("g", { class: `piece ${piece.kind} ${piece.side ?? ""}` }, ...(draw ? draw(piece) : [s("circle", { class: "body", r: 0.35 })]));
}

/** A piece as a little picture of its own, for lists. @param {Piece} piece @returns {SVGElement} */
export function icon(piece) {
  return s("svg", { class: "icon", viewBox: "-.55 -.55 1.1 1.1", "aria-hidden": "true" }, drawPiece(piece));
}
