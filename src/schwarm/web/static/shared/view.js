/** Lists and forms: what is shown is told whole every time, and lit-html changes only what differs. */

import { must } from "./dom.js";
import { render } from "./lit-html.js";

export { html, nothing, repeat, svg } from "./lit-html.js";
/** @typedef {import("./lit-html.js").TemplateResult} View */

/** @type {WeakSet<Element>} */ const taken = new WeakSet();

/** Show something in a place, instead of what was there. @param {string | Element} where @param {unknown} shown */
export function show(where, shown) {
  const place = typeof where === "string" ? must(where) : where;
  if (!taken.has(place)) place.replaceChildren();
  taken.add(place);
  render(shown, place);
}

/** An element made by a view, for places that want one. @param {View} view @returns {HTMLElement} */
export function element(view) {
  const holder = document.createElement("div");
  render(view, holder);
  return /** @type {HTMLElement} */ (holder.firstElementChild);
}
