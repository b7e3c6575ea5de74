"""Mississippi Queen on the page: the river with its ships, and its moves in words."""

from schwarm.games.mississippi_queen.page.board import Drawn
from schwarm.games.mississippi_queen.page.words import Words
from schwarm.web.face import Page

PAGE = Page(Drawn, Words, mark="var(--blue)")
