/** Small helpers to make and find elements. */

const SVG = "http://www.w3.org/2000/svg";
/** @typedef {Node | string | null | undefined | false} Child */

/**
 * An HTML element. Attributes that are functions listen to the event of their name.
 * @param {string} tag @param {Record<string, any>} [attributes] @param {...Child} children @returns {HTMLElement}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  fill(element, attributes, children);
  return element;
}

/**
 * An SVG element.
 * @param {string} tag @param {Record<string, any>} [attributes] @param {...Child} children @returns {SVGElement}
 */
export function s(tag, attributes = {}, ...children) {
  const element = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  fill(element, attributes, children);
  return element;
}

/** @param {Element} element @param {Record<string, any>} attributes @param {Child[]} children */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) if (child !== null && child !== undefined && child !== false) element.append(child);
}

/** An element that must be there. @param {string} selector @returns {HTMLElement} */
export function must(selector) {
  const found = document.querySelector(selector);
  if (!found) throw new Error(`the page lacks ${selector}`);
  return /** @type {HTMLElement} */ (found);
}

/** Show a short message; `link` leads to more.
 * @param {string | HTMLElement} text @param {{href: string, text: string} | null} [link] */
export function toast(text, link = null) {
  const place = must("#toasts");
  const box = h("div", { class: "toast" }, h("span", {}, text));
  if (link) box.append(" ", h("a", { href: link.href, target: "_blank" }, link.text));
  place.replaceChildren(box);
  keepClear(place);
  clearTimeout(Number(place.dataset.timer));
  place.dataset.timer = String(setTimeout(() => box.remove(), 9000));
}

/** Say why something could not be done. @param {unknown} error */
export const complain = (error) => toast(String(/** @type {Error} */ (error).message));

/** Do something, and say why if it cannot be done. @param {() => Promise<unknown>} work */
export const tried = (work) => work().catch(complain);

/** @param {number} ms */
export const wait = (ms) => new Promise((done) => setTimeout(done, ms));

/** Beside a board a message lies above the buttons that step through the game, where these can be seen.
 * @param {HTMLElement} place */
function keepClear(place) {
  const steps = document.querySelector(".history .steps")?.getBoundingClientRect();
  const beside = steps && matchMedia("(min-width: 60.01rem)").matches && steps.top > 0 && steps.top < innerHeight;
  place.style.bottom = beside ? `${innerHeight - steps.top + 6}px` : "";
}

/** Take a message away that has been overtaken by events. */
export const quiet = () => must("#toasts").replaceChildren();

/** Which way each arrow key points: right and down are positive. @type {Record<string, [number, number]>} */
export const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
