"""Blokus, the game of the Software-Challenge 2027: lay your pieces corner to corner."""

from schwarm.game.board import Orientation
from schwarm.game.game import Game
from schwarm.game.rulebook import Arranging, RuleBook
from schwarm.games.blokus import arranged
from schwarm.games.blokus.drawing import GERMAN_LEGEND, LEGEND, draw
from schwarm.games.blokus.options import GERMAN_SCORE_NAMES, OPTIONS, PROFILES, RULES, SCORE_NAMES, SIDES
from schwarm.games.blokus.rules import Blokus


def slots(game: Game) -> tuple[int, int]:
    """R9: the slots so far, those of colours that have dropped out counted, and the slots in a round."""
    assert isinstance(game, Blokus)
    return game.facts()[0], len(game.hands())


BOOK = RuleBook(
    name="blokus",
    title="Blokus (Software-Challenge 2027)",
    version=1,
    rank=5,
    sides=SIDES,
    options=OPTIONS,
    profiles=PROFILES,
    rules=RULES,
    score_names=SCORE_NAMES,
    german_score_names=GERMAN_SCORE_NAMES,
    game=Blokus,
    draw=draw,
    legend=LEGEND,
    german_legend=GERMAN_LEGEND,
    random_start=True,
    moves_again=True,
    slots=slots,
    passes=True,
    orientation=Orientation.FIXED,
    arranging=Arranging(arranged.PIECES, arranged.write),
    questions=(
        "colour_to_move()",
        "colours_of(side)",
        "colours_playing()",
        "start_piece()",
        "pieces_in_hand(colour)",
        "corner_squares(colour)",
        "points_by_colour()",
    ),
)
