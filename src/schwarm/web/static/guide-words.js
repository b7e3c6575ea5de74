/** What the guide says: what can be done, and what a move of the bot did, from what the server tells. */

import { language, sideName, t, told } from "./texts.js";

/** @typedef {import("./types").State} State */
/** @typedef {import("./types").Piece} Piece */

const MOST = 6; // pieces named; more would be a list nobody reads
const QUIET = 4; // free fields of a queen that nobody need worry about

/** @param {Piece | undefined} piece */
function name(piece) {
  if (piece?.kind === "cellule" && piece.size === 1) return t("guide/piece");
  return piece ? told(`ui/pieces/${piece.kind}`, piece.kind).replace("{size}", String(piece.size ?? "")) : "";
}

/** @param {string[]} words */
function listed(words) {
  const all = [...new Set(words)];
  const few = all.slice(0, MOST);
  if (few.length < all.length) return `${few.join(", ")}, …`;
  return few.length > 1 ? `${few.slice(0, -1).join(", ")} ${t("guide/and")} ${few[few.length - 1]}` : few.join("");
}

/** The topmost piece on a cell. @param {State} state @param {string} cell */
const on = (state, cell) => state.board.pieces.filter((piece) => piece.cell === cell).pop();

/** The cells from which something can move, hands apart. @param {State | null} state */
function sources(state) {
  const cells = new Set((state?.moves ?? []).map((choice) => choice.path[0] ?? ""));
  cells.delete("");
  return [...cells];
}

/** @param {State} state @param {string} cell */
const inHand = (state, cell) => state.board.cells.some((one) => one.id === cell && one.kind === "hand");

/** What whoever is to move can do. @param {State} state @returns {string} */
function can(state) {
  if (state.composed) return "";
  const all = sources(state);
  const hand = all.filter((cell) => inHand(state, cell));
  const board = all.filter((cell) => !inHand(state, cell) && on(state, cell)); // a stock for creations is no piece
  const words = [];
  if (board.length) {
    const pieces = listed(board.map((cell) => name(on(state, cell))));
    const alike = new Set(board.map((cell) => on(state, cell)?.kind)).size === 1;
    const key = board.length === 1 ? "guide/can_one" : alike ? "guide/can_all" : "guide/can";
    words.push(t(key, { count: board.length, pieces }));
  }
  if (hand.length) words.push(t("guide/can_set", { pieces: listed(hand.map((cell) => name(on(state, cell)))) }));
  if (all.length) words.push(t("guide/click"));
  return words.join(" ");
}

/** What the last move did. @param {State} before @param {State} after @param {string[]} mine @param {State | null} turn when it was last our turn */
function did(before, after, mine, turn) {
  const last = after.last;
  if (!last) return [];
  const to = last.path[last.path.length - 1] ?? "";
  const from = last.path[0] ?? "";
  const piece = name(on(after, to)) || name(on(before, from));
  const count = Math.max(0, last.path.length - 1);
  const sentences = [t(`guide/kinds/${last.kind}`, { piece, from, to, count })];
  if (last.captured.length && after.game !== "mississippi_queen")
    sentences.push(t("guide/took", { pieces: listed(last.captured.map((one) => owned(one))) }));
  sentences.push(...changes(before, after, mine));
  const free = new Set(sources(after));
  const still = sources(turn).filter(
    (cell) => !inHand(after, cell) && !free.has(cell) && mine.includes(on(after, cell)?.side ?? ""),
  );
  if (after.game === "hive" && still.length)
    sentences.push(t("guide/pinned", { pieces: listed(still.map((cell) => name(on(after, cell)))) }));
  return sentences;
}

/** @param {Piece} piece */
const owned = (piece) => (piece.side ? `${sideName(piece.side)} ${name(piece)}` : name(piece));

/** Numbers that changed, in words where there are words for them. @param {State} before @param {State} after @param {string[]} mine */
function changes(before, after, mine) {
  const found = [];
  for (const [side, strip] of Object.entries(after.board.sides))
    for (const fact of strip.facts) {
      const old = before.board.sides[side]?.facts.find((one) => one.key === fact.key)?.value;
      const [was, is] = [parseInt(String(old)), parseInt(String(fact.value))];
      if (Number.isNaN(was) || Number.isNaN(is) || was === is) continue;
      const ours = mine.includes(side);
      if (fact.key === "liberties" && is > QUIET) continue;
      const key = `${after.game}/${fact.key}/${ours ? "mine" : "theirs"}/${is > was ? "up" : "down"}`;
      found.push(told(`guide/changes/${key}`, "").replace("{value}", String(fact.value)));
    }
  return found.filter(Boolean);
}

/** A suggested move in words. @param {State} state @param {{move: string, path: string[], words: Record<string, string>}} found */
function suggestion(state, found) {
  const [from, to] = [found.path[0] ?? "", found.path[found.path.length - 1] ?? ""];
  const piece = name(on(state, from));
  if (!piece || from === to || state.composed) {
    const move = found.words[language] ?? found.move;
    return t("guide/suggestion", { move });
  }
  if (inHand(state, from)) return t("guide/suggestion_new", { piece, to });
  return t("guide/suggestion_piece", { piece, from, to });
}

export const guideWords = { can, did, suggestion };
