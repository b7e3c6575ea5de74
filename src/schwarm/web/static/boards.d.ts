/** Opens the boards of all games; the server writes it (boards/modules.py). */
export {};
