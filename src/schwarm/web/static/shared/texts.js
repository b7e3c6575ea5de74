/** The page's words and the data its shell brought along. */

const shell = JSON.parse(document.getElementById("data")?.textContent || "{}");

/** What this page starts with. */
export const data = shell.data;
export const language = /** @type {string} */ (shell.language || "en");

/**
 * A text of the catalogue, with {names} filled in; the key itself where there is none. Where `count` is one, the
 * text whose key ends with "_one", if there is such.
 * @param {string} key @param {Record<string, string | number>} [values] @returns {string}
 */
export function t(key, values = {}) {
  const found = (Number(values.count) === 1 && find(`${key}_one`)) || find(key);
  const text = typeof found === "string" ? found : key;
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/** A text of the catalogue, or another one. @param {string} key @param {string} otherwise @returns {string} */
export function told(key, otherwise) {
  const found = find(key);
  return typeof found === "string" ? found : otherwise;
}

/** What the server tells in every language, '' where it does not. @param {Record<string, string> | undefined} words */
export const worded = (words) => words?.[language] ?? "";

/** @param {string} key @returns {unknown} */
function find(key) {
  let place = shell.texts;
  for (const part of key.split("/")) place = place?.[part];
  return place;
}

/** The title of a game. @param {string} game @returns {string} */
export const title = (game) => told(`games/${game}/title`, game);

/** The name of a bot's strength; one of an earlier release has its number. @param {string} level @returns {string} */
export function levelName(level) {
  const [, release] = /^best-(.+)$/.exec(level) ?? [];
  return release ? t("desk/best_of", { release }) : told(`ui/levels/${level}`, level);
}

/** The name of a side. @param {string} side @returns {string} */
export const sideName = (side) => told(`ui/sides/${side}`, side);

const COLOURS = ["red", "blue", "white", "black"];

/** The classes of a side: its name, and where that is no colour the one its place gives it.
 * @param {string} side @param {string[]} [sides] of its game, if that is not the page's */
export function sideClass(side, sides = data?.book?.sides ?? []) {
  const place = sides.indexOf(side);
  return COLOURS.includes(side) || place < 0 ? side : `${side} ${place === 0 ? "white" : "black"}`;
}
