"""Piranhas on the page: the water with its fish, and its moves in words."""

from schwarm.games.piranhas.page.board import Drawn
from schwarm.games.piranhas.page.words import Words
from schwarm.web.face import Page

GROUPS = (
    ("end", ("rounds", "blocked_mid_round", "blocked_at_limit")),
    ("swarms", ("first_swarm", "credit_lasts", "no_fish_weight")),
)
PAGE = Page(Drawn, Words, groups=GROUPS)
