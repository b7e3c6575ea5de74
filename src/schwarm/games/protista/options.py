"""Protista: options, profiles, rule ids and reasons, as on its page (docs/reference/games/protista.md)."""

from schwarm.compat import StrEnum
from schwarm.game.rulebook import Option, OptionValue
from schwarm.games.protista.tables import MOST_CREATED, MOST_JUMPS

SIDES = ("white", "black")
SCORE_NAMES = ("victory points", "targets", "material")
GERMAN_SCORE_NAMES = ("Siegpunkte", "Ziele", "Material")


class Reason(StrEnum):
    """Why a game ended as it did; the order is that of the codes inside, from 1 on."""

    TARGETS = "targets"
    KING = "king"
    NO_PIECES = "no pieces"
    LIMIT = "limit"
    REPETITION = "repetition"
    NO_MOVES = "no moves"


# The ten kinds of moves: number on the rule sheet -> (name, letter of its moves; kinds 7 and 9 have none).
KINDS = {
    1: ("single", "S"),
    2: ("contiguous", "J"),
    3: ("cannon", "C"),
    4: ("wave", "W"),
    5: ("sharp_v", "V"),
    6: ("generation", "G"),
    7: ("stacking", ""),
    8: ("unstacking", "U"),
    9: ("portal", ""),
    10: ("creation", "R"),
}

OPTIONS = (
    # board and start
    Option(
        "rows",
        13,
        "B1: rows of the board; a drawn start needs an odd number",
        "B1: Reihen des Bretts; ein ausgeloster Anfang braucht eine ungerade Zahl",
        low=1,
        high=128,
    ),
    Option(
        "cols",
        9,
        "B1: columns; at most 320 cells in all",
        "B1: Spalten; zusammen höchstens 320 Zellen",
        low=1,
        high=26,
    ),
    Option(
        "setup",
        "random",
        "T2, T3: how the pieces start",
        "T2, T3: wie die Steine am Anfang stehen",
        choices=("random", "checkers"),
    ),
    Option(
        "pieces",
        12,
        "T2: pieces of each side in a random start",
        "T2: Steine jeder Seite bei ausgelostem Anfang",
        low=1,
        high=64,
    ),
    Option(
        "setup_rows",
        0,
        "T2: home rows the pieces are chosen in, 0: the whole half",
        "T2: Heimatreihen, in denen die Steine ausgelost werden, 0: die ganze Hälfte",
        low=0,
        high=64,
    ),
    Option("win", "targets", "E1: what wins", "E1: womit man gewinnt", choices=("targets", "king")),
    Option("targets", 3, "T1: targets of each side", "T1: Ziele jeder Seite", low=0, high=64),
    Option("targets_needed", 2, "E1: targets that win", "E1: Ziele, die gewinnen", low=1, high=64),
    Option(
        "targets_mode",
        "ever",
        "E1: targets once reached count, or those held",
        "E1: es zählen Ziele, die je erreicht wurden, oder die gehaltenen",
        choices=("ever", "together"),
    ),
    Option(
        "target_rows",
        0,
        "T1: home rows the targets are chosen in, 0: the whole half",
        "T1: Heimatreihen, in denen die Ziele ausgelost werden, 0: die ganze Hälfte",
        low=0,
        high=64,
    ),
    Option(
        "target_spacing",
        3,
        "T1: least distance between two targets of a side",
        "T1: kleinster Abstand zwischen zwei Zielen einer Seite",
        low=0,
        high=32,
    ),
    # the turn
    Option("must_continue", False, "K0: walks go on until they cannot", "K0: Läufe gehen so weit sie können"),
    Option(
        "loop_new",
        "turn",
        "L2: new means new in this turn, in this move, or more than before",
        "L2: neu heißt neu in diesem Zug der Seite, in dieser Bewegung, oder mehr als vorher",
        choices=("turn", "move", "count"),
    ),
    Option(
        "extra_cap",
        2,
        "L3: most extra moves one move can earn",
        "L3: wie viele Zusatzzüge ein Zug höchstens einbringt",
        low=0,
        high=100,
    ),
    Option("extra_accumulate", False, "L3: extra moves add up", "L3: Zusatzzüge werden zusammengezählt"),
    Option(
        "extra_optional",
        False,
        "L4: extra moves may be declined",
        "L4: Zusatzzüge dürfen ausgeschlagen werden",
    ),
    Option(
        "turn_move_cap",
        24,
        "L3: most moves in a turn, 0: any number",
        "L3: höchste Zahl der Züge hintereinander, 0: beliebig viele",
        low=0,
        high=1000,
    ),
    # the ten kinds
    Option(
        "contiguous_capture",
        False,
        "K2: contiguous moves may capture and hit",
        "K2: Züge im Verbund dürfen schlagen und treffen",
    ),
    Option("contiguous_stack", True, "K2: contiguous moves may stack", "K2: Züge im Verbund dürfen stapeln"),
    Option(
        "cannon_isolated",
        True,
        "K3: no other own piece touches a cannon",
        "K3: kein anderer eigener Stein berührt eine Kanone",
    ),
    Option(
        "wave_dirs",
        "across",
        "K4: ways a wave may go",
        "K4: wohin eine Welle gehen darf",
        choices=("across", "all"),
    ),
    Option(
        "wave_bounce_kills",
        False,
        "K4: a wave that bounces takes the singles in front of it",
        "K4: eine Welle, die abprallt, schlägt die einzelnen Steine vor ihr",
    ),
    Option(
        "v_count",
        "leg",
        "K5: does the vertex count into the legs?",
        "K5: zählt die Spitze zu den Schenkeln?",
        choices=("leg", "leg_and_vertex"),
    ),
    Option(
        "v_unequal",
        "min",
        "K5: which of two legs counts",
        "K5: welcher von zwei Schenkeln zählt",
        choices=("min", "max"),
    ),
    Option(
        "generate",
        "triangle",
        "K6: where new pieces grow",
        "K6: wo neue Steine wachsen",
        choices=("triangle", "cup", "four", "off"),
    ),
    Option(
        "gen_gap",
        3,
        "K6: cells between the two pieces of a triangle's side",
        "K6: Zellen zwischen den beiden Steinen einer Dreiecksseite",
        low=1,
        high=64,
    ),
    Option(
        "gen_between",
        "empty",
        "K6: what these cells may hold",
        "K6: was auf diesen Zellen stehen darf",
        choices=("empty", "any"),
    ),
    Option(
        "gen_enemy",
        "block",
        "K6: corners held by the enemy",
        "K6: Ecken, auf denen der Gegner steht",
        choices=("block", "capture"),
    ),
    Option(
        "stack_loss",
        1,
        "K7: pieces a stack loses when hit",
        "K7: Steine, die ein getroffener Stapel verliert",
        low=1,
        high=9,
    ),
    Option("stack_max", 9, "K7: greatest height of a stack", "K7: größte Höhe eines Stapels", low=1, high=9),
    Option(
        "portals",
        "own",
        "K9: whose cups make portals",
        "K9: wessen Schalen Portale bilden",
        choices=("own", "all", "off"),
    ),
    Option(
        "portal_jumps",
        1,
        "K9: portal jumps in one move",
        "K9: Portalsprünge in einem Zug",
        low=0,
        high=MOST_JUMPS,
    ),
    Option(
        "create_count",
        3,
        "K10: pieces of a creation, 0: no creations",
        "K10: Steine einer Schöpfung, 0: keine Schöpfungen",
        low=0,
        high=MOST_CREATED,
    ),
    Option(
        "create_area", "board", "K10: where they appear", "K10: wo sie erscheinen", choices=("board", "half")
    ),
    Option(
        "create_targets",
        "exclude",
        "K10: on targets? apart: not beside them either",
        "K10: auf Zielen? apart: auch nicht neben ihnen",
        choices=("exclude", "include", "apart"),
    ),
    Option(
        "supply",
        18,
        "M2: most pieces of a side on the board, 0: any number",
        "M2: höchste Zahl der Steine einer Seite auf dem Brett, 0: beliebig viele",
        low=0,
        high=1000,
    ),
    # the end
    Option(
        "turn_limit",
        120,
        "E3: turns of both sides together, 0: no limit",
        "E3: Züge beider Seiten zusammen, 0: ohne Grenze",
        low=0,
        high=1_000_000,
    ),
    Option(
        "judge_margin",
        3,
        "E3: least lead in material that decides",
        "E3: kleinster Vorsprung an Material, der entscheidet",
        low=0,
        high=1000,
    ),
    Option(
        "repetition",
        3,
        "E4: times a position may occur, 0: any number",
        "E4: wie oft eine Stellung vorkommen darf, 0: beliebig oft",
        low=0,
        high=1000,
    ),
    Option(
        "repetition_result",
        "judge",
        "E4: what repetition means",
        "E4: was Wiederholung bedeutet",
        choices=("judge", "draw"),
    ),
    Option(
        "no_pieces",
        "loss",
        "E2: a side without pieces",
        "E2: eine Seite ohne Steine",
        choices=("loss", "continue"),
    ),
)

PROFILES: dict[str, dict[str, OptionValue]] = {
    "standard": {},
    "calm": {"create_area": "half"},  # what the study advises against quick wins
    "small": {"rows": 9, "cols": 7, "pieces": 9, "supply": 14, "turn_limit": 80},
    "literal": {
        "portals": "all",
        "gen_enemy": "capture",
        "gen_between": "any",
        "wave_dirs": "all",
        "supply": 0,
    },
    "unity": {
        "target_spacing": 1,
        "supply": 0,
        "loop_new": "count",
        "extra_accumulate": True,
        "turn_move_cap": 0,
        "contiguous_capture": True,
        "contiguous_stack": False,
        "cannon_isolated": False,
        "wave_bounce_kills": True,
        "v_count": "leg_and_vertex",
        "generate": "off",
        "portals": "off",
        "create_targets": "include",
        "targets_mode": "together",
        "turn_limit": 0,
        "repetition": 0,
        "no_pieces": "continue",
    },
}
# The author's own board. His program ends no game but by targets; between programs every game must end.
PROFILES["author"] = {**PROFILES["unity"], "rows": 19, "cols": 15, "pieces": 15, "turn_limit": 240}

RULES = {
    "B1": "the board is a beehive grid of rows and columns; odd rows stand half a cell to the right",
    "B2": "white's half is the lower one, black's its mirror image; a row between them is neutral",
    "T1": "targets are drawn in white's half, apart from each other, and mirrored for black",
    "T2": "random start: pieces chosen in white's half and mirrored for black",
    "T3": "checkers start: every second cell of the three home rows",
    "T4": "with kings, one piece of each side is marked and there are no targets",
    "T5": "white begins with one move",
    "T6": "all chance of a game follows from its seed; a creation depends on the seed and the move's number",
    "M1": "a move starts on a piece of the side to move",
    "M2": "new pieces need as many in stock; the stock is the supply less the material on the board",
    "M3": "each result is listed once, under its first label; a move changes something",
    "K0": "a walk stops before own pieces and the edge, takes enemy singles, and hits the first enemy stack",
    "K1": "single: a piece steps to an adjacent cell",
    "K2": "contiguous: a piece of a connected set goes to an empty cell touching another piece of the set",
    "K3": "cannon: the end piece of a straight isolated row walks as many steps as the row has pieces",
    "K4": "wave: a zigzag of three or more pieces moves one step across itself, all goals free of own pieces",
    "K5": "sharp V: the piece at the point of two legs leaps away from them, as often as the legs are long",
    "K6": "generation: two pieces in line with exactly the gap between fill the corners of both triangles",
    "K7": "stacking: kinds 1 and 2 may end on an own piece, up to a greatest height; a hit stack loses",
    "K8": "unstacking: a stack becomes a line of singles from its own cell on, over empty cells and singles",
    "K9": "portal: an empty cell in a cup of exactly three pieces; who enters one may leave by another",
    "K10": "creation: new pieces on cells drawn among the eligible ones",
    "L1": "a hole is a region without own pieces, closed off from the edge by a loop of them",
    "L2": "a loop is new if its hole was not met before in this turn",
    "L3": "each new loop earns a move, two at most, and they do not add up; a turn has a greatest length",
    "L4": "extra moves must be made; a pass is listed only where a rule allows it",
    "E1": "reaching enough enemy targets, or taking the king, wins at once",
    "E2": "taking the last enemy piece wins",
    "E3": "at the turn limit the game is judged: more targets, then a clear lead in material, else a draw",
    "E4": "a position that occurs for the third time at the start of a turn is judged",
    "E5": "without a legal move a side passes; two such turns in a row are judged",
}
