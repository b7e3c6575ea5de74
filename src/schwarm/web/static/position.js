/** A position shared by its address: look at it, try moves' targets, play on from here. */

import "./chrome.js";
import "./square-board.js";
import "./hex-board.js";
import "./river-board.js";
import { h, must, toast } from "./dom.js";
import { reason } from "./result.js";
import { changedOptions, ruleCard } from "./rulecard.js";
import { ask, keep } from "./server.js";
import { data, sideName, t, told } from "./texts.js";

const scene = /** @type {import("./types").Snapshot} */ (data.snapshot);
const book = /** @type {import("./types").Book} */ (data.book);
const board = /** @type {import("./board.js").BoardElement} */ (
  document.createElement(`${scene.board.kind}-board`)
);
must("#board").append(board);
board.show(scene, { mine: scene.sides });
must("#status").textContent = scene.to_move
  ? t("ui/to_move", { side: sideName(scene.to_move) })
  : scene.end
    ? reason(scene.end, scene.sides, [])
    : "";
must("#rule-card").replaceChildren(...ruleCard(scene, book, null));
board.addEventListener("choose", () => toast(t("ui/start_to_play")));

const side = /** @type {HTMLSelectElement} */ (
  h(
    "select",
    { "aria-label": t("ui/your_side") },
    ...scene.sides.map((name) =>
      h("option", { value: name, selected: name === scene.to_move }, sideName(name)),
    ),
  )
);
const level = /** @type {HTMLSelectElement} */ (
  h(
    "select",
    { "aria-label": t("ui/opponent") },
    ...book.levels.map((name) =>
      h(
        "option",
        { value: name, selected: name === "3" },
        t("ui/bot_level", { level: told(`ui/levels/${name}`, name) }),
      ),
    ),
  )
);
const begin = async () => {
  try {
    const seated = await ask("/api/tables", {
      game: scene.game,
      profile: scene.profile,
      options: Object.fromEntries(changedOptions(scene, book)),
      position: scene.position,
      side: side.value,
      level: level.value,
    });
    keep(seated.id, seated.tokens, seated.invite);
    location.href = seated.address;
  } catch (error) {
    toast(String(/** @type {Error} */ (error).message));
  }
};
if (scene.to_move)
  must("#play-on").append(
    h("span", {}, t("ui/play_on")),
    side,
    level,
    h("button", { type: "button", class: "primary", id: "begin", click: begin }, t("ui/go")),
  );
must("#text").textContent = scene.position;
