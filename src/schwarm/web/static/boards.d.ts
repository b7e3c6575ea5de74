/** Opens the boards of all games; the server writes it (cards.py). */
export {};
