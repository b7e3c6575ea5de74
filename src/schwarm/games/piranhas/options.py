"""Piranhas: options, profiles, rule ids and reasons, as on its page (docs/reference/games/piranhas.md)."""

from schwarm.compat import StrEnum
from schwarm.game.rulebook import Option, OptionValue

SIDES = ("red", "blue")
SCORE_NAMES = ("victory points", "heaviest swarm")
GERMAN_SCORE_NAMES = ("Siegpunkte", "schwerster Schwarm")


class Reason(StrEnum):
    """Why a game ended as it did."""

    HEAVIER_SWARM = "heavier swarm"
    FIRST_SWARM = "first swarm"
    BLOCKED = "no legal move"
    EQUAL = "equal swarms"


OPTIONS = (
    Option(
        "rounds",
        30,
        "rounds after which the game ends (E2)",
        "Runden, nach denen das Spiel endet (E2)",
        low=1,
        high=500,
    ),
    Option(
        "first_swarm",
        "mover",
        "D1: who holds the first-swarm credit: the player whose move first united a colour, or that colour",
        "D1: wem der erste Schwarm zählt: dem Spieler, der eine Farbe zuerst vereint hat, oder der Farbe",
        choices=("mover", "colour"),
    ),
    Option(
        "credit_lasts",
        True,
        "D2: does the credit decide at the round limit with nobody united now?",
        "D2: entscheidet die Gutschrift am Rundenlimit, wenn dann niemand vereint ist?",
    ),
    Option(
        "blocked_mid_round",
        "loses",
        "D3: a player blocked in mid-round while some colour is united loses, or weight decides",
        "D3: wer in der Runde blockiert ist, wenn eine Farbe vereint ist, verliert, oder Gewicht zählt",
        choices=("loses", "weight"),
    ),
    Option(
        "blocked_at_limit",
        "weight",
        "D4: red without a move at the round limit, nobody united: weight decides, or red loses",
        "D4: Rot kann am Rundenlimit nicht ziehen, niemand ist vereint: das Gewicht zählt, oder Rot verliert",
        choices=("weight", "loses"),
    ),
    Option(
        "no_fish_weight",
        0,
        "D5: heaviest swarm of a colour without fish",
        "D5: der schwerste Schwarm einer Farbe ohne Fische",
        low=-1,
        high=0,
    ),
)

PROFILES: dict[str, dict[str, OptionValue]] = {
    "seed": {},
    "official": {
        "first_swarm": "colour",
        "credit_lasts": False,
        "blocked_mid_round": "weight",
        "blocked_at_limit": "loses",
        "no_fish_weight": -1,
    },
}

RULES = {
    "S1": "red starts on A1-A8 and J1-J8, blue on B0-I0 and B9-I9, mirrored on the diagonal A0-J9",
    "S2": "two kraken lie in the inner 6x6 squares and share no row, column or diagonal",
    "M1": "a move starts on a fish of the side to move",
    "M2": "a fish moves along a row, column or diagonal, exactly as far as there are fish on that line",
    "M3": "no enemy fish stands between start and target; own fish and kraken may be crossed",
    "M4": "the target is on the board",
    "M5": "the target is not a kraken",
    "M6": "the target holds no own fish",
    "M7": "an enemy fish on the target is eaten",
    "E1": "the game ends at the end of a round in which some colour is united in one swarm",
    "E2": "the game ends after 30 rounds",
    "E3": "the game ends when the side to move has no legal move",
    "W1": "the heavier heaviest swarm wins at the end of a round",
    "W2": "on equal weights whoever first formed a swarm wins, else it is a draw",
    "W3": "a player without a legal move has lost",
}
