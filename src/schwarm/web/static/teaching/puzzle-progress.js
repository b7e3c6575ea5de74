/** What a visitor has solved: rating, streaks and tried puzzles, kept in this browser alone. */

/**
 * @typedef {object} Progress
 * @property {number} rating
 * @property {number} streak puzzles solved in a row without a mistake or help
 * @property {number} best
 * @property {Record<string, boolean>} tried by name: solved without a mistake or help?
 */
/** @typedef {{last: string, run: number}} Days the last day with a solved puzzle of the day, and how many in a row */
/** @typedef {[string, number, string[]]} Listed name, rating and themes of a puzzle */

const FIRST_RATING = 1000;
const STEP = 32; // points that one puzzle can bring or cost
const NEAR = 6; // puzzles among which chance chooses the next one
const DAY_MS = 86_400_000;

/** @param {string} key @returns {any} */
function stored(key) {
  try {
    return JSON.parse(localStorage.getItem(key) || "null");
  } catch {
    return null;
  }
}

/** @param {string} game @returns {Progress} */
export function progress(game) {
  return { rating: FIRST_RATING, streak: 0, best: 0, tried: {}, ...stored(`puzzles:${game}`) };
}

/** @returns {Days} */
export const days = () => ({ last: "", run: 0, ...stored("puzzles:days") });

/**
 * Note the result of a puzzle. Only the first try at it counts. @param {string} game @param {string} name
 * @param {number} rating the puzzle's @param {boolean} clean @returns {number} the change of the visitor's rating
 */
export function note(game, name, rating, clean) {
  const known = progress(game);
  if (name in known.tried) return 0;
  const expected = 1 / (1 + 10 ** ((rating - known.rating) / 400));
  const change = Math.round(STEP * (Number(clean) - expected));
  known.rating += change;
  known.streak = clean ? known.streak + 1 : 0;
  known.best = Math.max(known.best, known.streak);
  known.tried[name] = clean;
  localStorage.setItem(`puzzles:${game}`, JSON.stringify(known));
  return change;
}

/** Note that a puzzle of the day was solved. @param {string} day such as 2026-05-01 */
export function noteDay(day) {
  const known = days();
  if (known.last === day) return;
  const next = known.last && Date.parse(day) - Date.parse(known.last) === DAY_MS;
  localStorage.setItem("puzzles:days", JSON.stringify({ last: day, run: next ? known.run + 1 : 1 }));
}

/**
 * The next puzzle for a visitor: not tried yet, of the theme, and of about the visitor's rating.
 * @param {Listed[]} list @param {string} game @param {string} theme or "" @param {string} but not this one
 * @returns {{name: string, anew: boolean} | null} `anew`: all have been tried
 */
export function choose(list, game, theme, but) {
  const known = progress(game);
  const fitting = list.filter(([name, , themes]) => name !== but && (!theme || themes.includes(theme)));
  const fresh = fitting.filter(([name]) => !(name in known.tried));
  const pool = fresh.length ? fresh : fitting;
  const near = [...pool].sort((a, b) => Math.abs(a[1] - known.rating) - Math.abs(b[1] - known.rating));
  const found = near[Math.floor(Math.random() * Math.min(NEAR, near.length))];
  return found ? { name: found[0], anew: !fresh.length } : null;
}
