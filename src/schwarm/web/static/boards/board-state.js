/**
 * What a board knows while somebody plays on it: the position, what is chosen of a move, what is suggested, where the
 * keyboard is. Every function makes a new state or an answer of an old one; nothing here draws, so that all of it is
 * tested without a browser.
 */

/** @typedef {import("../types").Scene} Scene */
/** @typedef {import("../types").Cell} Cell */
/** @typedef {import("../types").Choice} Choice */
/** @typedef {import("../types").Draft} Draft */
/** @typedef {import("../types").Way} Way */
/**
 * @typedef {object} BoardState
 * @property {Scene | null} scene the position, as it is arranged
 * @property {string[]} mine the sides that the viewer moves
 * @property {string[]} selected the cells of a move that are chosen so far
 * @property {Draft | null} draft a move that is composed step by step
 * @property {string[]} hint the cells of a move that somebody suggests
 * @property {Way[]} plan moves to come, numbered
 * @property {string} focus the cell that the keyboard is on
 * @property {boolean} turned is the board seen from the other side?
 * @property {boolean} edited are pieces put and taken away, instead of moved?
 */
/**
 * What a press on a cell means.
 * @typedef {{what: "nothing"} | {what: "put", cell: string} | {what: "select", path: string[]}
 *   | {what: "steps", steps: string[]} | {what: "choose", move: string}
 *   | {what: "ask", cell: string, moves: Choice[]} | {what: "attempt", path: string[]}} Meaning
 */

const NOTHING = { scene: null, mine: [], selected: [], draft: null, hint: [], plan: [] };
/** @type {BoardState} */
export const EMPTY = { ...NOTHING, focus: "", turned: false, edited: false };

/** Another position: what was chosen or suggested in the old one is gone.
 * @param {BoardState} state @param {Scene} scene @param {string[]} mine @returns {BoardState} */
export const withScene = (state, scene, mine) => ({ ...state, ...NOTHING, scene, mine });

/** The cells of a move chosen so far; a suggestion has been seen then.
 * @param {BoardState} state @param {string[]} selected @returns {BoardState} */
export const withSelected = (state, selected) => ({ ...state, selected, hint: [] });

/** Moves to come, of which the first is suggested.
 * @param {BoardState} state @param {Way[]} plan @returns {BoardState} */
export const withPlan = (state, plan) => ({ ...state, plan, hint: plan[0]?.path ?? [] });

/** May the viewer move now? @param {BoardState} state */
export const isActive = ({ scene, mine }) => !!scene?.to_move && mine.includes(scene.to_move);

/** Legal moves that begin with these cells. @param {BoardState} state @param {string[]} [path] @returns {Choice[]} */
export const matching = ({ scene, selected }, path = selected) =>
  (scene?.moves ?? []).filter((choice) => path.every((cell, i) => choice.path[i] === cell));

/** The cells at which a move may begin. @param {BoardState} state @returns {Set<string>} */
export function sources(state) {
  if (!isActive(state) || state.draft) return new Set();
  return new Set((state.scene?.moves ?? []).flatMap((choice) => choice.path.slice(0, 1)));
}

/** The cells at which the move that is begun may go on, each with a move that does.
 * @param {BoardState} state @returns {Map<string, {capture?: boolean, kind?: string}>} */
export function targets(state) {
  /** @type {Map<string, {capture?: boolean, kind?: string}>} */
  const next = new Map();
  if (!isActive(state)) return next;
  if (state.draft) for (const id of Object.keys(state.draft.cells)) next.set(id, { capture: false, kind: "" });
  else if (state.selected.length)
    for (const choice of matching(state)) {
      const cell = choice.path[state.selected.length];
      if (cell) next.set(cell, choice);
    }
  return next;
}

/** Has the side to move a piece there, or its stock? @param {BoardState} state @param {string} id */
export function owns({ scene }, id) {
  const cell = scene?.board.cells.find((one) => one.id === id);
  if (cell?.kind === "stock" && cell.side === scene?.to_move) return true;
  return !!scene?.board.pieces.some((piece) => piece.cell === id && piece.side === scene.to_move);
}

/** What it means that a cell is clicked, dropped on, or chosen with the keyboard.
 * @param {BoardState} state @param {string} id @returns {Meaning} */
export function meaning(state, id) {
  if (state.edited) return { what: "put", cell: id };
  if (!isActive(state)) return { what: "nothing" };
  if (state.draft) {
    const steps = state.draft.cells[id];
    return steps ? { what: "steps", steps } : { what: "nothing" };
  }
  const path = [...state.selected, id];
  const found = matching(state, path);
  const whole = found.filter((choice) => choice.path.length === path.length);
  const [only] = whole;
  if (only && found.length === 1 && !only.chance) return { what: "choose", move: only.move };
  if (whole.length > 1 || only?.chance) return { what: "ask", cell: id, moves: whole };
  if (found.length) return { what: "select", path };
  if (!state.selected.length) return owns(state, id) ? { what: "attempt", path: [id] } : { what: "select", path: [] };
  if (id === state.selected[0]) return { what: "select", path: [] };
  if (matching(state, [id]).length) return { what: "select", path: [id] };
  return { what: "attempt", path };
}

/** A cell where it is seen. @param {BoardState} state @param {Cell} cell @returns {Cell} */
export function seen({ scene, turned }, cell) {
  if (!turned || !scene) return cell;
  const [x, y, width, height] = scene.board.view;
  return { ...cell, x: 2 * x + width - cell.x, y: 2 * y + height - cell.y };
}

const HALF_TURN = 3; // of the six directions pieces point in

/** A piece as it points where it is seen. @template {{rot?: number | undefined}} Piece
 * @param {BoardState} state @param {Piece} piece @returns {Piece} */
export const facing = ({ turned }, piece) =>
  turned && piece.rot !== undefined ? { ...piece, rot: piece.rot + HALF_TURN } : piece;

/** The nearest cell in a direction, of those as they are seen. @param {Iterable<Cell>} cells
 * @param {{x: number, y: number}} from @param {[number, number]} way @returns {string | null} */
export function neighbour(cells, from, [dx, dy]) {
  let best = null;
  let least = Infinity;
  for (const cell of cells) {
    const along = (cell.x - from.x) * dx + (cell.y - from.y) * dy;
    const across = Math.abs((cell.x - from.x) * dy + (cell.y - from.y) * dx);
    if (along < 0.4 || across > along * 1.3) continue;
    const far = along + 1.5 * across - (dx ? 0 : 0.001 * (cell.x - from.x));
    if (far < least) [best, least] = [cell.id, far];
  }
  return best;
}
