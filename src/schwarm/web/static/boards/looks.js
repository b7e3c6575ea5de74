/**
 * What a game's own board module adds to the boards of every game: it puts an object under the game's name.
 * Nothing in it has to be there.
 */

/** @typedef {import("./board.js").BoardElement} BoardElement */
/**
 * @typedef Look
 * @property {(scene: import("../types").Scene, board: BoardElement) => import("../types").Scene} [arrange] the
 * scene as it fits the room that the board has
 * @property {(board: BoardElement) => SVGElement[]} [lit] what is lit for the cell pointed at or chosen; groups of
 * the class `name-tag` lie above all pieces
 * @property {boolean} [leaps] do pieces leap over others?
 * @property {(board: BoardElement) => SVGElement[]} [joints] what joins pieces, above them; parts of the class
 * `fresh` grow when the last move is shown
 * @property {(board: BoardElement, piece: import("../types").Piece, delay: number) => void} [taken] what is seen
 * when a piece is captured
 */

/** @type {Map<string, Look>} */
export const looks = new Map();

/** @param {BoardElement} board @returns {Look} */
export const lookOf = (board) => looks.get(board.scene?.game ?? "") ?? {};
