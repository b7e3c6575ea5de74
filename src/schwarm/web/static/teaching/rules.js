/** The pictures of a rule sheet: real positions, with arrows for their moves, which can be played. */

import "../shared/chrome.js";
import "../boards.js";
import { h, must, s, wait } from "../shared/dom.js";
import { data, t } from "../shared/texts.js";

/**
 * @typedef {object} Picture
 * @property {import("../types").Snapshot[]} scenes the position, and those after each move
 * @property {import("../types").Way[]} ways arrows
 * @property {boolean} numbered are there several moves?
 * @property {string} select @property {string[]} mark @property {string[]} cross
 */
const REST_MS = 700; // between two moves
const LAST_MS = 2200; // before the picture is as it was

/** Show the position with its arrows, marks and crosses.
 * @param {import("../boards/board.js").BoardElement} board @param {Picture} picture */
function pose(board, picture) {
  const scene = /** @type {import("../types").Snapshot} */ (picture.scenes[0]);
  const marks = [...scene.board.marks, ...picture.mark.map((cell) => ({ cell, kind: "look" }))];
  board.show({ ...scene, board: { ...scene.board, marks } }, { mine: scene.to_move ? [scene.to_move] : [] });
  if (picture.select) board.select([picture.select]);
  board.foresee(picture.ways, false);
  board.layer("front").append(...picture.cross.map((cell) => cross(board, cell)));
}

/** "Not here." @param {import("../boards/board.js").BoardElement} board @param {string} cell */
function cross(board, cell) {
  const { x, y } = board.at(cell);
  const place = board.tops.has(cell) ? `translate(${x + 0.27},${y + 0.27}) scale(.7)` : `translate(${x},${y})`;
  return s(
    "g",
    { class: "not-here", transform: place },
    s("circle", { r: 0.3 }),
    s("path", { d: "M-.13,-.13 .13,.13 M-.13,.13 .13,-.13" }),
  );
}

/** Play the moves of a picture, one after the other. @param {import("../boards/board.js").BoardElement} board
 * @param {Picture} picture @param {HTMLButtonElement} button */
async function play(board, picture, button) {
  button.disabled = true;
  for (const scene of picture.scenes.slice(1)) {
    const took = board.show(scene, { animate: true });
    await wait(took + REST_MS);
  }
  await wait(LAST_MS - REST_MS);
  pose(board, picture);
  button.disabled = false;
  button.textContent = t("learn/show_again");
  button.focus({ preventScroll: true });
}

for (const figure of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-picture]"))) {
  const picture = /** @type {Picture | undefined} */ (data.pictures[figure.dataset.picture ?? ""]);
  const scene = picture?.scenes[0];
  const place = /** @type {HTMLElement} */ (figure.querySelector(".picture-board"));
  if (!picture || !scene) continue;
  const board = /** @type {import("../boards/board.js").BoardElement} */ (
    document.createElement(`${scene.board.kind}-board`)
  );
  board.inert = true; // the words beside it say what it shows
  place.classList.toggle("numbered", picture.numbered);
  place.append(board);
  pose(board, picture);
  if (picture.scenes.length < 2) continue;
  const button = /** @type {HTMLButtonElement} */ (h("button", { type: "button", class: "show-it" }, t("learn/show")));
  button.append(h("span", { class: "sr" }, `: ${figure.querySelector("h3")?.textContent}`));
  button.addEventListener("click", () => play(board, picture, button));
  figure.querySelector(".picture-foot")?.prepend(button);
}
must("#print").addEventListener("click", () => print());
if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView({ block: "center" });
document.body.dataset.ready = "yes";
