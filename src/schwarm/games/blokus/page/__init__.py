"""Blokus on the page: the board with its trays, and its moves in words."""

from schwarm.games.blokus.page.board import Drawn
from schwarm.games.blokus.page.words import Words
from schwarm.web.face import Page

GROUPS = (
    ("board", ("size", "colours")),
    ("start", ("start", "start_at")),
    ("skipping", ("skip", "skip_first")),
    ("points", ("bonus", "last_bonus")),
    ("end", ("rounds", "stop_when_done")),
)
BADGES = (
    ("one", "linear-gradient(90deg, #2f74d6 50%, #dc3f37 50%)"),
    ("two", "linear-gradient(45deg, #f3bd22 50%, #2fa356 50%)"),
)
PAGE = Page(Drawn, Words, groups=GROUPS, mark="#d99a06", badges=BADGES)
