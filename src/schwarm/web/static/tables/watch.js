/** The games that are played now, live. */

import "../shared/chrome.js";
import { must } from "../shared/dom.js";
import { tableCard } from "./lists.js";
import { Line } from "../shared/server.js";
import { repeat, show } from "../shared/view.js";

/** @typedef {import("../types").Entry} Entry */

/** @type {Map<string, Entry>} */
const entries = new Map();
function draw() {
  const running = [...entries.values()].filter((entry) => entry.living).sort((a, b) => b.created - a.created);
  show(
    "#running",
    repeat(running, ({ id }) => id, tableCard),
  );
  must("#none").hidden = running.length > 0;
}

new Line("/api/lobby/socket", {}, (message) => {
  if (message.type === "games") {
    entries.clear();
    for (const entry of message.games) entries.set(entry.id, entry);
  } else if (message.type === "entry") entries.set(message.entry.id, message.entry);
  draw();
});
