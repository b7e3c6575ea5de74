/** The games that are running, live. */

import "./chrome.js";
import { must } from "./dom.js";
import { entryLine } from "./lists.js";
import { Line } from "./server.js";

/** @type {Map<string, import("./types").Entry>} */
const entries = new Map();

function draw() {
  const running = [...entries.values()].filter((entry) => entry.status === "running").sort((a, b) => b.created - a.created);
  must("#running").replaceChildren(...running.map(entryLine));
  must("#none").hidden = running.length > 0;
}

new Line("/api/lobby/socket", {}, (message) => {
  if (message.type === "games") {
    entries.clear();
    for (const entry of message.games) entries.set(entry.id, entry);
  } else if (message.type === "entry") entries.set(message.entry.id, message.entry);
  draw();
});
