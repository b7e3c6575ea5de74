/** The games that are played now, live. */

import "../shared/chrome.js";
import { must } from "../shared/dom.js";
import { runningGames, tableCard } from "./lists.js";
import { Line } from "../shared/server.js";
import { repeat, show } from "../shared/view.js";

const news = runningGames();
new Line("/api/lobby/socket", {}, (message) => {
  const running = news(message);
  if (!running) return;
  show(
    "#running",
    repeat(running, ({ id }) => id, tableCard),
  );
  must("#none").hidden = running.length > 0;
});
