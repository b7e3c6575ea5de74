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
 * @property {boolean} [aims] is a suggested move an arrow, too?
 * @property {boolean} [leaps] do pieces leap over others?
 * @property {(board: BoardElement) => SVGElement[]} [joints] what joins pieces, above them; parts of the class
 * `fresh` grow when the last move is shown
 * @property {(board: BoardElement, piece: import("../types").Piece, delay: number) => void} [taken] what is seen
 * when a piece is captured
 * @property {Kinds} [kinds] what its kinds of moves look like
 */
/**
 * Kinds of moves by the letters that the server names them with, and of marks by names.
 * @typedef Kinds
 * @property {string[]} [legend] the kinds of moves that the legend explains; without them there is none
 * @property {Record<string, string>} [signs] how a kind is drawn in little room, around 0,0 in a box of two units
 * @property {string[]} [quiet] kinds that nearly every piece has: lit on demand only
 * @property {string[]} [filling] kinds that show what they fill whenever they are lit
 * @property {Record<string, "shape" | "goals" | "way">} [counted] the cells that are counted in words
 * @property {Record<string, string[]>} [marks] kinds of marks, and the marks of each
 * @property {string} [stock] the kind that puts pieces of the stock on the board
 */

/** @type {Map<string, Look>} */
export const looks = new Map();

/** @param {BoardElement} board @returns {Look} */
export const lookOf = (board) => looks.get(board.scene?.game ?? "") ?? {};
