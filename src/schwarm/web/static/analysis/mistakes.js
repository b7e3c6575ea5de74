/** One's own mistakes that are worth another look; this browser remembers them until they are mended. */

/** @typedef {{table: string, game: string, ply: number, words: Record<string, string>}} Mistake */

const KEY = "mistakes";
const MOST = 30;

/** @returns {Mistake[]} the newest first */
export function mistakes() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) || "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

/** @param {Mistake[]} all */
const keep = (all) => localStorage.setItem(KEY, JSON.stringify(all.slice(0, MOST)));
const MENDED = "mended";

/** @returns {string[]} */
const mended = () => JSON.parse(localStorage.getItem(MENDED) || "[]");

/** Remember a mistake, unless it is known or was mended. @param {Mistake} one */
export function noteMistake(one) {
  const all = mistakes();
  if (!mended().includes(`${one.table} ${one.ply}`) && !all.some((other) => other.table === one.table))
    keep([one, ...all]);
}

/** It was mended: forget it. @param {string} table @param {number} ply */
export function noteMended(table, ply) {
  keep(mistakes().filter((one) => one.table !== table || one.ply !== ply));
  localStorage.setItem(MENDED, JSON.stringify([`${table} ${ply}`, ...mended()].slice(0, 10 * MOST)));
}
