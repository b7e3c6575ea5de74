/** Small sheets of HTML that lie on a board beside one of its cells. */

/** @typedef {import("./board.js").BoardElement} BoardElement */

const GAP_PX = 6; // between a sheet and its cell
const RADIUS = 0.5; // of a cell, in units of the board

/** Where a cell is on the screen. @param {BoardElement} board @param {string} id */
export function onScreen(board, id) {
  const matrix = /** @type {SVGSVGElement} */ (board.svg).getScreenCTM();
  const { x, y } = board.at(id);
  const point = new DOMPoint(x, y).matrixTransform(matrix ?? undefined);
  return { x: point.x, y: point.y, unit: matrix?.a ?? 1 };
}

/** Lay a sheet above or below a cell so that all of it stays on the board. @param {BoardElement} board @param {HTMLElement} sheet @param {string} id */
export function layBeside(board, sheet, id) {
  const frame = board.getBoundingClientRect();
  const { x, y, unit } = onScreen(board, id);
  const { offsetWidth: width, offsetHeight: height } = sheet;
  const far = RADIUS * unit + GAP_PX;
  const above = y - far - height;
  const top = above >= frame.top ? above : Math.min(y + far, Math.max(frame.top, frame.bottom - height));
  const left = Math.min(Math.max(x - width / 2, frame.left), Math.max(frame.left, frame.right - width));
  sheet.style.left = `${left - frame.left}px`;
  sheet.style.top = `${top - frame.top}px`;
}
