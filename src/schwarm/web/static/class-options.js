/** Rule options of a game as fields, and which of them were changed. */

import { h } from "./dom.js";
import { told } from "./texts.js";

/** @typedef {import("./types").Book} Book */
/** @typedef {boolean | number | string} Value */

/** @param {Book} book @param {string} profile @returns {HTMLElement[]} */
export function optionFields(book, profile) {
  return book.options.map((option) => {
    const value = book.profiles[profile]?.[option.name] ?? option.default;
    const place = `games/${book.name}/options/${option.name}`;
    const common = { name: `option:${option.name}`, "data-set": String(value) };
    const input =
      typeof option.default === "boolean"
        ? h("input", { type: "checkbox", ...common, checked: value === true })
        : option.choices.length
          ? h(
              "select",
              common,
              ...option.choices.map((one) => h("option", { value: one, selected: one === value }, told(`${place}/values/${one}`, one))),
            )
          : typeof option.default === "number" && !option.free
            ? h("input", { type: "number", ...common, value, min: option.low, max: option.high })
            : h("input", { type: "text", ...common, value });
    return h(
      "label",
      { class: "option" },
      h("span", { class: "option-name" }, told(`${place}/name`, option.name.replaceAll("_", " "))),
      input,
      h("span", { class: "small" }, told(`${place}/help`, option.help)),
    );
  });
}

/** The options that differ from the profile's. @param {ParentNode} place @returns {Record<string, Value>} */
export function changedOptions(place) {
  /** @type {Record<string, Value>} */ const found = {};
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (place.querySelectorAll("[name^='option:']"))) {
    const now = input.type === "checkbox" ? input.checked : input.type === "number" ? Number(input.value) : input.value;
    if (String(now) !== input.dataset.set) found[input.name.slice("option:".length)] = now;
  }
  return found;
}
