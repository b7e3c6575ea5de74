// Search in the browser: every word that is typed must begin a word of a section; headings count more than text.
"use strict";
const root = document.currentScript.dataset.root;
const field = document.querySelector("#search input");
const list = document.querySelector("#found");
const MOST = 20;

/** The sections that hold all the words, the best first. INDEX comes from search-index.js. */
function search(text) {
  const words = text.toLowerCase().split(/[^\p{L}\p{N}_]+/u).filter(Boolean);
  if (!words.length) return [];
  const patterns = words.map((word) => new RegExp(`(?<![\\p{L}\\p{N}])${word}`, "iu"));
  const found = [];
  for (const [page, anchor, title, heading, body] of INDEX) {
    let score = 0;
    for (const pattern of patterns) {
      const worth = (pattern.test(heading) ? 5 : 0) + (pattern.test(title) ? 2 : 0) + (pattern.test(body) ? 1 : 0);
      if (!worth) { score = 0; break; }
      score += worth;
    }
    if (score) found.push({ page, anchor, title, heading, score });
  }
  return found.sort((one, other) => other.score - one.score).slice(0, MOST);
}

function show() {
  const found = search(field.value);
  list.hidden = !field.value.trim();
  list.replaceChildren(...found.map(({ page, anchor, title, heading }) => {
    const link = document.createElement("a");
    link.href = `${root}/${page}#${anchor}`;
    link.textContent = heading;
    const where = document.createElement("small");
    where.textContent = title;
    const item = document.createElement("li");
    item.append(link, where);
    return item;
  }));
  if (!found.length) list.textContent = "nothing found";
}

field.addEventListener("input", show);
field.form.addEventListener("submit", (event) => {
  event.preventDefault();
  list.querySelector("a")?.click();
});
