/** Who the visitor is: a name that is kept in this browser with its token; whoever has the token has the name. */

import { toast } from "../shared/dom.js";
import { Refusal, ask, keep, lateSeats } from "../shared/server.js";
import { t, title } from "../shared/texts.js";
import { html, nothing, show } from "../shared/view.js";

/** @typedef {{id: string, name: string, token: string}} Me */
/** @typedef {import("../types").Standing} Standing */

const KEY = "me";

/** Who this browser is; null for a guest. @returns {Me | null} */
export function me() {
  try {
    return JSON.parse(localStorage.getItem(KEY) || "null");
  } catch {
    return null;
  }
}

/** The token of the visitor's name, '' for a guest. */
export const myToken = () => me()?.token ?? "";

/** Ask for a seat, and go there. @param {string} path @param {object} wish */
export async function takeSeat(path, wish) {
  const seated = /** @type {import("../types").Seated} */ (await ask(path, wish, myToken()));
  keep(seated);
  location.href = seated.address;
}

/** What the lobby is greeted with: one's name, and the seats one took without one. */
export function greeting() {
  const seats = lateSeats().filter((token) => token !== myToken());
  return me() ? { token: myToken(), seats } : { seats };
}

/** @param {Me | null} now */
function become(now) {
  const before = me();
  if (now) localStorage.setItem(KEY, JSON.stringify(now));
  else localStorage.removeItem(KEY);
  if (before && !now)
    for (const key of Object.keys(localStorage))
      if (key.startsWith("seat:") && localStorage.getItem(key)?.includes(before.token)) localStorage.removeItem(key);
  document.dispatchEvent(new CustomEvent("me"));
}

/** Take a name, or change one's own. @param {string} wish @returns {Promise<Me>} */
async function claim(wish) {
  const now = me();
  if (now && now.name === wish) return now;
  if (now) {
    try {
      const renamed = await ask("/api/people/me", { name: wish }, now.token);
      become({ ...now, name: renamed.name });
      return /** @type {Me} */ (me());
    } catch (error) {
      if (!(error instanceof Refusal) || error.body.code !== "no_name") throw error;
      become(null); // the server has forgotten us: begin anew
    }
  }
  become(await ask("/api/people", { name: wish }));
  return /** @type {Me} */ (me());
}

/** Is the name still ours? The ratings if so. @returns {Promise<Record<string, Standing>>} */
export async function checked() {
  const now = me();
  if (!now) return {};
  try {
    const known = await ask("/api/people/me", undefined, now.token);
    if (known.name !== now.name) become({ ...now, name: known.name });
    return known.ratings;
  } catch (error) {
    if (error instanceof Refusal && error.body.code === "no_name") become(null);
    return {};
  }
}

/** Delete name and token, here and at the server. */
export async function forget() {
  await ask("/api/people/me", undefined, myToken(), "DELETE");
  become(null);
}

/** An Elo in short: with a question mark while it is uncertain.
 * @param {{elo: number | null, provisional: boolean} | undefined} rating */
export const eloText = (rating) => (rating?.elo == null ? "" : `${rating.elo}${rating.provisional ? "?" : ""}`);

/** An Elo as a small mark. @param {{elo: number | null, provisional: boolean} | undefined} rating */
export function eloMark(rating) {
  if (rating?.elo == null) return nothing;
  const note = rating.provisional ? `${t("people/you/elo")}: ${t("people/you/provisional")}` : t("people/you/elo");
  return html`<span class="elo" title=${note}>${eloText(rating)}</span>`;
}

/** All Elo numbers of somebody, with what they are worth.
 * @param {Record<string, Standing>} ratings */
export function eloList(ratings) {
  const rows = Object.entries(ratings).map(([game, rating]) => {
    const values = { elo: rating.elo, error: Math.round((rating.high - rating.low) / 2), games: rating.games };
    const worth = t(rating.games === 1 ? "people/you/elo_one" : "people/you/elo_of", values);
    return html`<dt>${title(game)}</dt>
      <dd>${worth}${rating.provisional ? ` (${t("people/you/provisional")})` : ""}</dd>`;
  });
  return rows.length
    ? html`<dl class="elo-list">${rows}</dl>`
    : html`<p class="small">${t("people/you/elo")}: ${t("people/you/no_elo")}</p>`;
}

/**
 * Let a field be the visitor's name: what is typed is taken, and where somebody has it another one is proposed.
 * @param {HTMLInputElement} input @param {HTMLElement} note
 * @returns {() => Promise<boolean>} take what is in the field now; true if the visitor goes by it, or wants none
 */
export function nameField(input, note) {
  const paint = () => {
    input.value = me()?.name ?? input.value;
    show(note, nothing);
  };
  /** @type {{wish: string, done: Promise<boolean>} | null} */ let taking = null;
  const take = () => {
    const wish = input.value.trim();
    if (!wish || wish === me()?.name) return Promise.resolve(true);
    // Leaving the field and pressing the button behind it are one wish, not two.
    if (taking?.wish !== wish) taking = { wish, done: taken(wish).finally(() => (taking = null)) };
    return taking.done;
  };
  /** @param {string} wish */
  const taken = async (wish) => {
    try {
      await claim(wish);
      paint();
      toast(t("people/you/saved", { name: me()?.name ?? "" }));
      return true;
    } catch (error) {
      propose(wish, /** @type {Error} */ (error));
      return false;
    }
  };
  /** @param {string} wish @param {Error} error */
  const propose = (wish, error) => {
    const proposal = error instanceof Refusal ? error.body.proposal : null;
    const accept = () => ((input.value = proposal ?? ""), take());
    const button = html`<button type="button" class="proposal" @click=${accept}>
      ${t("people/you/take", { name: proposal ?? "" })}</button>`;
    show(note, proposal ? html`${t("people/you/taken", { name: wish })} ${button}` : error.message);
  };
  input.addEventListener("change", take);
  document.addEventListener("me", paint);
  paint();
  return take;
}
