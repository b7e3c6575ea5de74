/** All courses, and how far the visitor has come in each. */

import "../shared/chrome.js";
import { learned } from "./progress.js";
import { data, t } from "../shared/texts.js";

for (const course of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-course]"))) {
  const game = course.dataset.course ?? "";
  const lessons = /** @type {string[]} */ (data.lessons[game] ?? []);
  const done = lessons.filter((lesson) => learned(game).includes(lesson)).length;
  const bar = course.querySelector("progress");
  if (!bar) continue;
  bar.value = done;
  const note = /** @type {HTMLElement} */ (course.querySelector(".course-progress span"));
  note.textContent = done ? t("learn/done_of", { done, all: lessons.length }) : "";
  const begin = course.querySelector("a.primary")?.firstChild;
  if (begin && done) begin.textContent = t(done < lessons.length ? "learn/continue" : "learn/again");
}
document.body.dataset.ready = "yes";
