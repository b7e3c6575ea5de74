"""Mississippi Queen, the game of the Software-Challenge 2017: a steamboat race for passengers."""

from schwarm.game.board import Shape
from schwarm.game.rulebook import Arranging, RuleBook
from schwarm.games.mississippi_queen import arranged
from schwarm.games.mississippi_queen.drawing import GERMAN_LEGEND, LEGEND, draw
from schwarm.games.mississippi_queen.options import (
    GERMAN_SCORE_NAMES,
    OPTIONS,
    PROFILES,
    RULES,
    SCORE_NAMES,
    SIDES,
)
from schwarm.games.mississippi_queen.rules import MississippiQueen

BOOK = RuleBook(
    name="mississippi_queen",
    title="Mississippi Queen (Software-Challenge 2017)",
    version=1,
    rank=3,
    sides=SIDES,
    options=OPTIONS,
    profiles=PROFILES,
    rules=RULES,
    score_names=SCORE_NAMES,
    german_score_names=GERMAN_SCORE_NAMES,
    game=MississippiQueen,
    draw=draw,
    legend=LEGEND,
    german_legend=GERMAN_LEGEND,
    random_start=True,
    hidden=True,
    moves_again=True,
    composed=True,
    shape=Shape.RIVER,
    arranging=Arranging(
        arranged.PIECES, arranged.write, arranged.NUMBERS, arranged.adjust, lasting=("ship",)
    ),
)
