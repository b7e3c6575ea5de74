"""Hive, the game of the Software-Challenge 2020: surround the enemy's queen."""

from schwarm.game.board import Orientation, Shape
from schwarm.game.rulebook import Arranging, RuleBook
from schwarm.games.hive import arranged
from schwarm.games.hive.drawing import GERMAN_LEGEND, LEGEND, draw
from schwarm.games.hive.options import GERMAN_SCORE_NAMES, OPTIONS, PROFILES, RULES, SCORE_NAMES, SIDES
from schwarm.games.hive.rules import Hive

BOOK = RuleBook(
    name="hive",
    title="Hive (Software-Challenge 2020)",
    version=1,
    rank=2,
    sides=SIDES,
    options=OPTIONS,
    profiles=PROFILES,
    rules=RULES,
    score_names=SCORE_NAMES,
    german_score_names=GERMAN_SCORE_NAMES,
    game=Hive,
    draw=draw,
    legend=LEGEND,
    german_legend=GERMAN_LEGEND,
    random_start=True,
    passes=True,
    shape=Shape.HEX,
    orientation=Orientation.HALF_TURN,
    arranging=Arranging(arranged.PIECES, arranged.write, climbers=("beetle",)),
)
