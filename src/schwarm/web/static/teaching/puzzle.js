/** One puzzle on the board: find the move, play the line against the best defence, see why others fail. */

import "../shared/chrome.js";
import "../boards.js";
import { PlayController } from "../boards/play.js";
import { complain, must, toast, wait } from "../shared/dom.js";
import { drawStrip, roundText } from "../tables/players.js";
import { PuzzleLine } from "./puzzle-line.js";
import { choose, days, note, noteDay, progress } from "./puzzle-progress.js";
import { because, reason } from "../tables/result.js";
import { ask } from "../shared/server.js";
import { data, language, sideName, t, told } from "../shared/texts.js";
import { show as display, html, nothing } from "../shared/view.js";

/** @typedef {import("../types").Snapshot} Snapshot */
/** @typedef {import("../types").PuzzleShown} PuzzleShown */
/** @typedef {import("../types").PuzzleStep} PuzzleStep */

const book = /** @type {import("../types").Book} */ (data.book);
const list = /** @type {import("./puzzle-progress.js").Listed[]} */ (data.list);
const PAUSE_MS = 450; // before the other side answers
let theme = new URLSearchParams(location.search).get("theme") ?? "";
/** @type {PuzzleShown} */ let puzzle;
/** @type {Snapshot} */ let scene;
/** @type {string[]} */ let moves = []; // made so far, the enemy's included
/** @type {string | null} */ let wrong = null; // the move that was just tried in vain
/** @type {"solve" | "busy" | "wrong" | "line" | "done"} */ let mode = "busy";
let clean = true; // without a mistake or help
let hints = 0;
let over = false; // solved, or the solution was shown
const control = new PlayController(book.name, {
  play: attempt,
  attempt: () => toast(t("ui/not_legal")),
  draft: (steps) => ask(`${address()}/draft`, { moves, steps }),
  refused: complain,
});
const line = new PuzzleLine((snapshot, animate) => show(snapshot, animate), leaveLine);

const address = () => `/api/puzzles/${book.name}/${puzzle.name}`;
const themeName = (/** @type {string} */ name) => told(`puzzles/theme/${name}`, name);

/** What the right move does: it wins, it wins fastest while others may win later, or it saves. */
const goal = () => (puzzle.goal === "win" && puzzle.depth === puzzle.plies ? "fastest" : puzzle.goal);

/** How many moves the winner makes in that many single moves of both sides: the solver begins, with a wrong one
 * if the puzzle is to be saved. @param {number} plies */
const winnersMoves = (plies) => (goal() === "save" ? Math.ceil(plies / 2) : Math.floor(plies / 2) + 1);

/** What is asked, of the side or of that of its colours which moves. */
function task() {
  const { mover } = puzzle.snapshot.board;
  const side = mover ? told(`ui/facts/${mover}`, mover) : sideName(puzzle.side);
  return t(`puzzles/task/${goal()}`, { side, count: winnersMoves(puzzle.plies) });
}

// --- showing -----------------------------------------------------------------------------------------------
/** @param {Snapshot} next @param {boolean} animate @returns {number} how long it moves */
function show(next, animate) {
  strips(next);
  return control.show(next, mode === "solve" ? [puzzle.side] : [], animate);
}

/** What decides a puzzle besides the board: the round, and what the position amounts to for both sides.
 * @param {Snapshot} next */
function strips(next) {
  const [below, above] = next.sides;
  const strip = (/** @type {string} */ place, side = "") => {
    const you = side === puzzle.side ? html`<span class="side-name">${t("ui/you")}</span>` : nothing;
    const who = html`<span class="name">${sideName(side)}</span>${you}`;
    drawStrip(must(place), side, next.board, next.to_move === side ? "turn" : "", who);
  };
  strip("#player-top", above);
  strip("#player-bottom", below);
  must("#puzzle-round").textContent = roundText(next);
}

/** The verdict, read out too. @param {string} kind @param {string} text */
function say(kind, text) {
  must("#status").className = `verdict ${kind}`;
  must("#status").textContent = text;
}

/** Everything beside the board follows the mode. @param {typeof mode} next */
function enter(next) {
  mode = next;
  document.body.dataset.mode = next;
  must("#why").hidden = must("#again").hidden = next !== "wrong";
  if (next === "done") over = true;
  must("#hint").hidden = must("#solution").hidden = over;
  for (const name of ["#hint", "#solution"]) must(name).toggleAttribute("disabled", next === "busy");
  must("#next").classList.toggle("primary", over);
  if (next !== "line") line.hide();
  if (next !== "solve") control.rest();
}

/** Let the visitor move. */
function arm() {
  enter("solve");
  show(scene, false);
  control.arm();
}

/** The numbers this browser remembers. */
function numbers() {
  const known = progress(book.name);
  const right = Object.values(known.tried).filter(Boolean).length;
  /** @type {[string, string, string][]} */
  const rows = [
    [t("puzzles/your_rating"), String(known.rating), ""],
    [t("puzzles/streak"), String(known.streak), t("puzzles/best_streak", { best: known.best })],
    [t("puzzles/solved_count"), t("puzzles/of_all", { done: right, count: list.length }), ""],
    [t("puzzles/days"), String(days().run), ""],
  ];
  display(
    "#numbers",
    rows.map(
      ([name, value, more]) =>
        html`<div><dt>${name}</dt><dd>${value}${more ? html`<small> ${more}</small>` : nothing}</dd></div>`,
    ),
  );
}

/** Open a puzzle. @param {PuzzleShown} next */
function open(next) {
  puzzle = next;
  scene = next.snapshot;
  moves = [];
  wrong = null;
  clean = true;
  over = false;
  hints = 0;
  must("#puzzle-rating").textContent = t("puzzles/rating", { rating: next.rating });
  must("#proof").textContent = [
    t(`puzzles/length/${goal()}`, { depth: Math.ceil(next.depth / 2), count: winnersMoves(next.plies) }),
    told(`puzzles/note/${next.game}`, ""),
  ].join(" ");
  display("#found-themes", nothing);
  say("", task());
  numbers();
  arm();
  document.body.dataset.puzzle = next.name;
}

/** The end: result, themes and how hard it was. @param {boolean} solved */
function finish(solved) {
  const change = note(book.name, puzzle.name, puzzle.rating, solved && clean);
  if (solved && puzzle.name === data.daily) noteDay(data.day);
  numbers();
  const rating = progress(book.name).rating;
  const words = solved ? t(clean ? "puzzles/solved" : "puzzles/solved_helped") : t("puzzles/is_solution");
  const told = change
    ? ` ${t("puzzles/rating_change", { rating, change: change > 0 ? `+${change}` : `−${-change}` })}`
    : "";
  say(solved ? "good" : "", words + told);
  const level = puzzle.solved.findIndex((share, i) => puzzle.solved.slice(i).every((one) => one >= 50));
  display(
    "#found-themes",
    html`<ul class="themes">${puzzle.themes.map((name) => html`<li>${themeName(name)}</li>`)}</ul>
      <p>${level < 0 ? t("puzzles/no_level") : t("puzzles/levels_solve", { level: level + 1 })}</p>`,
  );
}

// --- solving -----------------------------------------------------------------------------------------------
/** @param {PuzzleStep} step */
const inWords = (step) => `${sideName(step.side)}: ${step.words[language] ?? step.move}.`;

/** Try a move. @param {string} move */
async function attempt(move) {
  if (mode !== "solve") return;
  enter("busy");
  say("", t("puzzles/thinking"));
  try {
    const found = /** @type {import("../types").PuzzleTry} */ (
      await ask(`${address()}/try`, { moves: [...moves, move] })
    );
    for (const [i, step] of found.steps.entries()) {
      const took = show(step.snapshot, true);
      if (i < found.steps.length - 1) await wait(took + PAUSE_MS);
    }
    const last = found.steps[found.steps.length - 1];
    if (!found.right) missed(move, last);
    else {
      moves = found.moves;
      scene = last?.snapshot ?? scene;
      if (found.solved) {
        enter("done");
        finish(true);
        if (puzzle.goal === "save") await playOn(1);
        must("#next").focus({ preventScroll: true });
        return;
      }
      const answered = found.steps.length > 1 && last;
      say("good", answered ? t("puzzles/right", { words: inWords(last) }) : t("puzzles/right_again"));
      arm();
    }
  } catch (error) {
    complain(error);
    arm();
  }
}

/** @param {string} move @param {PuzzleStep | undefined} step */
function missed(move, step) {
  wrong = move;
  if (clean) note(book.name, puzzle.name, puzzle.rating, false);
  clean = false;
  numbers();
  enter("wrong");
  say("no", t("puzzles/wrong", { words: step ? inWords(step) : move }));
  must("#why").focus({ preventScroll: true });
}

/** Show the solution until one sees why: the game is won, or nothing more can be lost by force.
 * @param {number} shown moves of it that were seen already */
async function playOn(shown) {
  const found = /** @type {import("../types").PuzzleLine} */ (await ask(`${address()}/solution`));
  const last = found.steps.at(-1)?.snapshot;
  scene = puzzle.snapshot;
  moves = [];
  enter("line");
  line.show(found.steps, scene, last ? outcome(last) : "", shown);
}

/** Why a line ends where it does. @param {Snapshot} last */
function outcome(last) {
  if (last.end) return `${reason(last.end, scene.sides, [puzzle.side])}. ${because(last, control.board)}`;
  return puzzle.goal === "save" ? t("puzzles/holds", { side: sideName(puzzle.side) }) : t("puzzles/refuted");
}

// --- lines to look at ----------------------------------------------------------------------------------------
function leaveLine() {
  if (over) {
    enter("done");
    show(scene, false);
    return;
  }
  say("", task());
  arm();
}

must("#why").addEventListener("click", async () => {
  if (!wrong) return;
  say("", t("puzzles/thinking"));
  try {
    const found = await ask(`${address()}/why`, { moves: [...moves, wrong] });
    const last = /** @type {PuzzleStep} */ (found.steps[found.steps.length - 1]).snapshot;
    enter("line");
    say("no", t("puzzles/why"));
    line.show(found.steps, scene, last.end || puzzle.goal === "win" ? outcome(last) : t("puzzles/refuted"));
  } catch (error) {
    complain(error);
  }
});
must("#again").addEventListener("click", leaveLine);
must("#solution").addEventListener("click", async () => {
  if (clean) note(book.name, puzzle.name, puzzle.rating, false);
  clean = false;
  over = true;
  finish(false);
  await playOn(0);
});
must("#hint").addEventListener("click", async () => {
  if (mode === "wrong" || mode === "line") leaveLine();
  clean = false;
  hints += 1;
  if (hints === 1 || moves.length) {
    say("tip", t("puzzles/hint_theme", { themes: puzzle.themes.map(themeName).join(", ") }));
    return;
  }
  const found = await ask(`${address()}/hint`);
  control.board?.suggest(found.path);
  say("tip", found.step ? t("puzzles/hint_step", { step: found.step }) : t("puzzles/hint_piece"));
});

// --- one after the other ---------------------------------------------------------------------------------------
/** @param {boolean} replace the address instead of adding one to the history */
async function next(replace) {
  const found = choose(list, book.name, theme, puzzle?.name ?? "");
  if (!found) return;
  if (found.anew) toast(t("puzzles/all_done"));
  const where = `/puzzles/${book.name}/${found.name}${theme ? `?theme=${theme}` : ""}`;
  if (replace) history.replaceState(null, "", where);
  else history.pushState(null, "", where);
  open(await ask(`/api/puzzles/${book.name}/${found.name}`));
}

must("#next").addEventListener("click", () => next(false));
addEventListener("popstate", async () => {
  const name = location.pathname.split("/")[3];
  if (name) open(await ask(`/api/puzzles/${book.name}/${name}`));
});

const counts = /** @type {Map<string, number>} */ (new Map());
for (const [, , themes] of list) for (const name of themes) counts.set(name, (counts.get(name) ?? 0) + 1);
if (!counts.has(theme)) theme = "";
const choice = /** @type {HTMLSelectElement} */ (must("#theme-choice"));
const themes = [...counts]
  .sort((a, b) => b[1] - a[1])
  .map(([name, count]) => html`<option value=${name}>${themeName(name)} (${count})</option>`);
display(choice, html`<option value="">${t("puzzles/all_themes")}</option>${themes}`);
choice.value = theme;
choice.addEventListener("change", () => {
  theme = choice.value;
  next(false);
});
const begun = data.puzzle ? Promise.resolve(open(data.puzzle)) : next(true);
begun.then(() => (document.body.dataset.ready = "yes"));
