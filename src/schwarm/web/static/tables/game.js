/** A game: play it, watch it, or look at it again. */

import "../shared/chrome.js";
import "../boards.js";
import { attract } from "./attention.js";
import { PlayController } from "../boards/play.js";
import { complain, must, quiet, toast } from "../shared/dom.js";
import { waiting, withdrawn } from "../people/invite.js";
import { written } from "./moves.js";
import { Live } from "./live.js";
import { Mend } from "../analysis/mend.js";
import { Moments } from "../analysis/moments.js";
import { Pace, pauseOf } from "./pace.js";
import { myToken } from "../people/people.js";
import { PlanAhead } from "./plan-ahead.js";
import { badge } from "./badge.js";
import { Players, roundText } from "./players.js";
import { Replay } from "../analysis/replay.js";
import { resultCard } from "./result-card.js";
import { ruleCard, setupQuery } from "./rulecard.js";
import { Line, Refusal, ask, because, explain, keep, tokens } from "../shared/server.js";
import { setting } from "../shared/settings.js";
import { groundSound, sound, soundOf } from "./sound.js";
import "./sound-button.js";
import { statusText } from "./status-text.js";
import { Talk } from "./talk.js";
import { data, sideName, t, told, worded } from "../shared/texts.js";
import { show as display, html, nothing } from "../shared/view.js";

/** @typedef {import("../types").State} State */
/** @typedef {import("../boards/board.js").BoardElement} BoardElement */

const table = /** @type {string} */ (data.table);
const book = /** @type {import("../types").Book} */ (data.book);
const seats = tokens(table);
const token = Object.values(seats)[0] ?? myToken();
/** @type {State | null} */ let state = null;
/** @type {string[]} */ let mine = [];
let mayTakeBack = false;
let refusal = "ui/not_legal"; // what to say of what was tried last
let busyUntil = 0; // as long as the last move is still travelling
/** @type {BoardElement | null} */ let board = null;
const players = new Players(must("#player-top"), must("#player-bottom"));
const control = new PlayController(book.name, {
  play: (move) => (plan.on ? plan.keep() : play(move)),
  attempt: (path) => {
    if (mend.on) return toast(t("ui/not_legal"));
    refusal = path.length === 1 ? "ui/cannot_move" : "ui/not_legal";
    line.say({ type: "attempt", path });
  },
  draft: (steps) => {
    if (mend.on) return mend.draft(steps);
    line.say({ type: "compose", steps, ahead: plan.on });
    return null;
  },
  refused: complain,
  made: (made) => {
    board = made;
    board.ahead.allowed = true;
    board.addEventListener("click", () => document.body.classList.contains("past") && present());
    board.addEventListener("planned", (event) =>
      say(t(/** @type {CustomEvent} */ (event).detail.path.length ? "ui/planned" : "ui/not_planned")),
    );
  },
});
const { composer } = control;
const plan = new PlanAhead(composer, (on) => {
  if (state && board) board.show(on ? { ...state, to_move: mine[0] ?? null } : state, { mine });
});
const replay = new Replay(
  book,
  (snapshot, ply, animate) => {
    if (!state || !board) return;
    if (mend.on) {
      mend.stop();
      moments.draw();
    }
    const scene = snapshot ?? state;
    board.show(scene, { mine: snapshot || state.status === "ended" ? [] : mine, animate });
    board.foresee(replay.best());
    players.show(state, scene.board, mine, scene.to_move);
    say(scene.last ? `${ply}. ${spoken(scene.last, replay.told[ply - 1])}` : t("ui/start_position"));
    status();
    study(scene);
    if (!snapshot) arm(true);
  },
  () => players.below,
  () => moments.draw(),
);
const mend = new Mend(
  table,
  control,
  (scene) => state && players.show(state, scene.board, mine, scene.to_move),
  () => {
    moments.draw();
    replay.go(replay.at);
  },
);
const moments = new Moments(replay, mend, () => mine);
const pace = new Pace(hear, due);
const live = new Live(
  (message) => pace.push(message),
  (message) => line.say(message),
);
const line = new Line(
  `/api/tables/${table}/socket`,
  token ? { token } : {},
  (message) => live.push(message),
  (up) => {
    document.body.classList.toggle("offline", !up);
    must("#connection").textContent = up ? "" : t("ui/reconnecting");
  },
);

const talk = new Talk(
  (what, say) => order("offers", mine.length === 1 ? { what, say, side: mine[0] } : { what, say }),
  (message) => line.say(message),
);

// --- hearing -----------------------------------------------------------------------------------------------
/** When a message may be shown: the piece before arrives first, and a bot takes its time. @param {any} message */
function due(message) {
  if (message.type !== "state" || !state || replay.ply !== null) return 0;
  const next = /** @type {State} */ (message.state);
  const side = next.last?.side ?? "";
  if (next.history.length !== state.history.length + 1 || mine.includes(side)) return 0;
  const pause = pauseOf(next, side, Number(setting("pace")));
  return pause === null ? 0 : busyUntil + pause;
}

/** @param {any} message */
function hear(message) {
  if (message.type === "welcome") {
    mine = message.sides;
    mayTakeBack = message.take_back;
  } else if (message.type === "state") show(message.state);
  else if (message.type === "offers") talk.hearOffers(message, state, mine);
  else if (message.type === "said") talk.hear(message.said, state, mine);
  else if (message.type === "gone") {
    line.closed = true;
    withdrawn(must("#invite"), message.why, state, mine);
  } else if (message.type === "composed") {
    if (!control.drafted(message.draft)) return;
    const planned = plan.take(message.draft);
    if (planned) play(planned);
  } else if (message.type === "error") refused(message.error);
  else if (message.type === "clock" && state) {
    state.clock = message.clock;
    players.show(state, state.board, mine, state.to_move);
  } else if (message.type === "queue" && state) {
    state.queue = message.place;
    status();
  } else if (message.type === "people" && state) {
    for (const [side, here] of Object.entries(message.here)) {
      const seat = state.seats[side];
      if (seat) seat.here = /** @type {boolean} */ (here);
    }
    must("#watchers").textContent = message.watchers ? t("ui/watching", { count: message.watchers }) : "";
    if (replay.ply === null) players.show(state, state.board, mine, state.to_move);
  }
}

/** @param {State} next */
function show(next) {
  const before = state;
  state = next;
  board ??= control.make(next.board.kind);
  turn();
  const grown = before !== null && next.history.length === before.history.length + 1;
  if (replay.ply === null || grown || before?.status !== next.status) {
    replay.ply = null;
    const took = board.show(next, { mine: next.status === "running" ? mine : [], animate: grown });
    busyUntil = performance.now() + took;
    players.show(next, next.board, mine, next.to_move);
    arm(before?.ply === next.ply);
  }
  replay.update(next);
  if (before && next.history.length !== before.history.length) quiet();
  if (grown && next.last) {
    sound(next.end ? "end" : soundOf(next.last, next.last.side === next.sides[0]));
    sound(groundSound(next.board));
    say(spoken(next.last, next.told ?? undefined));
  } else if (before && !before.end && next.end) sound("end");
  status();
  study(next);
  controls();
  waiting(must("#invite"), next, mine, token, book, copy);
  talk.show(next, mine);
  ended(before !== null && before.status !== "ended");
  display("#rule-card", ruleCard(next, book, next.seed));
  attract(next, next.status === "running" && mine.includes(next.to_move ?? ""));
  document.body.dataset.status = next.status;
  document.body.dataset.ply = String(next.ply);
  const planned = replay.ply === null ? board.ahead.take() : null;
  if (planned) play(planned);
  document.dispatchEvent(new CustomEvent("shown", { detail: { state: next, mine, board } })); // the guide hears it
}

/** Compose a move where moves are composed: go on with one that was begun in the same position.
 * @param {boolean} same */
function arm(same) {
  const composing = !!state?.composed && state.status === "running" && replay.ply === null;
  if (composing && state?.to_move && mine.includes(state.to_move)) {
    if (plan.turn()) return;
    if (same && composer.draft) composer.ask(composer.steps);
    else composer.begin();
  } else if (composing && mine.length === 1) plan.offer();
  else composer.hide();
  control.offer();
}

/** @param {import("../types").ErrorBody} error */
function refused(error) {
  if (error.code === "out_of_date") return; // somebody, perhaps we ourselves in another tab, was quicker
  const rule = error.rule && error.rule !== "END" ? error.rule : null;
  const sentence = rule ? told(`games/${book.name}/rules/${rule}`, book.rules[rule] ?? "") : "";
  if (rule)
    toast(
      `${t(refusal)} ${because(error) || t("ui/rule_demands", { rule, sentence: sentence || error.why || error.message })}`,
      { href: `/rules/${book.name}#${rule}`, text: t("ui/see_rule", { rule }) },
    );
  else toast(explain(error, book.name));
  if (state?.composed) {
    if (plan.refused()) composer.begin();
    else composer.refused();
    board?.compose(composer.draft);
  }
}

// --- doing -------------------------------------------------------------------------------------------------
/** @param {string} move */
function play(move) {
  if (mend.on) {
    mend.attempt(move);
    return;
  }
  refusal = "ui/not_legal";
  if (!line.say({ type: "move", move, ply: state?.ply })) toast(t("ui/reconnecting"));
}

/** @param {string} path @param {object} body */
async function order(path, body) {
  try {
    return await ask(`/api/tables/${table}/${path}`, body, token);
  } catch (error) {
    if (error instanceof Refusal) refused(error.body);
    return null;
  }
}

// What was chosen in the menu is seen at once; several moves may be typed one after the other.
must("#game-menu").addEventListener("click", (event) => {
  if (/** @type {Element} */ (event.target).closest(".buttons > *")) must("#game-menu").hidePopover();
});
must("#take-back").addEventListener("click", () => order("take-back", mine.length === 1 ? { side: mine[0] } : {}));
must("#hint").addEventListener("click", async () => {
  const asked = state?.ply;
  must("#hint").setAttribute("disabled", "");
  const found = await order("hint", {});
  must("#hint").removeAttribute("disabled");
  if (!found || state?.ply !== asked) return;
  board?.suggest(found.path);
  document.dispatchEvent(new CustomEvent("advised", { detail: found })); // the guide says it in words
});
must("#resign").addEventListener("click", () => /** @type {HTMLDialogElement} */ (must("#really")).showModal());
must("#really-resign").addEventListener("click", () => {
  /** @type {HTMLDialogElement} */ (must("#really")).close();
  order("resign", mine.length === 1 ? { side: mine[0] } : {});
});
must("#really-not").addEventListener("click", () => /** @type {HTMLDialogElement} */ (must("#really")).close());
must("#type-move").addEventListener("submit", (event) => {
  event.preventDefault();
  const input = /** @type {HTMLInputElement} */ (must("#move-text"));
  if (input.value.trim()) play(input.value.trim());
  input.value = "";
});
/** Is the board to be seen from the second side? Own halves are below, unless somebody wished otherwise. */
function seenFromBehind() {
  const own = mine.length === 1 && mine[0] === book.sides[1] && book.turned;
  return own !== (localStorage.getItem(`turned:${book.name}`) === "yes");
}
function turn() {
  const on = seenFromBehind();
  must("#turn").setAttribute("aria-pressed", String(on));
  board?.turn(on);
  players.turned = book.turned ? on : null;
}
must("#turn").addEventListener("click", () => {
  const key = `turned:${book.name}`;
  localStorage.setItem(key, localStorage.getItem(key) === "yes" ? "no" : "yes");
  turn();
  if (!state) return;
  const scene = replay.ply === null ? state : (replay.known.get(replay.ply) ?? state);
  players.show(state, scene.board, mine, scene.to_move);
});
/** The address of a position. @param {{position: string}} scene */
function addressOf(scene) {
  const query = setupQuery(/** @type {State} */ (state), book);
  query.set("p", scene.position);
  return `${location.origin}/position/${book.name}?${query}`;
}
must("#share").addEventListener("click", async () => {
  if (!state) return;
  const scene = replay.ply === null ? state : (replay.known.get(replay.ply) ?? state);
  await copy(addressOf(scene), "ui/position_copied");
});

/** Where the position shown can be set up anew; while a game runs that would be help.
 * @param {{position: string}} scene */
function study(scene) {
  const link = /** @type {HTMLAnchorElement} */ (must("#study"));
  link.hidden = state?.status !== "ended";
  if (!link.hidden) link.href = addressOf(scene);
}

/** @param {string} text @param {string} note */
async function copy(text, note) {
  try {
    await navigator.clipboard.writeText(text);
    toast(t(note), { href: text, text: t("ui/open") });
  } catch {
    toast(text, { href: text, text: t("ui/open") });
  }
}

// --- telling -----------------------------------------------------------------------------------------------
/** For screen readers. @param {string} text */
function say(text) {
  must("#spoken").textContent = text;
}

/** A move as it is read out: in words, as it is written, or both.
 * @param {import("../types").Last} last @param {import("../types").Told | undefined} told */
const spoken = (last, told) =>
  `${sideName(last.side)}: ${[setting("words") !== "off" && worded(told?.words), setting("words") !== "on" && written(last.move, told)].filter(Boolean).join(", ") || last.move}`;

/** Back to the game as it stands. */
const present = () => replay.go(replay.length);

/** While somebody looks back at a running game, that is what they must see. @returns {boolean} */
function past() {
  const looking = replay.ply !== null && state?.status === "running";
  document.body.classList.toggle("past", looking);
  if (!looking) return false;
  must("#status").classList.remove("sr");
  const told = t("ui/the_past", { ply: replay.at, plies: replay.length });
  const back = html`<button type="button" id="present" @click=${present}>${t("ui/to_present")}</button>`;
  display("#status", html`<span>${told}</span>${back}`);
  return true;
}

function status() {
  if (!state || past()) return;
  must("#status").classList.toggle("sr", !!state.end); // the result says it already
  const round = state.status === "running" ? html`<span class="round">${roundText(state)}</span>` : nothing;
  const turn = state.to_move ? badge(state.to_move) : nothing;
  display("#status", html`${turn}<span>${statusText(state, mine)}</span>${round}`);
}

/** @param {boolean} now */
function ended(now) {
  const box = must("#result");
  box.hidden = !state?.end;
  if (!state?.end) return;
  const again = async () => {
    const seated = await order("rematch", {});
    if (!seated) return;
    keep(seated);
    location.href = seated.address;
  };
  display(box, resultCard(state, mine, book, board, again));
  if (now) moments.ended(state);
  if (now && matchMedia("(min-width: 60rem)").matches) box.scrollIntoView({ block: "nearest", behavior: "smooth" });
}

function controls() {
  if (!state) return;
  const playing = state.status === "running" && mine.length > 0;
  document.body.dataset.playing = String(playing);
  for (const name of ["#resign", "#type-move"]) must(name).hidden = !playing;
  must("#take-back").hidden = must("#hint").hidden = !playing || !mayTakeBack;
  /** @type {HTMLButtonElement} */ (must("#take-back")).disabled = state.history.length <= state.start;
}
