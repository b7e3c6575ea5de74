"""Mississippi Queen: options, profiles, rules, reasons, as in docs/reference/games/mississippi_queen.md."""

from schwarm.compat import StrEnum
from schwarm.game.rulebook import Option, OptionValue
from schwarm.games.mississippi_queen.board import read_board
from schwarm.games.mississippi_queen.notation import SIDES

__all__ = ["GERMAN_SCORE_NAMES", "OPTIONS", "PROFILES", "RULES", "SCORE_NAMES", "SIDES", "Reason"]

SCORE_NAMES = ("victory points", "points", "passengers")
GERMAN_SCORE_NAMES = ("Siegpunkte", "Punkte", "Passagiere")


class Reason(StrEnum):
    """Why a game ended as it did."""

    GOAL = "goal reached"
    DISTANCE = "left behind"
    POINTS = "more points"
    PASSENGERS = "more passengers"
    EQUAL = "equal points"
    BLOCKED = "no legal move"


OPTIONS = (
    Option(
        "rounds",
        20,
        "D1: rounds after which the game ends (E3)",
        "D1: Runden, nach denen das Spiel endet (E3)",
        low=1,
        high=500,
    ),
    Option(
        "leader_starts",
        False,
        "D2: does the ship in front begin each round? Else turns alternate",
        "D2: beginnt das vordere Schiff jede Runde? Sonst wechseln sich die Seiten ab",
    ),
    Option(
        "distance_check",
        "round",
        "D3: when is a ship far behind lost: at the end of a round, or whenever blue is to move?",
        "D3: wann ein Schiff weit hinten verloren hat: am Ende der Runde, oder wenn Blau am Zug ist?",
        choices=("round", "blue"),
    ),
    Option(
        "equal_points",
        "passengers",
        "D4: equal points at the round limit: more passengers win, or it is a draw",
        "D4: gleiche Punkte am Rundenlimit: mehr Passagiere gewinnen, oder unentschieden",
        choices=("passengers", "draw"),
    ),
    Option(
        "goal_by_push",
        False,
        "D5: does a ship win that was pushed onto the goal?",
        "D5: gewinnt ein Schiff, das auf das Ziel geschoben wurde?",
    ),
    Option(
        "limit_before_goal",
        False,
        "D6: is a goal reached with the last ply ignored?",
        "D6: zählt ein Ziel nicht, das mit dem letzten Zug erreicht wird?",
    ),
    Option(
        "overdraw_onto_sandbank",
        False,
        "D7: may a ship run into a debt of movement points that a sandbank at the end of its move settles?",
        "D7: darf ein Schiff mehr Punkte ausgeben als es hat, wenn sein Zug auf einer Sandbank endet?",
    ),
    Option(
        "push_out_of_sight",
        "never",
        "D8: may a ship be pushed onto fields that are not visible: never, on removed segments, always?",
        "D8: darf ein Schiff auf unsichtbare Felder geschoben werden: nie, auf entfernte Segmente, immer?",
        choices=("never", "removed", "always"),
    ),
    Option(
        "sandbank_to_log",
        False,
        "D9: may a ship leave a sandbank forwards onto a log?",
        "D9: darf ein Schiff von einer Sandbank vorwärts auf einen Baumstamm fahren?",
    ),
    Option(
        "coal", 6, "coal of each ship at the start (S5)", "Kohle jedes Schiffes am Anfang (S5)", low=0, high=6
    ),
    Option(
        "lead",
        4,
        "segments between the ships that end the game (E2)",
        "Segmente zwischen den Schiffen, die das Spiel beenden (E2)",
        low=1,
        high=8,
    ),
    Option(
        "board",
        "",
        "an explicit river instead of one decided by the seed (S1)",
        "ein bestimmter Fluss statt eines ausgelosten (S1)",
        check=read_board,
    ),
)

PROFILES: dict[str, dict[str, OptionValue]] = {
    "seed": {},
    "official": {
        "rounds": 30,
        "leader_starts": True,
        "distance_check": "blue",
        "equal_points": "draw",
        "goal_by_push": True,
        "limit_before_goal": True,
        "push_out_of_sight": "always",
        "sandbank_to_log": True,
    },
}

RULES = {
    "S1": "the river has eight segments of twenty fields; the first two flow to the right",
    "S2": "every further segment bends by 60 degrees to either side or goes on, but never flows to the left",
    "S3": "segments 1 to 7 hold two or three islands and one or two sandbanks or logs, in places 0 to 14",
    "S4": "five of the segments 1 to 6 hold one passenger each, whose landing stage is water of the segment",
    "S5": "red starts on -1,1 and blue on -1,-1, heading right with speed 1 and 6 coal; red begins",
    "S6": "visible are the segments from the rear ship's to the one after the foremost ever reached",
    "A1": "an acceleration is the first action",
    "A2": "no acceleration on a sandbank",
    "A3": "speed stays between 1 and 6; an acceleration by 0 is none",
    "A4": "the first unit of an acceleration is free, each further one costs one coal",
    "T1": "a turn is by one, two or three sixths to the left (+) or to the right (-)",
    "T2": "no turn on a sandbank",
    "T3": "one turn unit a move is free, two after having been pushed; each further one costs one coal",
    "M1": "an advance goes 1 to 6 fields in the ship's direction",
    "M2": "every field entered is visible and passable: water, goal, log or sandbank",
    "M3": "water and goal cost one movement point, a log two and one unit of speed; they must be there",
    "M4": "sandbank may only be the last field; it takes all points, sets the speed to 1 and ends the move",
    "M5": "the other ship's field may only be the last field",
    "M6": "a ship leaves a sandbank first of all, by one field forwards or, for one coal, backwards",
    "M7": "only a ship on a sandbank goes backwards, and never onto a log",
    "P1": "on the other ship's field the next action is a push, and there is no push elsewhere",
    "P2": "a push goes in a direction 0 to 5, but not to the field behind the pushing ship",
    "P3": "the other ship is pushed onto a visible passable field",
    "P4": "a push costs one movement point, two onto a log; they must be there",
    "P5": "there is no push on a sandbank",
    "P6": "a pushed ship has two free turn units in its next move, unless it was pushed onto a sandbank",
    "L1": "a move is a list of actions that uses all movement points",
    "L2": "the coal suffices",
    "L3": "the ships end on different fields",
    "C1": "a ship of speed 1 with fewer than two passengers takes the one at whose landing stage it stands",
    "O1": "the sides take turns",
    "E1": "a ship that reaches the goal with speed 1 and two passengers wins at once",
    "E2": "a ship four or more segments behind at the end of a round has lost",
    "E3": "the game ends after 20 rounds: more points win, then more passengers",
    "E4": "a player without a legal move has lost",
    "W1": "points: 5 for each segment passed, 0 to 4 by the row within the segment, 5 for each passenger",
}
