/** The pictures of a rule sheet: boards with a piece chosen and its moves shown. */

import "./chrome.js";
import "./square-board.js";
import "./hex-board.js";
import "./river-board.js";
import { h, must } from "./dom.js";
import { data } from "./texts.js";

for (const picture of data.pictures) {
  const scene = /** @type {import("./types").Snapshot} */ (picture.snapshot);
  const board = /** @type {import("./board.js").BoardElement} */ (document.createElement(`${scene.board.kind}-board`));
  must("#pictures").append(h("figure", {}, board, h("figcaption", {}, picture.caption)));
  board.show(scene, { mine: scene.to_move ? [scene.to_move] : [] });
  if (picture.select) board.select([picture.select]);
}
if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView({ block: "center" });
