/** Class tournaments: talking to their part of the API, and telling times and sizes. */

import { Refusal } from "../shared/server.js";
import { language, t, told } from "../shared/texts.js";

/** @typedef {{state: "waiting" | "running" | "passed" | "failed", log: string, lines:
 * import("./words.js").LogLine[], progress: [number, number]}} Qualification games played, games in all */
/** @typedef {{number: number, size: number, sha: string, when: string, kept: boolean, qualification: Qualification |
 * null}} Version */
/** @typedef {{id: string, name: string, kind: string, ready: boolean, out: string | null, level?: string | null,
 * qualification?: Qualification | null, versions?: number, plays?: number | null}} Team */
/** @typedef {{day: number, names: string[], when: string | null}} Next */
/** @typedef {{key: number[], names: string[], ply: number, table?: string | null, missing?: string[]}} Live
 * `missing`: who is not ready yet */
/** @typedef {{when: string, what: string, who: string, team: string | null, teams: string[], reason: string, detail:
 * {game?: number, points?: number[], why?: string, count?: number, version?: number, day?: number}}} Noted `teams`:
 * those of a match, or who is gone */
/** @typedef {{id: string, name: string, game: string, state: string, teams: number, created: string}} Listed */
/**
 * @typedef {{id: string, name: string, game: string, profile: string, options: Record<string, unknown>, state:
 * string, deadline: string | null,
 *   days: "now" | "hand" | string[], kinds: string[], limits: Record<string, number | null>, preset: string,
 * stages: {name: string, kind?: string, games?: number}[], event: number | null, teams: Team[], played: number,
 *   planned: number, next: Next[], live: Live[], leaving: "keep" | "annul", endless: boolean, rehearsal: boolean,
 * begun: number, day_over: boolean, closes: string | null, operator: boolean, code?: string, journal?: Noted[]}}
 * ClassEvent
 */
/** @typedef {import("./memory.js").Reservation} Reservation */

// --- asking ------------------------------------------------------------------------------------------------
/** A refusal in the visitor's language, with what class tournaments say of it.
 * @param {import("../types").ErrorBody} body */
export function refused(body) {
  const made = new Refusal(body);
  const [fault] = body.faults ?? [];
  const known = fault ? told(`class/refusals/${fault.code}`, told(`class/upload/${fault.code}`, "")) : "";
  const filled = Object.entries(fault?.values ?? {}).reduce(
    (text, [name, value]) => text.replace(`{${name}}`, name === "state" ? told(`class/states/${value}`, value) : value),
    known || body.message,
  );
  made.message = told(`class/errors/${body.code}`, known ? filled : made.message).replace("{message}", filled);
  return made;
}

/** @param {string} token @returns {Record<string, string>} */
const bearing = (token) => (token ? { authorization: `Bearer ${token}` } : {});

/** @param {Response} response */
export async function checked(response) {
  if (response.ok) return response;
  const answer = await response.json().catch(() => null);
  throw refused(answer?.error ?? { code: "refused", message: String(response.status) });
}

/**
 * Ask the part of the API for classes.
 * @param {string} path below /api/class @param {{token?: string, body?: unknown, method?: string}} [how] @returns
 * {Promise<any>}
 */
export async function call(path, { token = "", body, method } = {}) {
  const headers = bearing(token);
  if (body !== undefined) headers["content-type"] = "application/json";
  const request = {
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers,
    body: body === undefined ? null : JSON.stringify(body),
  };
  const response = await fetch(`/api/class${path}`, request).catch(() => null);
  if (!response) throw refused({ code: "offline", message: t("ui/offline") });
  await checked(response);
  return response.status === 204 ? null : response.json().catch(() => null);
}

/**
 * Send a program; tells how much of it has arrived, from 0 to 1.
 * @param {string} team @param {string} token @param {Blob} file @param {(share: number) => void} [tell] @returns
 * {Promise<any>}
 */
export function sendProgram(team, token, file, tell = () => {}) {
  return new Promise((done, fail) => {
    const request = new XMLHttpRequest(); // fetch does not tell how far it is
    request.open("PUT", `/api/class/teams/${team}/program`);
    request.setRequestHeader("content-type", "application/zip");
    request.setRequestHeader("authorization", `Bearer ${token}`);
    request.responseType = "json";
    request.upload.onprogress = (event) => tell(event.total ? event.loaded / event.total : 0);
    request.onerror = () => fail(refused({ code: "offline", message: t("ui/offline") }));
    request.onload = () => {
      if (request.status < 300) done(request.response);
      else fail(refused(request.response?.error ?? { code: "refused", message: String(request.status) }));
    };
    request.send(file);
  });
}

/** Save what needs a token to be read.
 * @param {string} address @param {string} token @param {string} name of the file */
export async function download(address, token, name) {
  const response = await checked(await fetch(address, { headers: bearing(token) }));
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await response.blob());
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

// --- telling -----------------------------------------------------------------------------------------------
/** How dates and numbers are written: as the visitor's country does, if it speaks the page's language. */
export const locale = navigator.language.startsWith(language) ? navigator.language : language;

/** A time as people write it. @param {string | null | undefined} when @returns {string} */
export const timeText = (when) =>
  when ? new Date(when).toLocaleString(locale, { dateStyle: "medium", timeStyle: "short" }) : "";

/** A day as people write it. @param {Date} day @returns {string} */
export const dayText = (day) => day.toLocaleDateString(locale, { dateStyle: "long" });

/** A share of one in per cent, never quite 0 or 100 unless it is. @param {number} share @returns {string} */
export function percent(share) {
  const whole = share > 0 && share < 1 ? Math.min(99, Math.max(1, Math.round(100 * share))) : 100 * share;
  return `${whole}\u00a0%`;
}

/** @param {number} bytes */
export const sizeText = (bytes) =>
  bytes < 1e6
    ? `${Math.max(1, Math.round(bytes / 1000)).toLocaleString(locale)} kB`
    : `${(bytes / 1e6).toLocaleString(locale, { maximumFractionDigits: 1 })} MB`;
