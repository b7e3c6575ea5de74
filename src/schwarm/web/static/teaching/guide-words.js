/** What the guide says: what can be done, and what a move of the bot did, from what the server tells. */

import { setting } from "../shared/settings.js";
import { language, sideName, t, told } from "../shared/texts.js";

/** @typedef {import("../types").State} State */
/** @typedef {import("../types").Piece} Piece */

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

/** Does the board show the names of its fields? Where it does not, they say nothing. @param {State} state */
const named = (state) => state.board.kind === "square" || setting("coordinates") === "on";

/** The aim, as this game's options set it. @param {State} state @returns {string} */
function aim(state) {
  const own = Object.entries(state.options).map(([option, value]) => `guide/aims_by/${state.game}/${option}/${value}`);
  return t(own.find((key) => told(key, "")) ?? `guide/aims/${state.game}`, numbers(state));
}

/** How to begin. @param {State} state @returns {string} */
const tip = (state) => t(`guide/tips/${state.game}`, numbers(state));

/** What a sentence may say of this game's options. @param {State} state */
const numbers = (state) =>
  Object.fromEntries(Object.entries(state.options).map(([name, value]) => [name, String(value)]));

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

/** The moves that begin with what is selected. @param {State} state @param {string[]} selected */
const going = (state, selected) =>
  (state.moves ?? []).filter((choice) => selected.every((cell, i) => choice.path[i] === cell));

/** The kinds of moves that what is selected offers, each with its moves.
 * @param {State} state @param {string[]} selected @returns {Map<string, import("../types").Choice[]>} */
function kinds(state, selected) {
  /** @type {Map<string, import("../types").Choice[]>} */ const found = new Map();
  for (const choice of selected.length ? going(state, selected) : [])
    if (choice.kind) found.set(choice.kind, [...(found.get(choice.kind) ?? []), choice]);
  return found;
}

/** What whoever is to move can do with what is selected, or at all.
 * @param {State} state @param {string[]} selected @returns {string} */
function can(state, selected) {
  const own = told(`guide/can_in/${state.game}`, "");
  if (own || state.composed) return own;
  const [chosen] = selected;
  if (chosen && on(state, chosen)) {
    const count = new Set(going(state, selected).map((choice) => choice.path[selected.length])).size;
    const hand = inHand(state, chosen);
    const key = hand ? "guide/chosen_hand" : "guide/chosen";
    const how = told(`guide/${hand ? "setting" : "walking"}/${state.game}/${on(state, chosen)?.kind}`, "");
    return [how, t(count === 1 ? `${key}_one` : key, { piece: name(on(state, chosen)), count })].join(" ").trim();
  }
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
  if (board.length) words.push(t("guide/click"));
  return words.join(" ");
}

/** What the last move did. @param {State} before
 * @param {State} after @param {string[]} mine @param {State | null} turn when it was last our turn */
function did(before, after, mine, turn) {
  const last = after.last;
  if (!last) return [];
  const to = last.path[last.path.length - 1] ?? "";
  const from = last.path[0] ?? "";
  const piece = name(on(after, to)) || name(on(before, from));
  const count = Math.max(0, last.path.length - 1);
  const move = players(after.told);
  const where = (/** @type {string} */ key) => (move ? ` (${move})` : named(after) ? t(key, { from, to }) : "");
  const places = { way: where("guide/from_to"), to: where("guide/to"), on: where("guide/on") };
  const own = `guide/kinds_in/${after.game}/${last.kind}`;
  const sentences = [
    t(told(own, "") ? own : `guide/kinds/${last.kind}`, { ...numbers(after), ...places, piece, count }),
  ];
  const taken = last.captured.filter((one) => one.side); // what belongs to nobody is told by what it changes
  if (taken.length) sentences.push(t("guide/took", { pieces: listed(taken.map((one) => owned(one))) }));
  sentences.push(...changes(before, after, mine));
  const free = new Set(sources(after));
  const still = sources(turn).filter(
    (cell) => !inHand(after, cell) && !free.has(cell) && mine.includes(on(after, cell)?.side ?? ""),
  );
  if (still.length && told(`guide/pinned/${after.game}`, ""))
    sentences.push(t(`guide/pinned/${after.game}`, { pieces: listed(still.map((cell) => name(on(after, cell)))) }));
  return sentences;
}

/** @param {Piece} piece */
const owned = (piece) =>
  piece.side ? t("guide/owned", { side: sideName(piece.side), piece: name(piece) }) : name(piece);

/** Numbers that changed, in words where there are words for them.
 * @param {State} before @param {State} after @param {string[]} mine */
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

/** A move as players of the game write it, if the visitor wants that.
 * @param {{players?: string} | null | undefined} told */
const players = (told) => (setting("notation") === "players" && told?.players) || "";

/** A suggested move in words. @param {{move: string, words: Record<string, string>, players?: string}} found */
function suggestion(found) {
  return t("guide/suggestion", { move: players(found) || (found.words[language] ?? found.move) });
}

export const guideWords = { aim, can, did, kinds, suggestion, tip };
