/** The options of a game's rules as fields of a form: made, filled from an address, and read again. */

import { h } from "../shared/dom.js";
import { told } from "../shared/texts.js";

/** @typedef {import("../types").Book} Book */

const PREFIX = "option:"; // before an option's name among the fields

/** @param {HTMLElement} place @returns {HTMLInputElement[]} */
const fields = (place) => [.../** @type {NodeListOf<HTMLInputElement>} */ (place.querySelectorAll("[name]"))];

/** Every option of a game, as a profile sets it.
 * @param {HTMLElement} place @param {Book} book @param {string} profile */
export function drawOptions(place, book, profile) {
  place.replaceChildren(...book.options.map((option) => drawOption(book, option, profile)));
}

/** One option of a game, as a profile sets it.
 * @param {Book} book @param {import("../types").Option} option @param {string} profile @returns {HTMLElement} */
export function drawOption(book, option, profile) {
  const set = /** @type {boolean | number | string} */ (book.profiles[profile]?.[option.name] ?? option.default);
  const name = PREFIX + option.name;
  const words = `games/${book.name}/options/${option.name}`;
  let input;
  if (typeof option.default === "boolean") input = h("input", { type: "checkbox", name, checked: set === true });
  else if (option.choices.length)
    input = h(
      "select",
      { name },
      ...option.choices.map((choice) =>
        h("option", { value: choice, selected: choice === set }, told(`${words}/values/${choice}`, choice)),
      ),
    );
  else if (typeof option.default === "number" && !option.free)
    input = h("input", { type: "number", name, value: set, min: option.low, max: option.high });
  else input = h("input", { type: "text", name, value: set });
  input.dataset.set = String(set);
  return h(
    "label",
    { class: "option" },
    h("span", { class: "option-name" }, told(`${words}/name`, option.name.replaceAll("_", " "))),
    input,
    h("span", { class: "small" }, told(`${words}/help`, option.help)),
  );
}

/** The profiles of a game to choose from.
 * @param {HTMLElement} place @param {Book} book @param {string | null} chosen */
export function drawProfiles(place, book, chosen) {
  place.replaceChildren(
    ...book.profile_names.map((name) =>
      h("option", { value: name, selected: name === chosen }, told(`ui/profiles/${name}`, name)),
    ),
  );
}

/** Options that an address asks for, as a shared link has them.
 * @param {HTMLElement} place @param {URLSearchParams} address @returns {boolean} were there any? */
export function fillOptions(place, address) {
  let any = false;
  for (const input of fields(place)) {
    const value = address.get(`o.${input.name.slice(PREFIX.length)}`);
    if (value === null) continue;
    if (input.type === "checkbox") input.checked = value === "true";
    else input.value = value;
    any = true;
  }
  return any;
}

/** The options that differ from the profile's. @param {HTMLElement} place */
export function chosenOptions(place) {
  /** @type {Record<string, boolean | number | string>} */
  const found = {};
  for (const input of fields(place)) {
    const now = input.type === "checkbox" ? input.checked : input.type === "number" ? Number(input.value) : input.value;
    if (String(now) !== input.dataset.set) found[input.name.slice(PREFIX.length)] = now;
  }
  return found;
}
