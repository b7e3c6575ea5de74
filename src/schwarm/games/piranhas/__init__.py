"""Piranhas, the game of the Software-Challenge 2026: unite your fish into one swarm."""

from schwarm.game.rulebook import Arranging, RuleBook
from schwarm.games.piranhas import arranged
from schwarm.games.piranhas.drawing import GERMAN_LEGEND, LEGEND, draw
from schwarm.games.piranhas.options import GERMAN_SCORE_NAMES, OPTIONS, PROFILES, RULES, SCORE_NAMES, SIDES
from schwarm.games.piranhas.rules import Piranhas

BOOK = RuleBook(
    name="piranhas",
    title="Piranhas (Software-Challenge 2026)",
    version=1,
    rank=1,
    sides=SIDES,
    options=OPTIONS,
    profiles=PROFILES,
    rules=RULES,
    score_names=SCORE_NAMES,
    german_score_names=GERMAN_SCORE_NAMES,
    game=Piranhas,
    draw=draw,
    legend=LEGEND,
    german_legend=GERMAN_LEGEND,
    random_start=True,
    arranging=Arranging(arranged.PIECES, arranged.write),
)
