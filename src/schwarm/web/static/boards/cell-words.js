/** A cell in words, for whoever does not see the board. */

import { sideName, t, told } from "../shared/texts.js";

/**
 * What stands and lies there, and what can be done with it.
 * @param {import("../types").Scene | null} scene @param {import("../types").Cell} cell @param {string} doing what
 * can be done, if anything @returns {string}
 */
export function cellWords(scene, cell, doing) {
  const { id } = cell;
  const parts = [];
  for (const piece of scene?.board.pieces ?? []) {
    if (piece.cell !== id) continue;
    const name = told(`ui/pieces/${piece.kind}`, piece.kind).replace("{size}", String(piece.size ?? ""));
    parts.push(piece.side ? t("ui/owned", { side: sideName(piece.side), piece: name }) : name);
  }
  if (cell.kind === "stock") parts.push(t("boards/stock_count", { count: cell.count ?? "∞" }));
  else if (cell.count !== undefined) parts.push(t("ui/in_hand_count", { count: cell.count }));
  const ground = told(`ui/ground/${cell.kind}`, "");
  if (ground && (!parts.length || cell.kind !== "water")) parts.push(ground);
  for (const mark of scene?.board.marks ?? []) if (mark.cell === id) parts.push(told(`ui/marks/${mark.kind}`, ""));
  const places = /** @type {Record<string, string>} */ ({ hand: t("ui/hand"), stock: t("boards/stock") });
  return `${places[cell.kind] ?? id}: ${[...parts, doing].filter(Boolean).join(", ") || t("ui/empty")}`;
}
