/** How a piece of squares is drawn, on the board as in the trays. */

import { s } from "/static/shared/dom.js";
import { outlineOf, stamps } from "./pieces.js";

/** Its body, its stamps and its outline. @param {string} colour
 * @param {{x: number, y: number}[]} places @returns {SVGElement[]} */
export function drawTile(colour, places) {
  const { body, line } = outlineOf(places);
  return [
    s("path", { class: "body", d: body }),
    s("path", { class: "stamp", d: stamps(colour, places) }),
    s("path", { class: "line", d: line }),
  ];
}
