/** What fish show: the line that a fish swims along counts itself, and whoever is eaten leaves bubbles. */

import { s } from "/static/shared/dom.js";
import { looks } from "/static/boards/looks.js";
import { calm } from "/static/shared/settings.js";
import { t } from "/static/shared/texts.js";

/** @typedef {import("/static/boards/board.js").BoardElement} BoardElement */
/** @typedef {import("/static/types").Cell} Cell */

const BUBBLES = 9;
const RISING_MS = 900;
const BITE_MS = 260;

/** The cells on the straight line through two of them.
 * @param {BoardElement} board @param {Cell} from @param {Cell} to */
function lineOf(board, from, to) {
  const [dx, dy] = [Math.sign(to.x - from.x), Math.sign(to.y - from.y)];
  return [...board.cells.values()].filter(({ x, y }) => {
    const [ex, ey] = [x - from.x, y - from.y];
    return dx * ey === dy * ex && (dx === 0 ? ex === 0 : dy === 0 ? ey === 0 : Math.abs(ex) === Math.abs(ey));
  });
}

/** A line lit up, with its fish counted where there is room to read it.
 * @param {BoardElement} board @param {Cell} from @param {Cell} to @param {boolean} aimed */
function litLine(board, from, to, aimed) {
  const cells = lineOf(board, from, to);
  const [dx, dy] = [Math.sign(to.x - from.x), Math.sign(to.y - from.y)];
  cells.sort((a, b) => (a.x - b.x) * dx + (a.y - b.y) * dy);
  const squares = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y));
  const here = new Set(board.scene?.board.pieces.filter((piece) => piece.kind === "fish").map((piece) => piece.cell));
  const fish = cells.filter((cell) => here.has(cell.id));
  const [first, last] = [cells[0] ?? from, cells[cells.length - 1] ?? to];
  const light = s("line", { class: "line-light", x1: first.x, y1: first.y, x2: last.x, y2: last.y });
  if (!aimed) return [s("g", { class: "lit-line" }, light)];
  const counted = fish.flatMap((cell, i) => [
    s("circle", { class: "counted", cx: cell.x - 0.33, cy: cell.y - 0.33, r: 0.15 }),
    s("text", { class: "counted-number", x: cell.x - 0.33, y: cell.y - 0.33 }, String(i + 1)),
  ]);
  const steps = [...Array(squares).keys()].map((i) =>
    s("circle", { class: "stroke", cx: from.x + dx * (i + 1), cy: from.y + dy * (i + 1), r: 0.09 }),
  );
  const text = t(squares === 1 ? "boards/line_one" : "boards/line", { fish: fish.length, squares });
  const wide = 0.15 * text.length + 0.36;
  const [left, above, width] = board.scene?.board.view ?? [0, 0, 0, 0];
  // Above its target; in the first row below it, and beside it where the line itself goes down from there.
  const low = to.y - above < 1;
  const beside = low && dx === 0 ? (to.x + wide + 1 < left + width ? 1 : -1) : 0;
  const wished = to.x + beside * (wide / 2 + 0.55);
  const place = {
    x: Math.min(Math.max(wished, left + wide / 2), left + width - wide / 2),
    y: beside ? to.y : low ? to.y + 0.72 : to.y - 0.72,
  };
  return [
    s("g", { class: "lit-line aimed" }, light),
    s(
      "g",
      { class: "line-count name-tag" },
      ...steps,
      ...counted,
      s("rect", { x: place.x - wide / 2, y: place.y - 0.2, width: wide, height: 0.4, rx: 0.2 }),
      s("text", { class: "count-text", x: place.x, y: place.y }, text),
    ),
  ];
}

/** The lines of the fish that is pointed at or chosen; a target's own line counts itself.
 * @param {BoardElement} board */
function lit(board) {
  if (!board.active) return [];
  const { pointed, selected } = board;
  const moves = board.scene?.moves ?? [];
  const aimed = moves.find((choice) => selected.length && choice.path[0] === selected[0] && choice.path[1] === pointed);
  if (aimed) return litLine(board, board.at(selected[0] ?? ""), board.at(pointed ?? ""), true);
  const from = moves.some((choice) => choice.path[0] === pointed) ? pointed : selected[0];
  const mine = moves.filter((choice) => from && choice.path[0] === from);
  return mine.flatMap((choice) => litLine(board, board.at(from ?? ""), board.at(choice.path[1] ?? ""), false));
}

/** The eater snaps, and bubbles rise from where the eaten one was.
 * @param {BoardElement} board @param {import("/static/types").Piece} piece @param {number} delay */
function taken(board, piece, delay) {
  if (calm()) return;
  const { x, y } = board.at(piece.cell);
  board.tops
    .get(piece.cell)
    ?.querySelector(".piece")
    ?.firstElementChild?.animate(
      [
        { transform: "scale(1)" },
        { transform: "scale(1.3, 1.12)" },
        { transform: "scale(.94, 1.04)" },
        { transform: "scale(1)" },
      ],
      { duration: BITE_MS, delay, easing: "ease-out" },
    );
  for (let i = 0; i < BUBBLES; i += 1) {
    const turn = i * 2.4;
    const bubble = s("circle", {
      class: "bubble",
      cx: x + 0.3 * Math.cos(turn),
      cy: y + 0.2 * Math.sin(turn),
      r: 0.04 + 0.02 * (i % 4),
    });
    board.layer("front").append(bubble);
    const rising = bubble.animate(
      [
        { opacity: 0, transform: "translate(0, 0)" },
        { opacity: 0.9, transform: `translate(${0.08 * Math.cos(3 * turn)}px, -0.25px)`, offset: 0.25 },
        { opacity: 0, transform: `translate(${0.25 * Math.cos(turn)}px, ${-0.9 - 0.1 * (i % 3)}px)` },
      ],
      { duration: RISING_MS, delay: delay + 35 * i, easing: "ease-out", fill: "both" },
    );
    rising.onfinish = () => bubble.remove();
  }
}

looks.set("piranhas", { lit, taken, aims: true });
