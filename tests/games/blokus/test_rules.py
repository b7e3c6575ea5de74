"""Blokus: pieces, first moves, skips, colours that drop out, ends, points, profiles and texts."""

import random
import re
from itertools import pairwise
from typing import Any

import pytest

import schwarm
from schwarm.game.errors import BadOption
from schwarm.games.blokus import tables
from schwarm.games.blokus.notation import read_move, square, write_move
from schwarm.games.blokus.rules import Blokus
from schwarm.search.playouts import playouts

FULL = "".join(tables.KINDS)
EMPTY = "/".join(["." * 20] * 20)


def blokus(**told: Any) -> Blokus:
    game = schwarm.new_game("blokus", **told)
    assert isinstance(game, Blokus)
    return game


def refused(game: Blokus, move: str) -> str:
    with pytest.raises(schwarm.IllegalMove) as refusal:
        game.play(move)
    return str(refusal.value.rule)


def test_r3_r4_the_pieces_have_89_squares_and_91_shapes() -> None:
    assert sum(int(name[0]) for name in tables.KINDS) == tables.SQUARES == 89
    assert len(tables.NAMES) == 91
    assert len(tables.PAIRS) == 168


@pytest.mark.parametrize(
    ("start", "count"),
    [("5L", 544), ("5P", 560), ("5U", 280), ("5T", 272), ("5I", 136), ("5X", 68)],
)
def test_r6_first_placements_cover_a_border_square(start: str, count: int) -> None:
    game = blokus(start=start)
    moves = game.legal_moves()
    assert len(moves) == count
    for move in moves:
        assert any({x, y} & {0, 19} for x, y in tables.squares_of(move.code))


def test_every_pair_of_turn_and_flip_is_read_and_the_first_one_written() -> None:
    assert write_move(read_move("5Xlf@B3")) == "5X@B3"
    assert write_move(read_move("5Irf@T0")) == "5Ir@T0"
    for code in random.Random(3).sample(range(tables.SKIP + 1), 500):
        assert read_move(write_move(code)) == code
    for text in ("", "SKIPS", "5L", "5L@", "5L@U1", "5L@A20", "5L@A01", "6A@A1", "5Lfr@A1", "5l@A1", " 1@A1"):
        with pytest.raises(schwarm.BadNotation, match="expected a move such as"):
            read_move(text)


def test_r5_r7_r8_refusals_name_the_rule() -> None:
    game = blokus(start="5L")
    assert refused(game, "SKIP") == "R8"
    assert refused(game, "5X@A0") == "R6a"
    assert refused(game, "5L@C5") == "R6b"
    assert refused(game, "5L@T0") == "R5a"
    game.play("5L@A0")  # covers A0 A1 A2 A3 B3
    assert refused(game, "5L@A0") == "R5b"
    for move in ("5L@S0", "5L@S16", "5L@A16"):
        game.play(move)
    assert game.colour_to_move() == "blue"
    assert refused(game, "5L@C4") == "R7a"
    assert refused(game, "5Ir@B0") == "R7b"
    assert refused(game, "1@K10") == "R7c"
    assert game.play("1@C4") == "1@C4"


def position(turn: int, start: str = "5L", board: str = EMPTY, hands: str = "", rest: str = "BYRG -") -> str:
    return f"{board} {turn} {start} {hands or '/'.join([FULL] * 4)} {rest}"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("x", "expected six fields"),
        (position(0, board="/".join(["." * 20] * 19)), "expected 20 rows, not 19"),
        (position(0, board=EMPTY.replace(".", "W", 1)), "row 0: expected only BYRG and ., not 'W'"),
        (position(0, board=EMPTY.replace(".", "B", 1)), "exactly the pieces that are not in hand"),
        (position(0, board=EMPTY.replace("......", "BBBBBB", 1)), "is no piece"),
        (position(999), "expected a turn from 0 to 100"),
        (position(0, start="4O"), "expected a piece of five squares"),
        (position(0, hands="1/1/1"), "expected the pieces of 4 colours"),
        (position(0, hands="/".join(["21", FULL, FULL, FULL])), "expected pieces in the order"),
        (position(0, rest="YB -"), "expected letters of BYRG"),
        (position(0, rest="YRG -"), "expected blue, who is to move"),
        (position(0, rest="BYRG B"), "blue has pieces left"),
        (position(4, hands="/".join(["5X", FULL, FULL, FULL])), "exactly the pieces"),
    ],
)
def test_positions_that_cannot_be_are_refused(text: str, why: str) -> None:
    with pytest.raises(schwarm.BadPosition, match=re.escape(why)):
        blokus(position=text)


def finished(**told: Any) -> Blokus:
    """A random game without skips, at its end."""
    game = blokus(**told)
    chooser = random.Random(game.seed)
    while moves := game.legal_moves():
        game.play(chooser.choice([move for move in moves if move != "SKIP"]))
    return game


def test_r9_slots_of_colours_that_dropped_out_are_counted_and_no_ply() -> None:
    game = finished(seed=5)
    slot, valid, _, _ = game.facts()
    assert valid == 0
    assert slot > game.turn
    assert game.position().split()[6] == str(game.turn)
    sides = []
    while game.turn:
        game.undo()
        sides.append(game.to_move)
        assert game.to_move == ("one", "two")[game.facts()[0] % 2]
    assert any(one == other for one, other in pairwise(sides))


@pytest.mark.parametrize(("profile", "plies"), [("official", 96), ("text", 100)])
def test_r10_the_rounds_end_a_game_of_skips(profile: str, plies: int) -> None:
    game = blokus(profile=profile, start="5L")
    while (moves := game.legal_moves()) and game.turn < 200:
        game.play("SKIP" if "SKIP" in moves else moves[game.turn * 100 % len(moves)])
    assert (game.turn, game.facts()[0]) == (plies, plies)
    assert game.outcome() is not None


def test_r12_a_game_of_skips_is_a_draw_also_for_searches() -> None:
    game = schwarm.new_game("blokus", skip_first=True, rounds=1)
    for _ in range(4):
        game.play("SKIP")
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.winner is None
    assert playouts(game, 1).draws == 1


def laid(last: str) -> Blokus:
    """Blue plays alone and has one piece left; the others lie flat in rows, none touching another."""
    shapes = []
    for kind, name in enumerate(tables.KINDS):
        turned = [shape for shape in range(tables.SHAPES) if tables.KIND_OF[shape] == kind and name != last]
        shapes += sorted(turned, key=lambda shape: tables.HEIGHT[shape])[:1]
    board = [["."] * 20 for _ in range(20)]
    x = y = 0
    shapes.sort(key=lambda shape: -tables.HEIGHT[shape])
    for number, shape in enumerate(shapes):
        if x + tables.WIDTH[shape] > 20 or tables.HEIGHT[shape] < tables.HEIGHT[shapes[max(number - 1, 0)]]:
            x, y = 0, y + tables.HEIGHT[shapes[number - 1]] + 1
        for dx, dy in tables.SHAPE_SQUARES[shape]:
            board[y + dy][x + dx] = "B"
        x += tables.WIDTH[shape] + 1
    rows = "/".join("".join(row) for row in board)
    return blokus(position=f"{rows} 80 5L {last}/{'/'.join([FULL] * 3)} B -")


@pytest.mark.parametrize(("last", "points"), [("1", 109), ("2", 104)])
def test_r11_all_pieces_laid_and_the_single_square_last(last: str, points: int) -> None:
    game = laid(last)
    assert game.colour_points()[0] == 89 - int(last)
    game.play(next(move for move in game.legal_moves() if move != "SKIP"))
    outcome = game.outcome()
    assert game.colour_points() == [points, 0, 0, 0]
    assert outcome is not None
    assert (outcome.winner, outcome.reason, outcome.scores) == (
        "one",
        "more points",
        {"one": (2, points), "two": (0, 0)},
    )
    assert game.facts()[2] == (1 if last == "1" else 0)
    assert game.position().split()[5] == ("B" if last == "1" else "-")


def test_the_profiles_begin_where_their_rules_say() -> None:
    corners = [square(x, y) for x in (0, 19) for y in (0, 19)]
    for seed in range(30):
        game = blokus(profile="corners", seed=seed)
        assert game.position().split()[2] != "5X"
        assert {cell for mark in game.board().marks for cell in mark.cells} == set(corners)
    classic = blokus(profile="classic")
    assert {"1@A0", "2@S0", "5V@A17"} <= set(classic.legal_moves())
    assert refused(classic, "SKIP") == "R8"
    duo = blokus(profile="duo")
    assert {cell for mark in duo.board().marks for cell in mark.cells} == {"E4", "J9"}
    duo.play("1@E4")
    assert duo.legal_moves()[0] == "1@J9"
    assert sum(finished(profile="duo", seed=1).colour_points()) > 60


def test_start_pieces_are_drawn_from_all_twelve() -> None:
    drawn = [blokus(seed=seed).position().split()[2] for seed in range(400)]
    assert set(drawn) == set(tables.PENTOMINOES)
    assert blokus(seed=3, start="5V").position().split()[2] == "5V"


def test_the_board_tells_colours_hands_points_and_corners() -> None:
    game = blokus(start="5X")
    game.play("5X@G17")
    game.play("5X@A0")
    board = game.board()
    assert [piece.kind for piece in board.on("H17")] == ["blue"]
    assert board.fact("blue", "one") == board.fact("points", "two") == 5
    assert board.fact("colour") == 2
    assert [supply.count for supply in board.hands] == [20, 20, 21, 21]
    told = game.describe("5X@S9") if "5X@S9" in game.legal_moves() else game.describe("5X@R9")
    assert (told.kind, told.piece and told.piece.kind, len(told.created)) == ("set", "red", 5)


def test_r6_a_piece_that_covers_no_corner_does_not_begin_there() -> None:
    with pytest.raises(BadOption, match="expected a start piece that covers a corner of the board, not 5X"):
        schwarm.new_game("blokus", start="5X", start_at="corner")
    for seed in range(40):
        assert schwarm.new_game("blokus", seed=seed, start_at="corner").legal_moves()


def test_what_a_bot_asks_of_blokus_has_names() -> None:
    game = blokus(start="5L")
    assert (game.colour_to_move(), game.start_piece()) == ("blue", "5L")
    assert game.colours_of("two") == ("yellow", "green")
    assert game.colours_playing() == ("blue", "yellow", "red", "green")
    assert len(game.corner_squares("blue")) == 76, "the whole border"
    game.play("5L@A0")
    assert game.corner_squares("blue") == ("C2", "C4")
    assert "5L" not in game.pieces_in_hand("blue")
    assert game.pieces_in_hand("yellow") == tables.KINDS
    assert game.points_by_colour() == {"blue": 5, "yellow": 0, "red": 0, "green": 0}
    duo = blokus(profile="duo")
    assert (duo.colours_of("two"), duo.start_piece()) == (("yellow",), None)
    with pytest.raises(schwarm.BadNotation, match="expected a colour of blue, yellow, not 'red'"):
        duo.corner_squares("red")
    with pytest.raises(schwarm.BadNotation, match="expected a side of one, two, not 'blue'"):
        duo.colours_of("blue")


def test_a_drawing_tells_the_colour_to_move_and_its_first_piece() -> None:
    game = blokus(start="5L")
    assert str(game).endswith("\n  blue is to move, its first piece must be 5L")
    for move in ("5L@A0", "5L@S0", "5L@S16", "5L@A16"):
        game.play(move)
    assert str(game).endswith("\n  blue is to move")
    assert "to move" not in str(finished(seed=1))
