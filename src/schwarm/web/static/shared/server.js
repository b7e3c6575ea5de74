/** Talking to the server: JSON requests, seat tokens, and a socket that comes back by itself. */

import { Patience } from "./patience.js";
import { language, t, told } from "./texts.js";

/** What the server said no with. */
export class Refusal extends Error {
  /** @param {import("../types").ErrorBody} body @param {string} [text] in the visitor's language */
  constructor(body, text = explain(body)) {
    super(text);
    this.body = body;
  }
}

/**
 * A refusal in the visitor's language; English is what the server speaks, in more detail.
 * @param {import("../types").ErrorBody} body @param {string} [game] whose moves were meant
 */
export function explain(body, game = "") {
  const message = (!body.rule && wrongs(body).join("; ")) || body.message;
  const example = told(`desk/examples/${game}`, "");
  const key = body.code === "bad_notation" && example ? "desk/errors/bad_move" : `desk/errors/${body.code}`;
  return told(`people/errors/${body.code}`, told(key, t("desk/errors/other", { message })))
    .replace("{message}", message)
    .replace("{example}", example);
}

/** What a rule book has against something, one by one, in the visitor's language.
 * @param {import("../types").ErrorBody | null} body @returns {string[]} */
export const wrongs = (body) => (body?.faults ?? []).map(({ words }) => words?.[language] ?? words?.["en"] ?? "");

/** Why a move is refused, as a sentence; '' where its rule book tells no more than the rule.
 * @param {import("../types").ErrorBody | null} body */
export function because(body) {
  const why = wrongs(body)[0] ?? "";
  return why && `${why[0]?.toUpperCase()}${why.slice(1)}.`;
}

/** Send a request; an answer that is none is a refusal.
 * @param {string} path @param {RequestInit} [how] @param {string} [token] */
export async function send(path, how = {}, token = "") {
  const headers = { ...how.headers, ...(token && { authorization: `Bearer ${token}` }) };
  const response = await fetch(path, { ...how, headers }).catch(() => null);
  if (!response) throw new Refusal({ code: "offline", message: t("ui/offline") });
  if (response.ok) return response;
  const answer = await response.json().catch(() => null);
  throw new Refusal(answer?.error ?? { code: "refused", message: `${response.status}` });
}

const NO_CONTENT = 204;

/** Ask the server. @param {string} path @param {unknown} [body] @param {string} [token] @param {string} [method]
 * @returns {Promise<any>} */
export async function ask(path, body, token, method) {
  const json = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const how = { ...(body !== undefined && json), ...(method && { method }) };
  const answer = await send(path, how, token);
  if (answer.status === NO_CONTENT) return null;
  return answer.json().catch(() => {
    throw new Refusal({ code: "offline", message: t("ui/offline") }); // the server went while it answered
  });
}

// --- tokens: whoever has one may move, so they stay in this browser ---------------------------------------
const KEY = (/** @type {string} */ table) => `seat:${table}`;

/** @param {string} table @returns {Record<string, string>} tokens by side */
export function tokens(table) {
  try {
    return JSON.parse(localStorage.getItem(KEY(table)) || "{}");
  } catch {
    return {};
  }
}

const LATELY = "seats"; // the tables whose tokens are kept, the latest last
const MOST_SEATS = 40; // of which the server is told

/** Remember one's seats. @param {{id: string, tokens: Record<string, string>, invite?: string | null,
 * client?: import("../types").Reservation | null}} seated */
export function keep({ id: table, tokens, invite, client }) {
  if (client) localStorage.setItem(`client:${table}`, JSON.stringify(client));
  localStorage.setItem(KEY(table), JSON.stringify(tokens));
  const lately = lateTables().filter((one) => one !== table);
  localStorage.setItem(LATELY, JSON.stringify([...lately, table].slice(-MOST_SEATS)));
  if (invite) localStorage.setItem(`invite:${table}`, invite);
}

/** @returns {string[]} */
function lateTables() {
  try {
    return JSON.parse(localStorage.getItem(LATELY) || "[]");
  } catch {
    return [];
  }
}

/** The tokens of the seats that this browser took lately: with them a guest finds running games again. */
export const lateSeats = () =>
  [...new Set(lateTables().flatMap((table) => Object.values(tokens(table))))].slice(-MOST_SEATS);

/** The invitation this browser made for a table. @param {string} table */
export const invitation = (table) => localStorage.getItem(`invite:${table}`);

/** How a program of one's own comes to a table.
 * @param {string} table @returns {import("../types").Reservation | null} */
export const reservation = (table) => JSON.parse(localStorage.getItem(`client:${table}`) || "null");

// --- the socket --------------------------------------------------------------------------------------------
const GONE = 4404;
const CROWDED = 4429;

/** A connection that comes back by itself and says hello each time. */
export class Line {
  /** @param {string} path
   * @param {object} hello @param {(message: any) => void} hear @param {(up: boolean) => void} [up] */
  constructor(path, hello, hear, up = () => {}) {
    this.path = path;
    this.hello = hello;
    this.hear = hear;
    this.up = up;
    this.patience = new Patience();
    this.closed = false;
    this.timer = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.open();
    addEventListener("online", () => this.again(0));
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.again(0));
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = (this.socket = new WebSocket(`${scheme}//${location.host}${this.path}`));
    let answered = false;
    socket.onopen = () => socket.send(JSON.stringify({ type: "hello", ...this.hello }));
    socket.onmessage = (event) => {
      if (socket !== this.socket) return;
      if (!answered) {
        answered = true; // a server without room accepts a connection, too, and closes it
        this.patience.reset();
        this.up(true);
      }
      this.hear(JSON.parse(event.data));
    };
    socket.onclose = (event) => {
      if (socket !== this.socket) return;
      this.up(false);
      if (event.code === GONE) this.closed = true;
      this.again(this.patience.next(event.code === CROWDED));
    };
  }

  /** Say hello anew, as somebody else. @param {object} hello */
  greet(hello) {
    this.hello = hello;
    const before = this.socket;
    this.open();
    before?.close();
  }

  /** @param {number} wait */
  again(wait) {
    if (this.closed || this.socket?.readyState !== WebSocket.CLOSED) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (!this.closed && this.socket?.readyState === WebSocket.CLOSED) this.open();
    }, wait);
  }

  /** @param {object} message @returns {boolean} was it sent? */
  say(message) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }
}
