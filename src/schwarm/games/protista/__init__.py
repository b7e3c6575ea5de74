"""Protista: groups of pieces on a beehive grid, ten kinds of moves, loops that earn another one."""

from schwarm.game.board import Orientation, Shape
from schwarm.game.rulebook import Arranging, RuleBook, Setup
from schwarm.games.protista import arranged
from schwarm.games.protista.drawing import GERMAN_LEGEND, LEGEND, draw
from schwarm.games.protista.options import GERMAN_SCORE_NAMES, OPTIONS, PROFILES, RULES, SCORE_NAMES, SIDES
from schwarm.games.protista.rules import Protista
from schwarm.games.protista.tables import SMALL


def new_game(setup: Setup) -> Protista:
    """A game of these options: larger boards have rules of their own width, made of the same source files."""
    if setup.number("rows") * setup.number("cols") <= SMALL:
        return Protista(setup)
    from schwarm.games.protista import wide

    return wide.Protista(setup)


BOOK = RuleBook(
    name="protista",
    title="Protista",
    version=1,
    rank=4,
    sides=SIDES,
    options=OPTIONS,
    profiles=PROFILES,
    usual_profile="calm",
    rules=RULES,
    score_names=SCORE_NAMES,
    german_score_names=GERMAN_SCORE_NAMES,
    game=new_game,
    draw=draw,
    legend=LEGEND,
    german_legend=GERMAN_LEGEND,
    random_start=True,
    chance=True,
    moves_again=True,
    passes=True,
    shape=Shape.HEX,
    orientation=Orientation.HALF_TURN,
    arranging=Arranging(arranged.PIECES, arranged.write),
)
