/** What the pages of a class tournament share: parts that are drawn anew only when they changed, and questions. */

import { h, must, toast } from "../shared/dom.js";
import { t, told } from "../shared/texts.js";

/** @typedef {import("../shared/dom.js").Child} Child */

/** @type {WeakMap<Element, string>} */
const drawn = new WeakMap();

/**
 * Draw a part if what it shows has changed; the focus stays where it was, by `data-key`.
 * @param {string} selector @param {unknown} shown @param {() => Child[]} make
 */
export function renew(selector, shown, make) {
  const place = must(selector);
  const state = JSON.stringify(shown) ?? "";
  if (drawn.get(place) === state) return;
  drawn.set(place, state);
  const focused = place.contains(document.activeElement) ? document.activeElement?.getAttribute("data-key") : null;
  const opened = [...place.querySelectorAll("details[open][data-key]")].map((one) => one.getAttribute("data-key"));
  place.replaceChildren(.../** @type {(Node | string)[]} */ (make().filter(Boolean)));
  for (const key of opened)
    place.querySelector(`details[data-key="${CSS.escape(key ?? "")}"]`)?.setAttribute("open", "");
  if (focused) /** @type {HTMLElement | null} */ (place.querySelector(`[data-key="${CSS.escape(focused)}"]`))?.focus();
}

/** Do something of a button's; the button rests meanwhile, a refusal is told.
 * @param {HTMLElement | null} button @param {() => Promise<unknown>} work */
export async function busy(button, work) {
  button?.toggleAttribute("disabled", true);
  try {
    return await work();
  } catch (error) {
    toast(String(/** @type {Error} */ (error).message));
    return undefined;
  } finally {
    button?.toggleAttribute("disabled", false);
  }
}

/** A button with a listener.
 * @param {string} text @param {(button: HTMLElement) => unknown} press @param {Record<string, any>} [more] */
export const button = (text, press, more = {}) =>
  h(
    "button",
    {
      type: "button",
      ...more,
      click: (/** @type {Event} */ event) => press(/** @type {HTMLElement} */ (event.currentTarget)),
    },
    text,
  );

/**
 * Ask something before it is done; null if the visitor thinks better of it.
 * @param {{title: string, text?: string, fields?: HTMLElement[], yes: string, danger?: boolean}} what
 * @returns {Promise<Record<string, string> | null>} the fields' values by name
 */
export function question({ title, text = "", fields = [], yes, danger = false }) {
  return new Promise((done) => {
    /** @type {Record<string, string> | null} */ let answer = null;
    const form = /** @type {HTMLFormElement} */ (
      h(
        "form",
        { method: "dialog", class: "question" },
        h("h2", { id: "question-title" }, title),
        text && h("p", {}, text),
        ...fields,
        h(
          "div",
          { class: "buttons" },
          h("button", { class: danger ? "danger" : "primary", value: "yes" }, yes),
          button(t("class/cancel"), () => dialog.close()),
        ),
      )
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      answer = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value).trim()]));
      dialog.close();
    });
    const dialog = /** @type {HTMLDialogElement} */ (
      h("dialog", { "aria-labelledby": "question-title", class: "class-dialog" }, form)
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      done(answer);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** A line to write into. @param {string} name @param {string} label @param {Record<string, any>} [more] */
export const field = (name, label, more = {}) =>
  h("label", { class: "field" }, label, " ", h("input", { type: "text", name, autocomplete: "off", ...more }));

/** A choice. @param {string} name @param {string} label @param {[string, string][]} values @param {string} [chosen] */
export const choice = (name, label, values, chosen) =>
  h(
    "label",
    { class: "field" },
    label,
    " ",
    h(
      "select",
      { name, "data-key": name },
      ...values.map(([value, text]) => h("option", { value, selected: value === chosen }, text)),
    ),
  );

/** The state of an event or a qualification as a badge. @param {string} state */
export const badge = (state) => h("span", { class: `state ${state}` }, told(`class/states/${state}`, state));

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
  h(
    "span",
    { class: "copyable" },
    h("code", { tabindex: 0, "aria-label": label }, text),
    button(t("ui/copy"), () => copyText(text)),
  );

/** The drawing of an address that telephones read. @param {string} address @param {string} alt */
export const qr = (address, alt) =>
  h("img", { class: "qr", src: `/api/qr?text=${encodeURIComponent(address)}`, alt, width: 240, height: 240 });

/** The same for an address with a token in it, which goes into no address itself.
 * @param {string} address @param {string} alt */
export async function secretQr(address, alt) {
  const response = await fetch("/api/qr", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ text: address }),
  });
  return h("img", {
    class: "qr",
    src: `data:image/svg+xml,${encodeURIComponent(await response.text())}`,
    alt,
    width: 240,
    height: 240,
  });
}

/** Look again and again while the page is seen.
 * @param {() => Promise<unknown>} look @param {() => number} wait in milliseconds */
export async function watch(look, wait) {
  for (;;) {
    if (document.visibilityState === "visible") await look();
    await new Promise((done) => setTimeout(done, wait()));
  }
}
