/** Which lessons have been done, remembered in this browser alone. */

const KEY = (/** @type {string} */ game) => `learned:${game}`;

/** @param {string} game @returns {string[]} the ids of the lessons done */
export const learned = (game) => (localStorage.getItem(KEY(game)) ?? "").split(" ").filter(Boolean);

/** @param {string} game @param {string} lesson */
export function learn(game, lesson) {
  localStorage.setItem(KEY(game), [...new Set([...learned(game), lesson])].join(" "));
}
