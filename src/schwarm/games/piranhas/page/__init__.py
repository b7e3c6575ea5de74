"""Piranhas on the page: the water with its fish, and its moves in words."""

from schwarm.games.piranhas.page.board import Drawn
from schwarm.games.piranhas.page.words import Words
from schwarm.web.face import Page

PAGE = Page(Drawn, Words)
