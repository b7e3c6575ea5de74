/** The mark of a side: shape and colour. */

import { sideClass } from "../shared/texts.js";
import { html } from "../shared/view.js";

/** @param {string} side */
export const badge = (side) => html`<span class="badge ${sideClass(side)}" aria-hidden="true"></span>`;
