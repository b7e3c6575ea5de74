/** Finished games, and a place to bring one from elsewhere. */

import "./chrome.js";
import { must, toast } from "./dom.js";
import { entryLine } from "./lists.js";
import { ask } from "./server.js";

/** @param {string} text */
async function upload(text) {
  try {
    location.href = (await ask("/api/records", { text })).address;
  } catch (error) {
    toast(String(/** @type {Error} */ (error).message));
  }
}

/** The text of a file, unpacked if need be. @param {File} chosen */
async function read(chosen) {
  const packed = /\.gz$/i.test(chosen.name);
  const stream = packed ? chosen.stream().pipeThrough(new DecompressionStream("gzip")) : chosen.stream();
  return new Response(stream).text();
}

const file = /** @type {HTMLInputElement} */ (must("#file"));
file.addEventListener("change", async () => {
  const chosen = file.files?.[0];
  if (chosen) await upload(await read(chosen));
  file.value = "";
});
must("#drop").addEventListener("dragover", (event) => event.preventDefault());
must("#drop").addEventListener("drop", async (event) => {
  event.preventDefault();
  const dropped = /** @type {DragEvent} */ (event).dataTransfer?.files[0];
  if (dropped) await upload(await read(dropped));
});

const { ended } = await ask("/api/tables?ended=30");
must("#ended").replaceChildren(...ended.map(entryLine));
must("#none").hidden = ended.length > 0;
