/** A tournament that is still running is looked at again every few seconds. */

import "../shared/chrome.js";

const EVERY_MS = 4000;

async function again() {
  const place = document.getElementById("event");
  if (!place || place.dataset.finished === "yes") return;
  if (document.visibilityState === "visible") {
    const text = await fetch(location.href).then(
      (response) => (response.ok ? response.text() : ""),
      () => "",
    );
    const next = new DOMParser().parseFromString(text, "text/html").getElementById("event");
    if (next && next.innerHTML !== place.innerHTML) place.replaceWith(next);
  }
  setTimeout(again, EVERY_MS);
}
setTimeout(again, EVERY_MS);
