/** A form for the operator's link, for whoever lacks it in this browser. */

import { keepOperator } from "./memory.js";
import { busy } from "./parts.js";

/** @param {HTMLFormElement} form @param {() => Promise<unknown>} kept what to do with it */
export function keyForm(form, kept) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const told = String(new FormData(form).get("link") ?? "").trim();
    keepOperator(told.slice(told.indexOf("#") + 1));
    void busy(form.querySelector("button"), kept);
  });
}
