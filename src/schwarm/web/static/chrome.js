/** What every page has: light or dark, and sound on or off. */

import { must } from "./dom.js";

const root = document.documentElement;
const theme = must("#theme");
const chosen = localStorage.getItem("theme");
if (chosen) root.dataset.theme = chosen;
theme.addEventListener("click", () => {
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  localStorage.setItem("theme", root.dataset.theme);
});
