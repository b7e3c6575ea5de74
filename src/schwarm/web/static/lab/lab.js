/** Studies that are still running are looked at again every few seconds. */

import "../shared/chrome.js";

const EVERY_MS = 5000;

async function again() {
  const place = document.getElementById("live");
  if (!place || place.dataset.running !== "yes") return;
  if (document.visibilityState === "visible") {
    const text = await fetch(location.href).then(
      (response) => (response.ok ? response.text() : ""),
      () => "",
    );
    const next = new DOMParser().parseFromString(text, "text/html").getElementById("live");
    if (next && next.innerHTML !== place.innerHTML) place.replaceWith(next);
  }
  setTimeout(again, EVERY_MS);
}
setTimeout(again, EVERY_MS);
