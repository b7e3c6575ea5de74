/**
 * Words that stand for a move: whoever touches them sees the move as an arrow on the board.
 * Every board of the page hears `touched` {way}; null takes the arrow away.
 */

import { h } from "../shared/dom.js";

/** @typedef {{side: string, path: string[]}} Arrow */

/** @param {Arrow | null} way */
const tell = (way) => document.dispatchEvent(new CustomEvent("touched", { detail: { way } }));

/** Let an element show a move while it is touched; a finger leaves the arrow until it touches something else.
 * @template {HTMLElement} T @param {T} element @param {Arrow | undefined} way @returns {T} */
export function touching(element, way) {
  if (!way?.path.length) return element;
  element.addEventListener("pointerenter", () => tell(way));
  element.addEventListener("focus", () => tell(way));
  element.addEventListener("blur", () => tell(null));
  element.addEventListener("pointerleave", (event) => {
    if (/** @type {PointerEvent} */ (event).pointerType !== "touch") tell(null);
  });
  return element;
}

/** Words that flow with the text around them and can be touched, which a button's cannot.
 * @param {string} text @param {() => void} [click] @returns {HTMLElement} */
export function word(text, click = () => {}) {
  const made = h("span", { class: "move-word", role: "button", tabindex: "0", click }, text);
  made.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    click();
  });
  return made;
}

/** A move in words; a click does more where there is more to do.
 * @param {string} text @param {Arrow | undefined} way @param {() => void} [click] @returns {HTMLElement} */
export const moveWord = (text, way, click) => touching(word(text, click), way);
