/** The games that are played now, live. */

import "../shared/chrome.js";
import { must } from "../shared/dom.js";
import { tableCard } from "./lists.js";
import { Line } from "../shared/server.js";

/** @typedef {import("../types").Entry} Entry */

/** @type {Map<string, Entry>} */
const entries = new Map();
/** @type {Map<string, {drawn: string, card: HTMLElement}>} */
const cards = new Map();

/** A card is made anew only when its game has changed: pictures do not flicker. @param {Entry} entry */
function cardOf(entry) {
  const drawn = JSON.stringify(entry);
  const known = cards.get(entry.id);
  if (known?.drawn === drawn) return known.card;
  const card = tableCard(entry);
  cards.set(entry.id, { drawn, card });
  return card;
}

function draw() {
  const running = [...entries.values()].filter((entry) => entry.living).sort((a, b) => b.created - a.created);
  must("#running").replaceChildren(...running.map(cardOf));
  must("#none").hidden = running.length > 0;
}

new Line("/api/lobby/socket", {}, (message) => {
  if (message.type === "games") {
    entries.clear();
    for (const entry of message.games) entries.set(entry.id, entry);
  } else if (message.type === "entry") entries.set(message.entry.id, message.entry);
  draw();
});
