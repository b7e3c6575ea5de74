/** Accepting an invitation. */

import "./chrome.js";
import { must, toast } from "./dom.js";
import { ask, keep } from "./server.js";
import { data } from "./texts.js";

must("#join").addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    const name = /** @type {HTMLInputElement} */ (must("#name")).value;
    const seated = await ask("/api/join", { invite: data.invite, name });
    keep(seated.id, seated.tokens);
    location.href = seated.address;
  } catch (error) {
    toast(String(/** @type {Error} */ (error).message));
  }
});
