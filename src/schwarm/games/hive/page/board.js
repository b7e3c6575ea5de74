/** Hive's hands: beside the board where there is room, so that the tiles are larger; and a look at the hive alone. */

import { h, s } from "/static/shared/dom.js";
import { looks } from "/static/boards/looks.js";
import { t } from "/static/shared/texts.js";

/** @typedef {import("/static/boards/board.js").BoardElement} BoardElement */
/** @typedef {import("/static/types").Scene} Scene */

const GAP = 1.45; // from the board's edge to a hand's far side
const SPACING = 1.2; // between the pieces of a hand
const TILE = 1.2; // how high a piece in hand is
const LEAST = 50; // fields below which the board is small enough to be seen whole
const EDGE = 0.72; // around the fields
const CLEAR = 0.3; // from a field's middle to the edge of what is seen, beside a hand
const [HALF_WIDTH, HALF_HEIGHT] = [0.5, 0.57]; // of a field: none is cut at the other edges
const AROUND = 1.7; // around the hive when one looks at it alone
const CLOSEST = 7; // and so many fields at least: a first piece is no reason to see nothing else
const REM = 16;
// What the page keeps for itself, at most, as its sheets say.
const [PANEL, WIDEST, STRIPS] = [28.2 * REM, 110 * REM, 12.5 * REM];
const KEY = "hive-near";
const NEAR = "M12 7l4.3 2.5v5L12 17l-4.3-2.5v-5ZM4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5"; // a field, framed
const ALL = "M9 4v5H4M15 4v5h5M9 20v-5H4M15 20v-5h5";
/** @typedef {{left: number, above: number, width: number, height: number}} Box */

/** @param {import("/static/types").Cell[]} cells @param {number} margin @returns {Box} */
function around(cells, margin) {
  const [xs, ys] = [cells.map((cell) => cell.x), cells.map((cell) => cell.y)];
  const [left, above] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
  return { left, above, width: Math.max(...xs) + margin - left, height: Math.max(...ys) + margin - above };
}

/** Are tiles larger with the hands beside the board? Only on screens with a panel beside the board is that asked.
 * @param {Box} box */
function besideBoard(box) {
  if (!matchMedia("(min-width: 60rem)").matches) return false;
  const room = { width: Math.min(innerWidth - 4 * REM, WIDEST) - PANEL, height: innerHeight - STRIPS };
  const unit = (/** @type {number} */ wide, /** @type {number} */ high) =>
    Math.min(room.width / wide, room.height / high);
  return unit(box.width + 2 * GAP, box.height) > unit(box.width, box.height + 2 * GAP);
}

/** Is the hive looked at alone? In a game it is, unless the visitor wished otherwise. @param {BoardElement} board */
function isNear(board) {
  const wish = localStorage.getItem(KEY);
  return wish ? wish === "yes" : !!board.closest(".stage")?.querySelector("#player-top");
}

/** @param {Scene} scene @param {BoardElement} board @returns {Scene} */
function arrange(scene, board) {
  if (!board.closest(".stage")) return scene; // a picture in a text stands as it is
  const fields = scene.board.cells.filter((cell) => cell.kind !== "hand");
  if (fields.length > LEAST) button(board);
  const lived = new Set(scene.board.pieces.map((piece) => piece.cell));
  const hive = fields.filter((cell) => lived.has(cell.id));
  const near = isNear(board) && hive.length > 0 && fields.length > LEAST;
  const held = fields.length < scene.board.cells.length; // a lesson may go without hands
  const whole = around(fields, EDGE);
  const beside = held && besideBoard(whole);
  board.classList.toggle("beside", beside);
  if (held && !beside && !isNear(board)) return scene;
  const box = near ? around(hive, AROUND) : { ...whole };
  // As wide and high in proportion as the whole board, so that nothing beside it jumps.
  const [wide, high] = beside ? [2 * GAP, 0] : [0, held ? 2 * GAP : 0];
  const shape = (whole.width + wide) / (whole.height + high);
  const least = near ? CLOSEST : 0;
  const width = Math.max(box.width, least, shape * (Math.max(box.height, least) + high) - wide);
  const height = Math.max(box.height, (width + wide) / shape - high);
  box.left -= (width - box.width) / 2;
  box.above -= (height - box.height) / 2;
  // The hive lies in the middle, but a board that fits is seen whole.
  if (width >= whole.width) box.left = whole.left + (whole.width - width) / 2;
  if (height >= whole.height) box.above = whole.above + (whole.height - height) / 2;
  // Of the board only what lies clear of the hands is seen.
  const clear = (
    /** @type {number} */ at,
    /** @type {number} */ from,
    /** @type {number} */ size,
    /** @type {number} */ edge,
  ) => !near || (at >= from + edge && at <= from + size - edge);
  const [besides, above] = beside ? [CLEAR, HALF_HEIGHT] : [HALF_WIDTH, CLEAR];
  const shown = scene.board.cells.filter(
    (cell) =>
      cell.kind === "hand" || (clear(cell.x, box.left, width, besides) && clear(cell.y, box.above, height, above)),
  );
  const cells = shown.map((cell) => {
    if (cell.kind !== "hand") return cell;
    const own = scene.board.cells.filter((one) => one.kind === "hand" && one.side === cell.side);
    const hand = own.filter((one) => one.count !== 0);
    const spacing = beside ? Math.min(SPACING, (height - TILE) / (hand.length - 1 || 1)) : SPACING;
    // What is used up is unseen, at the end.
    const index = hand.includes(cell) ? hand.indexOf(cell) : hand.length;
    const place = (index - (hand.length - 1) / 2) * spacing;
    const first = cell.side === scene.sides[0];
    const [x, y] = [box.left + width / 2, box.above + height / 2];
    if (beside) return { ...cell, x: first ? box.left + width + GAP - EDGE : box.left - GAP + EDGE, y: y + place };
    return { ...cell, x: x + place, y: first ? box.above + height + GAP - EDGE : box.above - GAP + EDGE };
  });
  const view = /** @type {[number, number, number, number]} */ ([
    box.left - wide / 2,
    box.above - high / 2,
    width + wide,
    height + high,
  ]);
  return { ...scene, board: { ...scene.board, cells, view } };
}

/** The button that looks at the hive alone, or at the whole board. @param {BoardElement} board */
function button(board) {
  if (board.querySelector(".hive-near")) return;
  const made = h("button", { type: "button", class: "hive-near" });
  const paint = () => {
    const near = isNear(board);
    made.setAttribute("aria-pressed", String(near));
    made.title = t("boards/hive_near");
    made.setAttribute("aria-label", t("boards/hive_near"));
    made.replaceChildren(
      s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: near ? ALL : NEAR })),
    );
    board.classList.toggle("near", near);
  };
  made.addEventListener("click", () => {
    localStorage.setItem(KEY, isNear(board) ? "no" : "yes");
    paint();
    board.arrange();
  });
  paint();
  board.append(made);
}

looks.set("hive", { arrange, leaps: true });
