/** Class tournaments: talking to their part of the API, and telling times and sizes. */

import { Refusal, ask, send, wrongs } from "../shared/server.js";
import { language, t, told } from "../shared/texts.js";

// --- asking ------------------------------------------------------------------------------------------------
/** A refusal in the visitor's language, with what class tournaments say of it. @param {unknown} error */
function refused(error) {
  if (!(error instanceof Refusal)) return error;
  const { body, message } = error;
  const [why = ""] = wrongs(body);
  return new Refusal(body, told(`class/errors/${body.code}`, why || message).replace("{message}", why || body.message));
}

/** @param {unknown} error @returns {never} */
const refuse = (error) => {
  throw refused(error);
};

/** Ask the part of the API for classes.
 * @param {string} path below /api/class @param {{token?: string, body?: unknown, method?: string}} [how]
 * @returns {Promise<any>} */
export const call = (path, { token = "", body, method } = {}) =>
  ask(`/api/class${path}`, body, token, method).catch(refuse);

/** Register a list of teams out of a spreadsheet.
 * @param {string} event @param {File} file @param {string} token
 * @returns {Promise<import("../types").EnteredTeam[]>} */
export const sendList = (event, file, token) =>
  send(
    `/api/class/events/${event}/list`,
    { method: "POST", headers: { "content-type": "text/csv" }, body: file },
    token,
  )
    .then((answer) => answer.json())
    .catch(refuse);

/**
 * Send a program; tells how much of it has arrived, from 0 to 1.
 * @param {string | number} team @param {string} token @param {Blob} file @param {(share: number) => void} [tell]
 * @returns {Promise<import("../types").VersionNumber | null>}
 */
export function sendProgram(team, token, file, tell = () => {}) {
  return new Promise((done, fail) => {
    const request = new XMLHttpRequest(); // fetch does not tell how far it is
    const no = (/** @type {import("../types").ErrorBody} */ body) => fail(refused(new Refusal(body)));
    request.open("PUT", `/api/class/teams/${team}/program`);
    request.setRequestHeader("content-type", "application/zip");
    request.setRequestHeader("authorization", `Bearer ${token}`);
    request.responseType = "json";
    request.upload.onprogress = (event) => tell(event.total ? event.loaded / event.total : 0);
    request.onerror = () => no({ code: "offline", message: t("ui/offline") });
    request.onload = () => {
      if (request.status < 300) done(request.response);
      else no(request.response?.error ?? { code: "refused", message: String(request.status) });
    };
    request.send(file);
  });
}

/** Save a file under a name. @param {Blob} file @param {string} name */
export function save(file, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Save what needs a token to be read. @param {string} path below /api/class @param {string} token
 * @param {string} name of the file */
export const download = async (path, token, name) =>
  save(await (await send(`/api/class${path}`, {}, token).catch(refuse)).blob(), name);

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
