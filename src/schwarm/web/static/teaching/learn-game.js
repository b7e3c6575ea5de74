/** The lessons of a game, played on the board. The server judges every move; progress stays in this browser. */

import "../shared/chrome.js";
import "../boards.js";
import { PlayController } from "../boards/play.js";
import { must, wait } from "../shared/dom.js";
import { takeSeat } from "../people/people.js";
import { learn, learned } from "./progress.js";
import { Refusal, ask, because, explain } from "../shared/server.js";
import { data, language, t, told } from "../shared/texts.js";
import { anew, show as display, html, nothing } from "../shared/view.js";

/** @typedef {import("../types").Snapshot} Snapshot */
/** @typedef {{id: string, rules: string[], title: string, text: string, hint: string, done: string, missed: string,
 * moves: number, look: string[], hand: boolean}} Lesson */

const game = /** @type {string} */ (data.game);
const book = /** @type {import("../types").Book} */ (data.book);
const lessons = /** @type {Lesson[]} */ (data.lessons);
const PAUSE_MS = 350; // before the other side answers
let number = 0;
/** @type {string[]} */ let moves = [];
/** @type {Snapshot | null} */ let scene = null;
/** @type {"go_on" | "solved" | "missed"} */ let verdict = "go_on";
let hinted = false;
let answers = 0;
const control = new PlayController(game, {
  play: (move) => judge(call("try", { moves: [...moves, move] }), move),
  attempt: (path) => judge(call("attempt", { path }), null),
  draft: (steps) => call("compose", { steps }),
  refused,
});

/** @returns {Lesson} */
const lesson = () => /** @type {Lesson} */ (lessons[number]);
/** @param {string} what @param {object} body @returns {Promise<any>} */
const call = (what, body) => ask(`/api/lessons/${game}/${lesson().id}/${what}`, { moves, ...body });

// --- showing -----------------------------------------------------------------------------------------------
/** @param {Snapshot} next @param {boolean} animate @returns {number} how long it moves */
function show(next, animate) {
  scene = lesson().hand ? next : withoutHands(next);
  next = scene;
  if (verdict === "go_on") next.board.marks.push(...lesson().look.map((cell) => ({ cell, kind: "look" })));
  const side = next.to_move ?? "";
  return control.show(next, verdict === "go_on" && side ? [side] : [], animate);
}

/** What came of it, in words, which are read out even if they are the same again.
 * @param {string} kind @param {string} title @param {string} text @param {unknown} [more] @param {unknown} [below] */
function answer(kind, title, text, more = nothing, below = nothing) {
  const told = html`<div class="answer ${kind}"><b>${title}</b> ${text} ${more}</div>${below}`;
  display("#answer", anew(String(++answers), told));
  must("#answer").scrollIntoView({ block: "nearest" });
}

/** A position with what lies on the board alone: the lesson needs nothing from hands and stocks.
 * @param {Snapshot} full @returns {Snapshot} */
function withoutHands(full) {
  const beside = new Set(
    full.board.cells.filter(({ kind }) => kind === "hand" || kind === "stock").map(({ id }) => id),
  );
  const here = (/** @type {{cell: string}} */ { cell }) => !beside.has(cell);
  const { cells, pieces, marks } = full.board;
  const board = { ...full.board, cells: cells.filter(({ id }) => !beside.has(id)) };
  const moves = full.moves?.filter(({ path }) => !beside.has(path[0] ?? "")) ?? null;
  return { ...full, moves, board: { ...board, pieces: pieces.filter(here), marks: marks.filter(here) } };
}

/** Everything beside the board. */
function paint() {
  const known = learned(game);
  const steps = lessons.map((one, i) => {
    const done = known.includes(one.id);
    const label = `${i + 1}. ${one.title}${done ? `, ${t("learn/solved_mark")}` : ""}`;
    return html`<li><button type="button" class=${done ? "done" : ""} aria-current=${i === number ? "step" : nothing}
      aria-label=${label} title=${one.title} @click=${() => open(i)}>${done ? "✓" : i + 1}</button></li>`;
  });
  display("#lessons", steps);
  const [list, current] = [must("#lessons"), must("#lessons [aria-current]")];
  list.scrollLeft = current.offsetLeft - list.offsetLeft - (list.clientWidth - current.offsetWidth) / 2;
  must("#lesson-number").textContent = t("learn/lesson_of", { number: number + 1, all: lessons.length });
  must("#lesson-title").textContent = lesson().title;
  must("#lesson-text").textContent = lesson().text;
  const left = lesson().moves - moves.length;
  must("#lesson-left").textContent =
    lesson().moves > 1 && verdict === "go_on"
      ? left === 1
        ? t("learn/move_left")
        : t("learn/moves_left", { count: left })
      : "";
  must("#next-lesson").hidden = verdict !== "solved";
  must("#hint").hidden = must("#skip-lesson").hidden = verdict === "solved";
  must("#hint").textContent = t(hinted ? "learn/show_move" : "learn/hint");
  document.body.dataset.lesson = lesson().id;
  document.body.dataset.verdict = verdict;
}

/** Begin a lesson. @param {number} which @param {boolean} [focus] */
async function open(which, focus = true) {
  number = which;
  moves = [];
  verdict = "go_on";
  hinted = false;
  display("#answer", nothing);
  const found = await call("try", {});
  show(found.scenes[0], false);
  history.replaceState(null, "", `#${lesson().id}`);
  paint();
  control.arm();
  if (focus) must("#lesson-title").focus({ preventScroll: true });
}

// --- doing -------------------------------------------------------------------------------------------------
/** @param {Promise<any>} asked @param {string | null} move */
async function judge(asked, move) {
  try {
    const found = await asked;
    if (move) moves = [...moves, move];
    const all = /** @type {Snapshot[]} */ (found.scenes);
    verdict = "missed"; // nobody moves while pieces travel
    for (const [i, one] of all.entries()) {
      const last = i === all.length - 1;
      if (last) verdict = found.verdict;
      const took = show(one, true);
      if (one.last) must("#spoken").textContent = one.last.move;
      if (!last) await wait(took + PAUSE_MS);
    }
    came();
  } catch (error) {
    refused(error);
  }
}

/** The verdict. */
function came() {
  hinted = false;
  if (verdict === "solved") {
    learn(game, lesson().id);
    const all = lessons.every((one) => learned(game).includes(one.id));
    answer("good", t("learn/solved"), lesson().done, nothing, all ? finish() : nothing);
  } else if (verdict === "missed") answer("almost", t("learn/missed"), lesson().missed, retry());
  else answer("good", t("learn/go_on"), "");
  paint();
  control.arm();
  if (verdict !== "solved") return;
  must("#next-lesson").hidden = number === lessons.length - 1;
  (number === lessons.length - 1 ? document.getElementById("first-game") : must("#next-lesson"))?.focus({
    preventScroll: true,
  });
}

const retry = () => html`<button type="button" id="retry" @click=${() => open(number)}>${t("learn/restart")}</button>`;

/** All done: a real game. */
const finish = () =>
  html`<div class="answer finish"><h2>${t("learn/all_done")}</h2><p>${t("learn/all_done_text")}</p>
    <button type="button" id="first-game" class="primary big" @click=${play}>${t("learn/first_game")}</button></div>`;

async function play() {
  try {
    localStorage.setItem(`guide:${game}`, "on");
    const level = book.levels.includes("1") ? "1" : (book.levels[0] ?? "random");
    await takeSeat("/api/tables", { game, side: book.sides[0], level, rated: false });
  } catch (error) {
    refused(error);
  }
}

/** Say kindly why not, with a way to the rule. @param {unknown} error */
function refused(error) {
  const body = error instanceof Refusal ? error.body : null;
  const rule = body?.rule && body.rule !== "END" ? body.rule : null;
  if (rule) {
    const sentence = told(`games/${game}/rules/${rule}`, book.rules[rule] ?? "");
    answer(
      "no",
      t("learn/refused"),
      because(body) || t("ui/rule_demands", { rule, sentence: sentence || body?.why || "" }),
      html`<a href="/rules/${game}#${rule}" target="_blank">${t("learn/why", { rule })}</a>`,
    );
  } else answer("no", t("learn/refused"), body ? explain(body, game) : String(error));
  if (scene?.composed) control.undrafted();
}

must("#restart").addEventListener("click", () => open(number));
must("#skip-lesson").addEventListener("click", () => open((number + 1) % lessons.length));
must("#next-lesson").addEventListener("click", () => open(Math.min(number + 1, lessons.length - 1)));
must("#hint").addEventListener("click", async () => {
  if (verdict === "missed") await open(number, false);
  if (!hinted) {
    hinted = true;
    answer("tip", t("learn/hint"), lesson().hint);
    paint();
    return;
  }
  try {
    const found = await call("hint", {});
    control.board?.suggest(found.path);
    answer("tip", lesson().hint, found.words[language] ?? found.move);
  } catch (error) {
    refused(error);
  }
});

const wished = lessons.findIndex((one) => one.id === location.hash.slice(1));
const unknown = lessons.findIndex((one) => !learned(game).includes(one.id));
open(Math.max(0, wished >= 0 ? wished : unknown), false).then(() => (document.body.dataset.ready = "yes"));
