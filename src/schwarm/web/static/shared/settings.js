/** What a visitor wishes, remembered in this browser alone. */

const DEFAULTS = /** @type {Record<string, string>} */ ({
  theme: "", // as the system has it
  motion: "", // as the system has it
  coordinates: "off",
  sound: "on",
  notify: "off",
  words: "on", // moves in words; or in notation, or both
  notation: "own", // or the one that players of a game know
  pace: "500", // milliseconds a bot takes at least
  opponent: "bot",
});

/** @param {string} name @returns {string} */
export const setting = (name) => localStorage.getItem(name) ?? DEFAULTS[name] ?? "";

/** @param {string} name @param {string} value */
export function remember(name, value) {
  if (value === (DEFAULTS[name] ?? "")) localStorage.removeItem(name);
  else localStorage.setItem(name, value);
  apply();
}

/** Does the visitor want little motion? */
export const calm = () =>
  setting("motion") === "off" || (setting("motion") !== "on" && matchMedia("(prefers-reduced-motion: reduce)").matches);

/** Tell the style sheets. */
export function apply() {
  const { dataset } = document.documentElement;
  if (setting("theme")) dataset.theme = setting("theme");
  else delete dataset.theme;
  dataset.words = setting("words");
  dataset.coordinates = setting("coordinates");
  dataset.motion = calm() ? "off" : "on";
}
