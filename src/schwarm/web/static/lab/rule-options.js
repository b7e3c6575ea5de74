/** The options of a game's rules as fields of a form: made, filled from an address, and read again. */

import { told } from "../shared/texts.js";
import { element, html, nothing } from "../shared/view.js";

/** @typedef {import("../types").Book} Book */

const PREFIX = "option:"; // before an option's name among the fields

/** @param {HTMLElement} place @returns {HTMLInputElement[]} */
const fields = (place) => [.../** @type {NodeListOf<HTMLInputElement>} */ (place.querySelectorAll("[name]"))];

/** Every option of a game, as a profile sets it.
 * @param {HTMLElement} place @param {Book} book @param {string} profile */
export const drawOptions = (place, book, profile) =>
  place.replaceChildren(...book.options.map((option) => drawOption(book, option, profile)));

/** One option of a game, as a profile sets it; made anew, for what was typed before no longer counts.
 * @param {Book} book @param {import("../types").Option} option @param {string} profile @returns {HTMLElement} */
export function drawOption(book, option, profile) {
  const set = /** @type {boolean | number | string} */ (book.profiles[profile]?.[option.name] ?? option.default);
  const name = PREFIX + option.name;
  const words = `games/${book.name}/options/${option.name}`;
  const choice = (/** @type {string} */ one) =>
    html`<option value=${one} ?selected=${one === set}>${told(`${words}/values/${one}`, one)}</option>`;
  const number = typeof option.default === "number" && !option.free;
  const bound = (/** @type {number | null | undefined} */ end) => (number && end != null ? end : nothing);
  const input =
    typeof option.default === "boolean"
      ? html`<input type="checkbox" name=${name} data-set=${String(set)} ?checked=${set === true}>`
      : option.choices.length
        ? html`<select name=${name} data-set=${String(set)}>${option.choices.map(choice)}</select>`
        : html`<input type=${number ? "number" : "text"} name=${name} data-set=${String(set)} value=${String(set)}
          min=${bound(option.low)} max=${bound(option.high)}>`;
  return element(
    html`<label class="option"><span class="option-name">${told(`${words}/name`, option.name.replaceAll("_", " "))}</span>
      ${input}<span class="small">${told(`${words}/help`, option.help)}</span></label>`,
  );
}

/** The profiles of a game to choose from.
 * @param {HTMLElement} place @param {Book} book @param {string} chosen */
export const drawProfiles = (place, book, chosen) =>
  place.replaceChildren(
    ...book.profile_names.map((name) => new Option(told(`ui/profiles/${name}`, name), name, false, name === chosen)),
  );

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
