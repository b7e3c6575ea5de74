/** The games that are played now, live. */

import "../shared/chrome.js";
import { must } from "../shared/dom.js";
import { runningGames, tableCard } from "./lists.js";
import { Line, ask } from "../shared/server.js";
import { repeat, show } from "../shared/view.js";

const RECENT = 4; // finished games, for who comes while none is played
let asked = false;

/** Show what ended last if nothing was played when the page came. @param {boolean} alone */
async function recent(alone) {
  const ended = alone ? ((await ask(`/api/tables?ended=${RECENT}`).catch(() => null))?.ended ?? []) : [];
  must("#last-part").hidden = !ended.length;
  show("#last", ended.map(tableCard));
}

const news = runningGames();
new Line("/api/lobby/socket", {}, (message) => {
  const running = news(message);
  if (!running) return;
  show(
    "#running",
    repeat(running, ({ id }) => id, tableCard),
  );
  must("#none").hidden = running.length > 0;
  if (!asked) recent(!running.length);
  asked = true;
});
