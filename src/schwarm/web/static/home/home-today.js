/** On the first page: today's puzzle of the chosen game, a game that is played now, and how far one's lessons are. */

import { h, must } from "../shared/dom.js";
import { tableCard } from "../tables/lists.js";
import { learned } from "../teaching/progress.js";
import { progress } from "../teaching/puzzle-progress.js";
import { Line, ask } from "../shared/server.js";
import { data, t, title } from "../shared/texts.js";

/** @typedef {import("../types").Entry} Entry */

const daily = /** @type {Record<string, string>} */ (data.daily);
const courses = /** @type {Record<string, string[]>} */ (data.lessons);

/** Today's puzzle of a game, or of another one that has puzzles. @param {string} game */
export function showPuzzle(game) {
  const of = daily[game] ? game : (Object.keys(daily)[0] ?? "");
  const name = daily[of];
  must("#today-puzzle").hidden = !name;
  if (!name) return;
  const address = `/puzzles/${of}/${name}`;
  const solved = progress(of).tried[name] ? ` · ✓ ${t("people/today/solved")}` : "";
  must("#today-puzzle > div").replaceChildren(
    h(
      "a",
      { class: "table-card", href: address },
      h("img", { class: "thumbnail", src: `${address}/picture`, alt: "", width: 240, height: 176 }),
      h("span", { class: "entry-title" }, title(of), solved),
      h("span", { class: "season" }, t("people/today/one_move")),
    ),
  );
}

// --- a game that is played now, or the one that ended last ----------------------------------------------------
/** @type {Map<string, Entry>} */ const entries = new Map();
let drawn = "";

async function showLive() {
  const [running] = [...entries.values()].filter((entry) => entry.living).sort((a, b) => b.created - a.created);
  const shown =
    running ?? /** @type {Entry | undefined} */ ((await ask("/api/tables?ended=1").catch(() => null))?.ended[0]);
  const now = JSON.stringify(shown ?? null);
  if (now === drawn) return; // a picture does not flicker
  drawn = now;
  must("#today-live h2").textContent = t(shown && !running ? "people/today/last" : "people/today/live");
  must("#today-live ul").replaceChildren(...(shown ? [tableCard(shown)] : []));
  must("#today-live .nobody").hidden = !!shown;
}

new Line("/api/lobby/socket", {}, (message) => {
  if (message.type === "games") {
    entries.clear();
    for (const entry of message.games) entries.set(entry.id, entry);
  } else if (message.type === "entry") entries.set(message.entry.id, message.entry);
  showLive();
});

// --- lessons --------------------------------------------------------------------------------------------------
must("#today-lessons ul").replaceChildren(
  ...Object.entries(courses).map(([game, lessons]) => {
    const done = lessons.filter((lesson) => learned(game).includes(lesson)).length;
    return h(
      "li",
      {},
      h(
        "a",
        { class: "course-line", href: `/learn/${game}` },
        h("span", {}, title(game)),
        h("span", { class: "small" }, `${done} / ${lessons.length}`),
        h("progress", {
          max: lessons.length,
          value: done,
          "aria-label": `${t("people/today/lessons")}: ${title(game)}`,
        }),
      ),
    );
  }),
);
