/** What the pages of a class tournament share: buttons, fields, questions. */

import { complain, h, toast } from "../shared/dom.js";
import { send } from "../shared/server.js";
import { t, told } from "../shared/texts.js";
import { html, nothing, openDialog } from "../shared/view.js";

/** @typedef {import("../shared/view.js").View} View */

/** Do something of a button's; the button rests meanwhile, a refusal is told.
 * @param {HTMLElement | null} button @param {() => Promise<unknown>} work */
export async function busy(button, work) {
  button?.toggleAttribute("disabled", true);
  try {
    return await work();
  } catch (error) {
    complain(error);
    return undefined;
  } finally {
    button?.toggleAttribute("disabled", false);
  }
}

/** A button; while its work lasts it rests.
 * @param {string} text @param {() => unknown} work
 * @param {{id?: string, kind?: string, action?: string, label?: string, hint?: string}} [more] */
export const button = (text, work, { id, kind, action, label, hint } = {}) =>
  html`<button type="button" id=${id ?? nothing} class=${kind ?? nothing} data-action=${action ?? nothing}
    aria-label=${label ?? nothing} title=${hint ?? nothing}
    @click=${(/** @type {Event} */ event) =>
      busy(/** @type {HTMLElement} */ (event.currentTarget), async () => work())}>${text}</button>`;

/**
 * Ask something before it is done; null if the visitor thinks better of it.
 * @param {{title: string, text?: string, fields?: View[], yes: string, danger?: boolean}} what
 * @returns {Promise<Record<string, string> | null>} the fields' values by name
 */
export function question({ title, text = "", fields = [], yes, danger = false }) {
  return new Promise((done) => {
    /** @type {Record<string, string> | null} */ let answer = null;
    const submit = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const told = new FormData(/** @type {HTMLFormElement} */ (event.target));
      answer = Object.fromEntries([...told].map(([name, value]) => [name, String(value).trim()]));
      dialog.close();
    };
    /** @type {HTMLDialogElement} */ const dialog = openDialog(
      html`<dialog aria-labelledby="question-title" class="class-dialog"><form method="dialog" class="question"
        @submit=${submit}>
        <h2 id="question-title">${title}</h2>
        ${text ? html`<p>${text}</p>` : nothing} ${fields}
        <div class="buttons">
          <button class=${danger ? "danger" : "primary"} value="yes">${yes}</button>
          ${button(t("class/cancel"), () => dialog.close())}
        </div>
      </form></dialog>`,
      () => done(answer),
    );
  });
}

/** A line to write into. @param {string} name @param {string} label
 * @param {{type?: string, value?: string | number, required?: boolean, maxlength?: number, min?: number, max?: number,
 *   step?: number, placeholder?: string}} [more] */
export const field = (name, label, { type, value, required, maxlength, min, max, step, placeholder } = {}) =>
  html`<label class="field">${label} <input type=${type ?? "text"} name=${name} autocomplete="off"
    value=${value ?? nothing} ?required=${required} maxlength=${maxlength ?? nothing} min=${min ?? nothing}
    max=${max ?? nothing} step=${step ?? nothing} placeholder=${placeholder ?? nothing}></label>`;

/** A choice. @param {string} name @param {string} label @param {[string, string][]} values @param {string} [chosen] */
export const choice = (name, label, values, chosen) =>
  html`<label class="field">${label} <select name=${name}>
    ${values.map(([value, text]) => html`<option value=${value} ?selected=${value === chosen}>${text}</option>`)}
  </select></label>`;

/** One of several to choose from, as a card.
 * @param {string} name @param {string} value @param {string} label @param {string} text @param {boolean} on
 * @param {string} [picture] */
export const card = (name, value, label, text, on, picture) =>
  html`<label class="choice"><input type="radio" name=${name} value=${value} ?checked=${on} required>
    ${picture ? html`<img src=${picture} alt="" width="96" height="60">` : nothing}
    <span class="choice-title">${label}</span>
    ${text ? html`<span class="choice-text">${text}</span>` : nothing}</label>`;

/** The state of an event or a qualification as a badge. @param {string} state */
export const badge = (state) => html`<span class="state ${state}">${told(`class/states/${state}`, state)}</span>`;

/** The state of a qualification as a badge. @param {{state: string}} tried */
export const tested = (tried) => badge(tried.state === "running" ? "testing" : tried.state);

/** Put a text on the clipboard, and say so. A page without a certificate may do it only in the old way.
 * @param {string} text */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const place = /** @type {HTMLTextAreaElement} */ (h("textarea", { class: "sr" }));
    place.value = text;
    (document.querySelector("dialog[open]") ?? document.body).append(place);
    place.select();
    const done = document.execCommand("copy");
    place.remove();
    if (!done) return toast(text);
  }
  toast(t("class/copied"));
}

/** A text that is copied by a button beside it. @param {string} text @param {string} label */
export const copyable = (text, label) =>
  html`<span class="copyable"><code tabindex="0" aria-label=${label}>${text}</code>${button(t("ui/copy"), () =>
    copyText(text),
  )}</span>`;

/** @param {string} src @param {string} alt */
const drawing = (src, alt) => html`<img class="qr" src=${src} alt=${alt} width="240" height="240">`;

/** The drawing of an address that telephones read. @param {string} address @param {string} alt */
export const qr = (address, alt) => drawing(`/api/qr?text=${encodeURIComponent(address)}`, alt);

/** The same for an address with a token in it, which goes into no address itself.
 * @param {string} address @param {string} alt */
export async function secretQr(address, alt) {
  const headers = { "content-type": "application/json" };
  const response = await send("/api/qr", { method: "POST", headers, body: JSON.stringify({ text: address }) });
  return drawing(`data:image/svg+xml,${encodeURIComponent(await response.text())}`, alt);
}

/** Look again and again while the page is seen; whoever calls has just looked.
 * @param {() => Promise<unknown>} look @param {() => number} wait in milliseconds */
export async function watch(look, wait) {
  for (;;) {
    await new Promise((done) => setTimeout(done, wait()));
    if (document.visibilityState === "visible") await look();
  }
}
