"""Hive on the page: its swarm, its moves in words, and the notation of the Universal Hive Protocol."""

from schwarm.games.hive import uhp
from schwarm.games.hive.page.board import Drawn
from schwarm.games.hive.page.words import Words
from schwarm.web.face import Page

PAGE = Page(Drawn, Words, uhp.Names, mark="var(--gold)")
