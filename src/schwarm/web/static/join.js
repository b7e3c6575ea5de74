/** Accepting an invitation. */

import "./chrome.js";
import { must, toast } from "./dom.js";
import { ask, keep } from "./server.js";
import { remember, setting } from "./settings.js";
import { data } from "./texts.js";

/** @type {HTMLInputElement} */ (must("#name")).value = setting("name");
must("#join").addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    const name = /** @type {HTMLInputElement} */ (must("#name")).value;
    remember("name", name.trim());
    const seated = await ask("/api/join", { invite: data.invite, name });
    keep(seated.id, seated.tokens);
    location.href = seated.address;
  } catch (error) {
    toast(String(/** @type {Error} */ (error).message));
  }
});
