"""Protista on the page: the dish with its cells, and its moves in words."""

from schwarm.games.protista.page.board import Drawn
from schwarm.games.protista.page.words import Words
from schwarm.web.face import Page

PAGE = Page(Drawn, Words, mark="var(--black)")
