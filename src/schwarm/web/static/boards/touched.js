/**
 * Words that stand for a move: whoever touches them sees the move as an arrow on the board.
 * Every board of the page hears `touched` {way}; null takes the arrow away.
 */

import { html } from "../shared/view.js";

/** @typedef {{side: string, path: string[]}} Arrow */
/** @typedef {{show?: () => void, hide?: () => void, leave?: (event: PointerEvent) => void}} Touch what is done while
 * something is touched, no longer so, and left by the pointer */

/** @param {Arrow | null} way */
const tell = (way) => document.dispatchEvent(new CustomEvent("touched", { detail: { way } }));

/** Show a move while it is touched; a finger leaves the arrow until it touches something else.
 * @param {Arrow | undefined} way @returns {Touch} */
export function touch(way) {
  if (!way?.path.length) return {};
  const hide = () => tell(null);
  return { show: () => tell(way), hide, leave: (event) => event.pointerType !== "touch" && hide() };
}

/** Words that flow with the text around them and can be touched, which a button's cannot.
 * @param {string} text @param {Touch} does @param {() => void} [click] */
export function word(text, { show, hide, leave }, click = () => {}) {
  const key = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    click();
  };
  return html`<span class="move-word" role="button" tabindex="0" @click=${click} @keydown=${key}
    @pointerenter=${show} @focus=${show} @blur=${hide} @pointerleave=${leave}>${text}</span>`;
}

/** A move in words; a click does more where there is more to do.
 * @param {string} text @param {Arrow | undefined} way @param {() => void} [click] */
export const moveWord = (text, way, click) => word(text, touch(way), click);
