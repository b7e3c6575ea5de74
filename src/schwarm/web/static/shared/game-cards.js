/** Cards of games, one of which is chosen. */

const cards = () => /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-game]"));

/** Mark the card of a game as the chosen one, and remember it for the next visit. @param {string} game
 * @returns {HTMLElement | undefined} the card */
export function markCard(game) {
  localStorage.setItem("game", game);
  for (const card of cards()) {
    card.classList.toggle("on", card.dataset.game === game);
    card.setAttribute("aria-pressed", String(card.dataset.game === game));
  }
  return [...cards()].find((card) => card.dataset.game === game);
}

/** Hear which card somebody presses. @param {(game: string) => void} then */
export function hearCards(then) {
  for (const card of cards()) card.addEventListener("click", () => then(card.dataset.game ?? ""));
}
