"""Blokus: options, profiles, rule ids and reasons, as on its page (docs/reference/games/blokus.md)."""

from schwarm.compat import StrEnum
from schwarm.game.rulebook import Option, OptionValue
from schwarm.games.blokus.tables import LONGEST, PENTOMINOES

SIDES = ("one", "two")
COLOURS = ("blue", "yellow", "red", "green")  # R2: the order of play; the sides have every other one
LETTERS = "BYRG"
SCORE_NAMES = ("victory points", "points")
GERMAN_SCORE_NAMES = ("Siegpunkte", "Punkte")


class Reason(StrEnum):
    """Why a game ended as it did."""

    MORE_POINTS = "more points"
    EQUAL = "equal points"


OPTIONS = (
    Option("size", LONGEST, "squares of a row (R1)", "Felder einer Reihe (R1)", low=8, high=LONGEST),
    Option(
        "colours",
        "four",
        "colours in the game: two for each side, or one (R2)",
        "Farben im Spiel: zwei für jede Seite oder eine (R2)",
        choices=("four", "two"),
    ),
    Option(
        "start",
        "random",
        "first piece of every colour: picked from the twelve of five squares, one by name, or any piece (R6)",
        "erster Stein jeder Farbe: aus den zwölf mit fünf Feldern gelost, einer mit Namen oder jeder (R6)",
        choices=("random", "random-but-X", "any", *PENTOMINOES),
    ),
    Option(
        "start_at",
        "border",
        "what the first piece of a colour covers: a border square, a corner, or one of two start points (R6)",
        "was der erste Stein einer Farbe bedeckt: Randfeld, Ecke oder einen von zwei Startpunkten (R6)",
        choices=("border", "corner", "point"),
    ),
    Option("rounds", 24, "rounds played at most (R10)", "höchstens gespielte Runden (R10)", low=1, high=100),
    Option(
        "stop_when_done",
        False,
        "does the game end with the round in which a colour has laid all its pieces? (R10)",
        "endet das Spiel mit der Runde, in der eine Farbe alle Steine gelegt hat? (R10)",
    ),
    Option(
        "skip",
        True,
        "may a colour skip that could lay a piece? (R8)",
        "darf eine Farbe aussetzen, die legen könnte? (R8)",
    ),
    Option(
        "skip_first",
        False,
        "may a colour skip that has laid nothing yet? (R8)",
        "darf eine Farbe aussetzen, die noch nichts gelegt hat? (R8)",
    ),
    Option(
        "bonus",
        15,
        "points for a colour that has laid all its pieces (R11)",
        "Punkte für eine Farbe, die alle Steine gelegt hat (R11)",
        high=100,
    ),
    Option(
        "last_bonus",
        5,
        "further points if the single square was the last of them (R11)",
        "weitere Punkte, wenn das Einzelfeld der letzte davon war (R11)",
        high=100,
    ),
)

CLASSIC: dict[str, OptionValue] = {"start": "any", "start_at": "corner", "rounds": 21, "skip": False}
PROFILES: dict[str, dict[str, OptionValue]] = {
    "official": {},
    "text": {"rounds": 25, "stop_when_done": True, "skip_first": True},
    "corners": {"start": "random-but-X", "start_at": "corner", "rounds": 25},
    "classic": CLASSIC,
    "duo": CLASSIC | {"size": 14, "colours": "two", "start_at": "point"},
}

RULES = {
    "R1": "the board has 20 x 20 squares; its border is the squares of the outer rows and columns",
    "R2": "blue, yellow, red and green play in turn; one side has blue and red, the other yellow and green",
    "R3": "every colour has the 21 pieces of one to five squares, each once",
    "R4": "a piece may be turned and flipped",
    "R5a": "all squares of a piece lie on the board",
    "R5b": "all squares of a piece were empty",
    "R6a": "the first piece of a colour is the start piece",
    "R6b": "the first piece of a colour covers a square of the border",
    "R7a": "a piece is laid once",
    "R7b": "no square of a piece is edge to edge with a square of its own colour",
    "R7c": "a square of a later piece is corner to corner with a square of its own colour",
    "R8": "a colour may skip unless it has laid nothing",
    "R9": "the colours move in turn; one that cannot lay a piece when it is to move drops out",
    "R10": "the game ends when no colour is left, or after the last round",
    "R11": "a colour has a point for each square laid, and more for all of them",
    "R12": "the side whose two colours have more points wins",
}
