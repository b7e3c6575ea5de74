/** The dialog in which a visitor says what they wish. */

import { h } from "./dom.js";
import { openKeys } from "./keys-dialog.js";
import { remember, setting } from "./settings.js";
import { t, told } from "./texts.js";

const CHOICES = /** @type {[string, string[]][]} */ ([
  ["theme", ["", "light", "dark"]],
  ["motion", ["", "on", "off"]],
  ["pace", ["0", "250", "500", "1000", "2000"]],
  ["coordinates", ["on", "off"]],
  ["words", ["on", "off"]],
  ["notation", ["own", "players"]],
  ["sound", ["on", "off"]],
  ["notify", ["on", "off"]],
]);

/** @param {string} key */
const said = (key) => told(`ui/settings/${key}`, t(`desk/settings/${key}`));

/** @param {string} name @param {string[]} values */
function row(name, values) {
  const select = /** @type {HTMLSelectElement} */ (
    h(
      "select",
      { id: `setting-${name}` },
      ...values.map((value) =>
        h("option", { value, selected: setting(name) === value }, said(`${name}/${value || "system"}`)),
      ),
    )
  );
  select.addEventListener("change", async () => {
    if (name === "notify" && select.value === "on" && "Notification" in window)
      if ((await Notification.requestPermission()) !== "granted") select.value = "off";
    remember(name, select.value);
    document.dispatchEvent(new CustomEvent("settings", { detail: { name } }));
  });
  return h("label", { class: "setting" }, h("span", {}, said(`${name}/name`)), select);
}

/** Open it. */
export function openSettings() {
  const close = () => dialog.close();
  const dialog = /** @type {HTMLDialogElement} */ (
    h(
      "dialog",
      { id: "settings-dialog", "aria-label": t("ui/settings/title"), close: () => dialog.remove() },
      h("h2", {}, t("ui/settings/title")),
      ...CHOICES.map(([name, values]) => row(name, values)),
      h("p", { class: "small" }, t("ui/settings/kept")),
      h(
        "div",
        { class: "buttons" },
        h("button", { type: "button", class: "primary", click: close }, t("ui/settings/done")),
        h("button", { type: "button", id: "show-keys", click: () => (close(), openKeys()) }, t("ui/keys/title")),
      ),
    )
  );
  document.body.append(dialog);
  dialog.showModal();
}
