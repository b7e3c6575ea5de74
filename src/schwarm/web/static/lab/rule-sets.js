/** Sets of rules that the visitor gave a name; this browser keeps them, a link shares them. */

/** @typedef {{name: string, profile: string, options: Record<string, boolean | number | string>}} RuleSet */

const MOST = 50;
const key = (/** @type {string} */ game) => `rules:${game}`;

/** @param {string} game @returns {RuleSet[]} by name */
export function keptSets(game) {
  try {
    const found = JSON.parse(localStorage.getItem(key(game)) || "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

/** @param {string} game @param {RuleSet[]} sets */
function write(game, sets) {
  const sorted = sets.sort((a, b) => a.name.localeCompare(b.name)).slice(0, MOST);
  localStorage.setItem(key(game), JSON.stringify(sorted));
}

/** Keep a set; one of the same name is replaced. @param {string} game @param {RuleSet} set */
export const keepSet = (game, set) => write(game, [...keptSets(game).filter((one) => one.name !== set.name), set]);

/** @param {string} game @param {string} name */
export const dropSet = (game, name) =>
  write(
    game,
    keptSets(game).filter((one) => one.name !== name),
  );
