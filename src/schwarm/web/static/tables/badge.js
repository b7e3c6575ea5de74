/** The mark of a side: shape and colour. */

import { h } from "../shared/dom.js";
import { sideClass } from "../shared/texts.js";

/** @param {string} side */
export const badge = (side) => h("span", { class: `badge ${sideClass(side)}`, "aria-hidden": "true" });
