/** The mark of a side: shape and colour. */

import { data, sideClass } from "../shared/texts.js";
import { html } from "../shared/view.js";

/** @param {string} side @param {string} [game] if the page is not about one @param {string[]} [sides] of that game */
export const badge = (side, game = data?.book?.name ?? "", sides = undefined) =>
  html`<span class="badge ${game} ${sideClass(side, sides)}" aria-hidden="true"></span>`;
