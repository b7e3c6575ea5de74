"""Blokus, the game of the Software-Challenge 2027: lay your pieces corner to corner."""

from schwarm.game.board import Orientation
from schwarm.game.rulebook import Arranging, RuleBook
from schwarm.games.blokus import arranged
from schwarm.games.blokus.drawing import GERMAN_LEGEND, LEGEND, draw
from schwarm.games.blokus.options import GERMAN_SCORE_NAMES, OPTIONS, PROFILES, RULES, SCORE_NAMES, SIDES
from schwarm.games.blokus.rules import Blokus

BOOK = RuleBook(
    name="blokus",
    title="Blokus (Software-Challenge 2027)",
    version=1,
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
    plies_a_round=4,
    passes=True,
    orientation=Orientation.FIXED,
    arranging=Arranging(arranged.PIECES, arranged.write),
)
