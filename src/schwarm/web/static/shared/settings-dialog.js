/** The dialog in which a visitor says what they wish. */

import { openKeys } from "./keys-dialog.js";
import { remember, setting } from "./settings.js";
import { t, told } from "./texts.js";
import { html, openDialog } from "./view.js";

const CHOICES = /** @type {[string, string[]][]} */ ([
  ["theme", ["", "light", "dark"]],
  ["motion", ["", "on", "off"]],
  ["pace", ["0", "250", "500", "1000", "2000"]],
  ["coordinates", ["on", "off"]],
  ["words", ["on", "both", "off"]],
  ["notation", ["own", "players"]],
  ["sound", ["on", "off"]],
  ["notify", ["on", "off"]],
]);

/** @param {string} key */
const said = (key) => told(`ui/settings/${key}`, t(`desk/settings/${key}`));

/** @param {string} name @param {string[]} values */
function row(name, values) {
  const change = async (/** @type {Event} */ event) => {
    const select = /** @type {HTMLSelectElement} */ (event.target);
    if (name === "notify" && select.value === "on" && "Notification" in window)
      if ((await Notification.requestPermission()) !== "granted") select.value = "off";
    remember(name, select.value);
    document.dispatchEvent(new CustomEvent("settings", { detail: { name } }));
  };
  const options = values.map(
    (value) =>
      html`<option value=${value} ?selected=${setting(name) === value}>${said(`${name}/${value || "system"}`)}</option>`,
  );
  return html`<label class="setting"><span>${said(`${name}/name`)}</span>
    <select id="setting-${name}" @change=${change}>${options}</select></label>`;
}

/** Open it. */
export function openSettings() {
  const dialog = openDialog(
    html`<dialog id="settings-dialog" aria-label=${t("ui/settings/title")}><h2>${t("ui/settings/title")}</h2>
      ${CHOICES.map(([name, values]) => row(name, values))}
      <p class="small">${t("ui/settings/kept")}</p>
      <form method="dialog" class="buttons"><button class="primary">${t("ui/settings/done")}</button>
        <button type="button" id="show-keys" @click=${() => (dialog.close(), openKeys())}>${t("ui/keys/title")}</button></form></dialog>`,
  );
}
