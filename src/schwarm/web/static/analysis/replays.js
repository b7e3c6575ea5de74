/** Finished games, and a place to bring one from elsewhere. */

import "../shared/chrome.js";
import { complain, must, tried } from "../shared/dom.js";
import { replayLine } from "../tables/lists.js";
import { ask } from "../shared/server.js";
import { repeat, show } from "../shared/view.js";

/** @param {string} text */
const upload = (text) =>
  tried(async () => {
    location.href = (await ask("/api/records", { text })).address;
  });

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

// --- looking for games -------------------------------------------------------------------------------------
const form = /** @type {HTMLFormElement} */ (must("#search"));
const PATIENCE_MS = 250; // after the last key
let timer = 0;
let asked = 0; // answers to earlier questions come too late
/** @type {number | null} */ let oldest = null;
/** @type {import("../types").Entry[]} */ let shown = [];

/** @param {boolean} more go on with older games, instead of looking anew */
async function look(more) {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (String(value).trim()) query.set(name, String(value).trim());
  history.replaceState(null, "", query.size ? `?${query}` : location.pathname);
  if (more && oldest !== null) query.set("before", String(oldest));
  const mine = ++asked;
  try {
    const found = /** @type {import("../types").Replays} */ (await ask(`/api/replays?${query}`));
    if (mine !== asked) return;
    shown = more ? [...shown, ...found.entries] : found.entries;
    show(
      "#ended",
      repeat(
        shown,
        ({ id }) => id,
        (entry) => replayLine(entry),
      ),
    );
    oldest = found.entries.at(-1)?.ended ?? oldest;
    must("#older").hidden = !found.more;
    const none = must("#none");
    none.hidden = shown.length > 0;
    none.textContent = none.dataset[query.size ? "searched" : "empty"] ?? "";
  } catch (error) {
    complain(error);
  }
}

const address = new URLSearchParams(location.search);
for (const name of ["game", "player", "result"])
  /** @type {HTMLInputElement} */ (form.elements.namedItem(name)).value = address.get(name) ?? "";
form.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(() => look(false), PATIENCE_MS);
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  clearTimeout(timer);
  look(false);
});
must("#older").addEventListener("click", () => look(true));
await look(false);
