/** Small sheets of HTML that lie on a board beside one of its cells. */

/** @typedef {import("./board.js").BoardElement} BoardElement */

const GAP_PX = 6; // between a sheet and its cell
const RADIUS = 0.5; // of a cell, in units of the board

/** Where a cell is on the screen. @param {BoardElement} board @param {string} id */
function onScreen(board, id) {
  const matrix = /** @type {SVGSVGElement} */ (board.svg).getScreenCTM();
  const { x, y } = board.at(id);
  const point = new DOMPoint(x, y).matrixTransform(matrix ?? undefined);
  return { x: point.x, y: point.y, unit: matrix?.a ?? 1 };
}

/**
 * Lay a sheet where it hides none of these cells, or as few as it can, without leaving the window.
 * @param {BoardElement} board @param {HTMLElement} sheet @param {string[]} ids
 */
export function layClear(board, sheet, ids) {
  const frame = board.getBoundingClientRect();
  const spots = ids.filter((id) => board.cells.has(id)).map((id) => onScreen(board, id));
  const far = RADIUS * (spots[0]?.unit ?? 1) + GAP_PX;
  const { offsetWidth: width, offsetHeight: height } = sheet;
  const [xs, ys] = [spots.map((spot) => spot.x), spots.map((spot) => spot.y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const [x, y] = [(left + right - width) / 2, (top + bottom - height) / 2];
  const within = (/** @type {number} */ value, /** @type {number} */ most) =>
    Math.min(Math.max(value, GAP_PX), Math.max(GAP_PX, most));
  const places = [
    { x: right + far, y },
    { x: left - far - width, y },
    { x, y: top - far - height },
    { x, y: bottom + far },
  ].map((place) => ({
    x: within(place.x, document.documentElement.clientWidth - width - GAP_PX),
    y: within(place.y, window.innerHeight - height - GAP_PX),
  }));
  const hidden = places.map(
    (place) =>
      spots.filter(
        (spot) =>
          spot.x > place.x - far &&
          spot.x < place.x + width + far &&
          spot.y > place.y - far &&
          spot.y < place.y + height + far,
      ).length,
  );
  const best = places[hidden.indexOf(Math.min(...hidden))] ?? { x, y };
  sheet.style.left = `${best.x - frame.left}px`;
  sheet.style.top = `${best.y - frame.top}px`;
}
