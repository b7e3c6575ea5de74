"""Hive on the page: its swarm, its moves in words, and the notation of the Universal Hive Protocol."""

from schwarm.games.hive import uhp
from schwarm.games.hive.page.board import Drawn
from schwarm.games.hive.page.words import Words
from schwarm.web.face import Page

GROUPS = (
    ("board", ("radius", "berries", "hand")),
    ("setting", ("queen_by", "queen_first", "first_piece", "covered_sets")),
    ("moving", ("jump_berries",)),
    ("end", ("rounds", "end_check")),
)
PAGE = Page(Drawn, Words, uhp.PieceNames, groups=GROUPS, mark="var(--gold)")
