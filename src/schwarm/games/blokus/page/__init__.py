"""Blokus on the page: the board with its trays, and its moves in words."""

from schwarm.games.blokus.page.board import Drawn
from schwarm.games.blokus.page.words import Words
from schwarm.web.face import Page

PAGE = Page(Drawn, Words, mark="#d99a06")
