/** Lists and forms: what is shown is told whole every time, and lit-html changes only what differs. */

import { must } from "./dom.js";
import { render, repeat } from "./lit-html.js";

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

/** A view that is made anew where another key comes: what was chosen or typed in it before no longer counts.
 * @param {string} key @param {unknown} view */
export const anew = (key, view) =>
  repeat(
    [key],
    (one) => one,
    () => view,
  );

/** Open a dialog, which goes when it is closed.
 * @param {View} view @param {(dialog: HTMLDialogElement) => void} [closed] @returns {HTMLDialogElement} */
export function openDialog(view, closed) {
  const dialog = /** @type {HTMLDialogElement} */ (element(view));
  dialog.addEventListener("close", () => {
    dialog.remove();
    closed?.(dialog);
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** An element made by a view, for places that want one. @param {View} view @returns {HTMLElement} */
export function element(view) {
  const holder = document.createElement("div");
  render(view, holder);
  return /** @type {HTMLElement} */ (holder.firstElementChild);
}
