"""Hive: options, profiles, rule ids and reasons, as on its page (docs/reference/games/hive.md)."""

import re

from schwarm.compat import StrEnum
from schwarm.game.errors import BadOption
from schwarm.game.rulebook import Option, OptionValue

SIDES = ("red", "blue")
SCORE_NAMES = ("victory points", "free fields around the queen")
GERMAN_SCORE_NAMES = ("Siegpunkte", "freie Felder um die Königin")
KINDS = "ABGQS"  # in the order of their texts
INSECTS = ("ant", "beetle", "grasshopper", "queen", "spider")
MOST_PIECES = 22  # of one side: the swarm still fits on the board
MOST_BEETLES = 7  # of one side: fifteen pieces on one field fit a word
MOST_BERRIES = 60


class Reason(StrEnum):
    """Why a game ended as it did."""

    SURROUNDED = "queen surrounded"
    BOTH_SURROUNDED = "both queens surrounded"
    MORE_LIBERTIES = "more free fields around the queen"
    EQUAL_LIBERTIES = "equally free queens"


def read_hand(value: object) -> str:
    """A hand in its normal form: queen, spiders, grasshoppers, beetles, ants."""
    text = str(value)
    hand = "".join(sorted(text, key="QSGBA".find))
    if set(text) - set(KINDS) or not 1 <= len(text) <= MOST_PIECES:
        raise BadOption(f"option hand: expected 1 to {MOST_PIECES} letters of {KINDS}, not {value!r}")
    if text.count("Q") != 1 or text.count("B") > MOST_BEETLES:
        raise BadOption(f"option hand: expected one Q and at most {MOST_BEETLES} B, not {value!r}")
    return hand


def read_berries(value: object) -> OptionValue:
    """How many blackberries to draw, or a list of fields such as "0,-2 3,-1", sorted; "" is none."""
    text = str(value).strip()
    if re.fullmatch(r"[0-9]{1,3}", text) and not isinstance(value, bool):
        if int(text) <= MOST_BERRIES:
            return int(text)
    else:
        names = text.split()
        if all(re.fullmatch(r"(0|-?[1-9]),(0|-?[1-9])", name) for name in names):
            if len(set(names)) == len(names):
                return " ".join(sorted(names)) if names else 0
    raise BadOption(
        f"option berries: expected a number from 0 to {MOST_BERRIES} or different fields"
        f" such as '0,-2 3,-1 -3,2', not {value!r}"
    )


OPTIONS = (
    Option(
        "hand",
        "QSSGGGBBAAA",
        "D1: the pieces of each side at the start (S3)",
        "D1: die Spielsteine jeder Seite am Anfang (S3)",
        check=read_hand,
    ),
    Option(
        "berries",
        3,
        "how many blackberries are drawn, or a list of fields (S2)",
        "wie viele Brombeeren ausgelost werden, oder eine Liste von Feldern (S2)",
        check=read_berries,
    ),
    Option(
        "radius",
        5,
        "fields from the centre to the border (S1, D7)",
        "Felder von der Mitte bis zum Rand (S1, D7)",
        low=1,
        high=5,
    ),
    Option(
        "rounds",
        30,
        "rounds after which the game ends (E2)",
        "Runden, nach denen das Spiel endet (E2)",
        low=1,
        high=500,
    ),
    Option(
        "end_check",
        "ply",
        "D2: a surrounded queen ends the game after any ply, or only at the end of a round (E1)",
        "D2: eine umzingelte Königin beendet das Spiel nach jedem Zug, oder erst am Ende der Runde (E1)",
        choices=("ply", "round"),
    ),
    Option(
        "queen_by",
        4,
        "the round in which a queen still in hand must be set (P7)",
        "die Runde, in der eine Königin auf der Hand gesetzt werden muss (P7)",
        low=1,
        high=500,
    ),
    Option(
        "queen_first",
        True,
        "may the queen be a side's first piece? (P8)",
        "darf die Königin der erste Stein einer Seite sein? (P8)",
    ),
    Option(
        "first_piece",
        "anywhere",
        "where the very first piece may be set (P3)",
        "wohin der allererste Stein gesetzt werden darf (P3)",
        choices=("anywhere", "centre"),
    ),
    Option(
        "covered_sets",
        False,
        "D4: may a side whose pieces are all covered set next to the enemy, as with its first piece? (P4)",
        "D4: darf eine Seite, deren Steine alle bedeckt sind, neben den Gegner setzen wie zu Beginn? (P4)",
    ),
    Option(
        "jump_berries",
        False,
        "D6: do grasshoppers jump over blackberries as over pieces? (I3)",
        "D6: springen Grashüpfer über Brombeeren wie über Steine? (I3)",
    ),
)

PROFILES: dict[str, dict[str, OptionValue]] = {
    "seed": {},
    "official": {"hand": "QSSSGGBBAAA", "end_check": "round"},
}

RULES = {
    "S1": "the board is a hexagon of 91 fields; pieces stay on it",
    "S2": "three fields hold blackberries: no piece is ever set or moved there",
    "S3": "each side has one queen, two spiders, three grasshoppers, two beetles and three ants in hand",
    "P1": "only a piece in hand can be set",
    "P2": "a piece is set on an empty field",
    "P3": "the very first piece is set on any free field",
    "P4": "a side's first piece is set next to the enemy's",
    "P5": "any later piece is set next to a field with an own piece on top",
    "P6": "and not next to a field with an enemy piece on top",
    "P7": "from its fourth turn on a side whose queen is in hand can set only the queen",
    "P8": "the queen may be a side's first piece",
    "M1": "pieces move only after the own queen has been set",
    "M2": "a move starts on a field with an own piece on top",
    "M3": "a covered piece cannot move",
    "M4": "without the moving piece all others are one swarm",
    "M5": "the target is another field and empty; only beetles climb on pieces",
    "M6": "a walking piece keeps contact: in every step a piece stands next to both fields",
    "M7": "no walk between two pieces, nor a piece and a blackberry; the border is open, beetles are free",
    "I1": "the queen walks one step",
    "I2": "the beetle goes one field, also onto, over and down from pieces",
    "I3": "the grasshopper jumps straight over one or more pieces to the first field without one",
    "I4": "the spider walks exactly three steps and enters no field twice",
    "I5": "the ant walks any number of steps",
    "T1": "a side without any set or move skips; nobody else does",
    "E1": "the game ends when a queen is surrounded by pieces, blackberries and border on all sides",
    "E2": "the game ends after 30 rounds",
    "W1": "a surrounded queen loses; both surrounded is a draw",
    "W2": "after the last round the queen with more free fields around it wins; one in hand counts -1",
}
