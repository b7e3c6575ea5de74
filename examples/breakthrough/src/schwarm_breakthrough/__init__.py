"""Breakthrough, a race of pawns: the folder of a game, with all its faces, each as small as can be."""

from schwarm.game import Option, RuleBook
from schwarm_breakthrough.rules import Breakthrough

BOOK = RuleBook(
    name="breakthrough",
    title="Breakthrough",
    game=Breakthrough,
    options=(Option("size", 6, "squares of a row", "Felder einer Reihe", low=5, high=8),),
    profiles={"standard": {}, "large": {"size": 8}},
    rules={
        "B1": "a move starts on a pawn of the side to move",
        "B2": "a pawn goes one step ahead, straight or diagonally, and takes only diagonally",
        "B3": "a pawn on the far row wins",
        "B4": "a side without pawns has lost",
    },
)
