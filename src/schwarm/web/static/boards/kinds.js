/**
 * The shapes that give moves, lit with the name of their kind: those of the piece pointed at or chosen, the one
 * behind a target, or all of a kind. Which cells belong to a shape the server says with each move.
 */

import { s } from "../shared/dom.js";
import { lookOf } from "./looks.js";
import { told } from "../shared/texts.js";
import { html } from "../shared/view.js";
import { walks } from "./walks.js";

/** @typedef {import("./board.js").BoardElement} BoardElement */
/** @typedef {import("../types").Choice} Choice */
/** @typedef {{x: number, y: number}} Point */

const NEAR = 1.1; // two cells that far apart are neighbours
const MOST = 6; // shapes lit at once
const PLAIN = "M-.5 0H.35M.05-.35L.4 0 .05 .35"; // the sign of a kind that has none

/** What the game says of its kinds of moves. @param {BoardElement} board */
const kindsOf = (board) => lookOf(board).kinds ?? {};

/** A kind's sign. @param {BoardElement} board @param {string} kind */
export const glyph = (board, kind) =>
  html`<svg class="glyph kind-${kind}" viewBox="-1 -1 2 2" aria-hidden="true"><path d=${kindsOf(board).signs?.[kind] ?? PLAIN}></path></svg>`;

/** A kind's name. @param {BoardElement} board @param {string} kind @returns {string} */
export const kindName = (board, kind) =>
  told(`games/${board.scene?.game}/kinds/${kind}`, told(`boards/kinds/${kind}`, kind));

/** Are there kinds of moves here? @param {BoardElement} board */
export const hasKinds = (board) => (board.scene?.moves ?? []).some((choice) => choice.kind);

/** The choices with distinct shapes, none of which is only a part of another.
 * @param {Choice[]} choices @returns {Choice[]} */
function distinct(choices) {
  /** @type {Choice[]} */ const found = [];
  const cells = (/** @type {Choice} */ choice) => choice.shape ?? choice.path.slice(0, 1);
  for (const choice of [...choices].sort((a, b) => cells(b).length - cells(a).length))
    if (!found.some((other) => other.kind === choice.kind && cells(choice).every((id) => cells(other).includes(id))))
      found.push(choice);
  return found;
}

/** The moves whose shapes are to be seen now.
 * @param {BoardElement} board @returns {{choices: Choice[], whole: boolean}} */
function wanted(board) {
  const moves = board.scene?.moves ?? [];
  if (board.litKind) return { choices: moves.filter((move) => move.kind === board.litKind), whole: false };
  if (!board.active) return { choices: [], whole: false };
  const { pointed, selected } = board;
  const aimed = selected.length && pointed ? [...selected, pointed] : [];
  const meant = moves.filter((move) => aimed.length && aimed.every((cell, i) => move.path[i] === cell));
  if (meant.length) return { choices: meant, whole: true };
  const from = pointed && moves.some((move) => move.path[0] === pointed) ? pointed : selected[0];
  return {
    choices: moves.filter((move) => from && move.path[0] === from && !kindsOf(board).quiet?.includes(move.kind ?? "")),
    whole: false,
  };
}

/** Light what the pointer, the focus or the choice asks for. @param {BoardElement} board */
export function drawLit(board) {
  if (!board.layer("lit")) return;
  const { choices, whole } = hasKinds(board) ? wanted(board) : { choices: [], whole: false };
  const own = [...(lookOf(board).lit?.(board) ?? []), ...(hasKinds(board) ? [] : walks(board))];
  showLit(board, [...own, ...markLit(board), ...litShapes(board, choices, whole)]);
}

/** Names lie above everything else. @param {BoardElement} board @param {SVGElement[]} groups */
function showLit(board, groups) {
  board.layer("lit").replaceChildren(...groups);
  const above = (/** @type {SVGElement} */ group) =>
    group.matches(".name-tag") ? [group] : [...group.querySelectorAll(".name-tag")];
  board.layer("names").replaceChildren(...groups.flatMap(above));
}

/** Light the shapes of these moves and what they do. @param {BoardElement} board @param {Choice[]} choices */
export const light = (board, choices) => showLit(board, litShapes(board, choices, true));

/** These moves' shapes. @param {BoardElement} board
 * @param {Choice[]} choices @param {boolean} whole with what the move does @returns {SVGElement[]} */
function litShapes(board, choices, whole) {
  const labels = /** @type {Point[]} */ ([]);
  return (whole ? choices : distinct(choices)).slice(0, MOST).map((choice) => {
    const shape = points(board, choice.shape ?? choice.path.slice(0, 1));
    const parts = [tissue(shape)];
    const filling = kindsOf(board).filling?.includes(choice.kind ?? "");
    if (whole || filling) parts.push(...outcome(board, choice));
    return s(
      "g",
      { class: `lit kind-${choice.kind}`, "data-lit": choice.kind },
      ...parts,
      ...label(board, shape, kindName(board, choice.kind ?? ""), labels, choice.kind ?? ""),
    );
  });
}

/** A mark with a kind of its own that is pointed at or asked for.
 * @param {BoardElement} board @returns {SVGElement[]} */
function markLit(board) {
  const { marks = {}, stock: created = "" } = kindsOf(board);
  const kinds = new Map(Object.entries(marks).flatMap(([kind, names]) => names.map((name) => [name, kind])));
  const labels = /** @type {Point[]} */ ([]);
  const known = new Set();
  const here = board.at(board.pointed ?? "");
  const stock =
    created && here.kind === "stock"
      ? [s("g", { "data-lit": created }, ...label(board, [here], kindName(board, created), labels, created))]
      : [];
  const lit = (board.scene?.board.marks ?? []).flatMap((mark) => {
    const kind = kinds.get(mark.kind);
    if (!kind || (board.litKind !== kind && board.pointed !== mark.cell)) return [];
    const around = mark.around ?? [];
    const key = `${kind}${around.length ? around.join() : mark.cell}`;
    if (known.has(key)) return [];
    known.add(key);
    const shape = points(board, around.length ? around : [mark.cell]);
    return [
      s(
        "g",
        { class: `lit kind-${kind}`, "data-lit": kind },
        around.length ? tissue(shape) : null,
        ...label(board, [board.at(mark.cell), ...shape], kindName(board, kind), labels, kind),
      ),
    ];
  });
  return [...stock, ...lit];
}

/** @param {BoardElement} board @param {string[]} ids @returns {Point[]} */
const points = (board, ids) => ids.filter((id) => board.cells.has(id)).map((id) => board.at(id));

/** Cells joined to one body. @param {Point[]} shape @returns {SVGElement} */
function tissue(shape) {
  const d = shape.flatMap((a, i) => [
    `M${a.x} ${a.y}h0`,
    ...shape
      .slice(i + 1)
      .filter((b) => Math.hypot(a.x - b.x, a.y - b.y) < NEAR)
      .map((b) => `M${a.x} ${a.y}L${b.x} ${b.y}`),
  ]);
  return s(
    "g",
    { class: "tissue" },
    s("path", { class: "rim", d: d.join("") }),
    s("path", { class: "flesh", d: d.join("") }),
  );
}

/** What a move does: the way it goes, and the cells it fills.
 * @param {BoardElement} board @param {Choice} choice @returns {SVGElement[]} */
function outcome(board, choice) {
  const goals = points(board, choice.goals ?? []);
  const made = goals.map((p) => s("circle", { class: "to-be", cx: p.x, cy: p.y, r: 0.38 }));
  const way = points(board, choice.way ?? []);
  if (way.length > 1) made.unshift(s("polyline", { class: "walk", points: way.map((p) => `${p.x},${p.y}`).join(" ") }));
  return made;
}

/** The name beside the highest cell, clear of other names and of the edges. @param {BoardElement} board
 * @param {Point[]} shape @param {string} text @param {Point[]} taken @param {string} kind @returns {SVGElement[]} */
function label(board, shape, text, taken, kind) {
  const top = [...shape].sort((a, b) => a.y - b.y || a.x - b.x)[0];
  if (!top) return [];
  const wide = 0.15 * text.length + 0.34;
  const [left, , width] = board.scene?.board.view ?? [0, 0, 0];
  const place = { x: Math.min(Math.max(top.x, left + wide / 2), left + width - wide / 2), y: top.y - 0.62 };
  while (taken.some((other) => Math.abs(other.y - place.y) < 0.34 && Math.abs(other.x - place.x) < 1.6))
    place.y -= 0.36;
  taken.push(place);
  return [
    s(
      "g",
      { class: `name-tag kind-${kind}`, "data-name": kind, transform: `translate(${place.x},${place.y})` },
      s("rect", { x: -wide / 2, y: -0.17, width: wide, height: 0.34, rx: 0.17 }),
      s("text", { y: 0.085 }, text),
    ),
  ];
}

/** Follow the mouse and the focus. @param {BoardElement} board */
export function lightShapes(board) {
  const look = (/** @type {Event} */ event) => {
    const id = /** @type {Element} */ (event.target).closest("[data-cell]")?.getAttribute("data-cell") ?? null;
    if (id === board.pointed || board.dataset.choosing) return;
    board.pointed = id;
    drawLit(board);
  };
  const away = () => {
    if (board.dataset.choosing) return;
    board.pointed = null;
    drawLit(board);
  };
  board.svg.addEventListener("pointerover", look);
  board.svg.addEventListener("focusin", look);
  board.svg.addEventListener("focusout", away);
  board.svg.addEventListener("pointerleave", (event) => {
    if (/** @type {PointerEvent} */ (event).pointerType !== "touch") away();
  });
}
