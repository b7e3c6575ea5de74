/** A series on its event's page: what is being played now, and for whoever started it to stop and to resume. */

import { toast } from "../shared/dom.js";
import { ask } from "../shared/server.js";
import { t, worded } from "../shared/texts.js";
import { html, nothing, show } from "../shared/view.js";
import { reasonOf, tokenOf } from "../tables/duel-tokens.js";

const EVERY_MS = 1500;
const token = tokenOf(location.pathname);
const address = location.pathname.replace("/events/", "/api/series/");
let timer = 0;

/** @param {import("../types").Series} series */
function draw({ state, why, now }) {
  const playing = now.map(({ number, ply }) => t("duels/now", { number: number + 1, ply })).join("; ");
  const [order, name] = state === "running" ? ["stop", "duels/stop_series"] : ["go-on", "duels/go_on"];
  show(
    "#series",
    html`<b>${t(`duels/states/${state}`)}</b>
      ${state === "running" ? html`<span class="small" aria-live="off">${playing || t("duels/waiting")}</span>` : nothing}
      ${why ? html`<span class="small warn">${worded(why.words)}</span>` : nothing}
      ${
        token && state !== "finished"
          ? html`<button type="button" id=${order} @click=${() => look(`/${order}`)}>${t(name)}</button>`
          : nothing
      }
      <a class="button" href="/duel">${t("duels/new_series")}</a>`,
  );
}

/** Look how it goes on, or order it. @param {string} [order] */
async function look(order) {
  clearTimeout(timer);
  try {
    if (order) draw(await ask(`${address}${order}`, {}, token));
    else if (document.visibilityState === "visible") draw(await ask(address));
  } catch (error) {
    if (order) toast(reasonOf(error));
  }
  timer = setTimeout(look, EVERY_MS);
}
look();
