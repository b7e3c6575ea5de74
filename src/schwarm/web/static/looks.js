/**
 * What a game's own board module adds to the boards of every game: it puts an object under the game's name.
 * Nothing in it has to be there.
 */

/** @typedef {import("./board.js").BoardElement} BoardElement */
/**
 * @typedef Look
 * @property {(board: BoardElement) => SVGElement[]} [lit] what is lit for the cell pointed at or chosen; groups of the class `name-tag` lie above all pieces
 * @property {(board: BoardElement, piece: import("./types").Piece, delay: number) => void} [taken] what is seen when a piece is captured
 */

/** @type {Map<string, Look>} */
export const looks = new Map();

/** @param {BoardElement} board @returns {Look} */
export const lookOf = (board) => looks.get(board.scene?.game ?? "") ?? {};
