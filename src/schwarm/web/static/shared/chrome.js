/** What every page has: light or dark, and the visitor's settings. */

import { must } from "./dom.js";
import { apply, remember, setting } from "./settings.js";

apply();
must("#theme").addEventListener("click", () => {
  const dark = setting("theme") ? setting("theme") === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  remember("theme", dark ? "light" : "dark");
});
must("#settings").addEventListener("click", async () => (await import("./settings-dialog.js")).openSettings());
document.addEventListener("keydown", async (event) => {
  const typing = /** @type {HTMLElement} */ (event.target).closest("input, textarea, select");
  if (event.key === "?" && !typing) (await import("./keys-dialog.js")).openKeys();
});
