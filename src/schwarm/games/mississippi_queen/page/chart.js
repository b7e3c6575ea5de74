/** A small map of the known river with both ships and the camera's frame, and the camera's buttons below it. */

import { h, s } from "/static/shared/dom.js";
import { hexagons } from "/static/boards/hexagons.js";
import { sideName, t } from "/static/shared/texts.js";

/** @typedef {import("./board.js").RiverBoard} RiverBoard */

const EDGE = 1.2; // around the river
const ZOOM = 1.35;
const SPOT = 1.6; // how wide a ship's mark is
const LINE = 0.2; // from the camera's frame to the map's edge

/** Two marks that would hide each other, moved apart. @param {{x: number, y: number}[]} spots */
function apart(spots) {
  const [a, b] = spots;
  if (!a || !b) return spots;
  const far = Math.hypot(b.x - a.x, b.y - a.y);
  const more = Math.max(0, 1.25 * SPOT - far) / 2;
  const [dx, dy] = far ? [(more * (b.x - a.x)) / far, (more * (b.y - a.y)) / far] : [more, 0];
  return [
    { x: a.x - dx, y: a.y - dy },
    { x: b.x + dx, y: b.y + dy },
  ];
}

export class Chart {
  /** @param {RiverBoard} board */
  constructor(board) {
    this.board = board;
    /** @type {number[]} */ this.box = []; // of the river that is known
    /** @type {number[]} */ this.seen = []; // by the camera
    this.map = s("svg", { class: "minimap", role: "img" });
    this.window = s("rect", { class: "frame", rx: 0.4 });
    const button = (/** @type {string} */ name, /** @type {string} */ d, /** @type {() => void} */ click) =>
      h(
        "button",
        {
          type: "button",
          "data-camera": name,
          "aria-label": t(`boards/river/${name}`),
          title: t(`boards/river/${name}`),
          click,
        },
        s("svg", { viewBox: "-10 -10 20 20", "aria-hidden": "true" }, s("path", { d })),
      );
    this.place = h(
      "div",
      { class: "chart" },
      this.map,
      h(
        "div",
        { class: "chart-tools", role: "group", "aria-label": t("boards/river/keys") },
        button("to_ships", "M0-9V-4M0 9V4M-9 0H-4M9 0H4M-5 0A5 5 0 1 0 5 0A5 5 0 1 0-5 0", () => board.followShips()),
        button("closer", "M-7 0H7M0-7V7", () => board.camera?.zoom(ZOOM)),
        button("farther", "M-7 0H7", () => board.camera?.zoom(1 / ZOOM)),
        button("whole", "M-8-3V-8H-3M3-8H8V-3M8 3V8H3M-3 8H-8V3", () => board.camera?.all()),
      ),
    );
    const aim = (/** @type {PointerEvent} */ event) => {
      const matrix = /** @type {SVGSVGElement} */ (this.map).getScreenCTM();
      const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix?.inverse());
      const { camera } = board;
      if (camera) camera.shift(x - camera.goal.x, y - camera.goal.y, event.type === "pointerdown");
    };
    this.map.addEventListener("pointerdown", (event) => {
      this.map.setPointerCapture(/** @type {PointerEvent} */ (event).pointerId);
      aim(/** @type {PointerEvent} */ (event));
      event.preventDefault();
    });
    this.map.addEventListener("pointermove", (event) => {
      if (/** @type {PointerEvent} */ (event).buttons) aim(/** @type {PointerEvent} */ (event));
    });
    board.append(this.place);
  }

  /** Draw the river as it is known now. */
  paint() {
    const { board } = this;
    const scene = board.scene?.board;
    if (!scene) return;
    const known = board.known();
    const xs = known.map((p) => p.x);
    const ys = known.map((p) => p.y);
    const box = [Math.min(...xs) - EDGE, Math.min(...ys) - EDGE];
    box.push(Math.max(...xs) + EDGE - (box[0] ?? 0), Math.max(...ys) + EDGE - (box[1] ?? 0));
    this.map.setAttribute("viewBox", box.map((n) => n.toFixed(2)).join(" "));
    this.box = box;
    this.frame(this.seen);
    const cells = [...board.cells.values()];
    const of = (/** @type {string} */ kind) => cells.filter((cell) => cell.kind === kind);
    const ships = scene.pieces.filter((piece) => piece.side);
    this.map.setAttribute("aria-label", this.words());
    this.map.replaceChildren(
      s("path", {
        class: "past",
        d: hexagons(
          (scene.behind ?? []).map((cell) => board.seen(cell)),
          0.6,
        ),
      }),
      s("path", { class: "stream", d: hexagons(cells, 0.6) }),
      s("path", { class: "isle", d: hexagons(of("island"), 0.42) }),
      s("path", { class: "bar", d: hexagons(of("sandbank"), 0.4) }),
      s("path", { class: "end", d: hexagons(of("goal"), 0.58) }),
      ...scene.marks.map((mark) =>
        s("circle", { class: "pier-spot", cx: board.at(mark.cell).x, cy: board.at(mark.cell).y, r: 0.36 }),
      ),
      ...apart(ships.map((ship) => board.at(ship.cell))).map(({ x, y }, i) => {
        const side = ships[i]?.side;
        const mark = side === board.scene?.sides[0] ? { rx: SPOT / 2 } : { transform: `rotate(45 ${x} ${y}) ` };
        return s("rect", {
          class: `ship-spot ${side}`,
          x: x - SPOT / 2,
          y: y - SPOT / 2,
          width: SPOT,
          height: SPOT,
          ...mark,
        });
      }),
      this.window,
    );
  }

  /** The map in words. */
  words() {
    const { scene, cells } = this.board;
    const ships = (scene?.board.pieces ?? [])
      .filter((piece) => piece.side)
      .map((ship) =>
        t("boards/river/ship_at", {
          side: sideName(ship.side ?? ""),
          segment: (cells.get(ship.cell)?.segment ?? 0) + 1,
        }),
      );
    const known = Math.max(...[...cells.values()].map((cell) => cell.segment ?? 0)) + 1;
    return t("boards/river/map", { ships: ships.join(", "), known, all: known + (scene?.board.hidden ?? 0) });
  }

  /** Show what the camera sees; where it sees beyond the map the frame stays at the map's edge.
   * @param {number[]} box */
  frame(box) {
    this.seen = box;
    const [x = 0, y = 0, width = 0, height = 0] = box;
    const [left = 0, above = 0, wide = 0, high = 0] = this.box;
    const near = { x: Math.max(x, left + LINE), y: Math.max(y, above + LINE) };
    const far = { x: Math.min(x + width, left + wide - LINE), y: Math.min(y + height, above + high - LINE) };
    const shown = { ...near, width: Math.max(0, far.x - near.x), height: Math.max(0, far.y - near.y) };
    for (const [name, value] of Object.entries(shown)) this.window.setAttribute(name, value.toFixed(2));
    this.place.classList.toggle("whole", shown.width > wide - 4 * EDGE && shown.height > high - 2.5 * EDGE);
  }

  /** How much of the board it covers, in its corner on the right above. */
  get covers() {
    const { offsetWidth: width, offsetHeight: height, offsetTop: gap } = this.place;
    return { width: width + gap, height: height + gap };
  }
}
