"""Piranhas: starts, refusals, options and texts."""

import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

import schwarm
from schwarm.game.random64 import Stream
from schwarm.games.piranhas.notation import read_move, write_move
from schwarm.games.piranhas.start import start_rows

EMPTY = "." * 10
KRAKEN = re.compile("#")


def put_up(drawn: str, turn: int = 0, first: str = "-", first_swarm: str = "mover") -> schwarm.Game:
    """A position from a drawing, top row first as on the screen; missing rows are empty."""
    rows = [line.strip().replace(" ", "") for line in drawn.strip().splitlines()]
    rows = [EMPTY] * (10 - len(rows)) + rows
    position = f"{'/'.join(reversed(rows))} {turn} {first}"
    return schwarm.new_game("piranhas", position=position, first_swarm=first_swarm)


def test_s1_starts_are_mirrored_on_the_long_diagonal() -> None:
    for seed in range(200):
        rows = start_rows(seed)
        for i in range(1, 9):
            assert int(rows[0][i]) == int(rows[i][0]) + 3
            assert int(rows[9][i]) == int(rows[i][9]) + 3
        assert rows[0][0] + rows[0][9] + rows[9][0] + rows[9][9] == "...."


def test_s1_weights_come_four_to_three_to_two() -> None:
    counts = Counter(
        rows[y][x] for seed in range(3000) for rows in [start_rows(seed)] for y in range(1, 9) for x in (0, 9)
    )
    total = sum(counts.values())
    for letter, share in zip("123", (4 / 9, 3 / 9, 2 / 9), strict=True):
        assert abs(counts[letter] / total - share) < 0.01


def test_s2_kraken_lie_inside_and_share_no_line() -> None:
    places = set()
    for seed in range(2000):
        (x1, y1), (x2, y2) = (
            (x, y) for y, row in enumerate(start_rows(seed)) for x, letter in enumerate(row) if letter == "#"
        )
        assert all(2 <= number <= 7 for number in (x1, y1, x2, y2))
        assert x1 != x2
        assert y1 != y2
        assert abs(x1 - x2) != abs(y1 - y2)
        places.add((x1, y1, x2, y2))
    assert len(places) > 330  # of 340 pairs


def test_opening_moves_of_the_rule_sheet_are_legal() -> None:
    game = schwarm.new_game("piranhas", seed=7)
    assert {"A4-C4", "A1-A9", "A2-C0"} <= set(game.legal_moves())


@pytest.mark.parametrize(
    ("move", "rule", "why"),
    [
        ("C3-C4", "M1", "expected a red fish on C3"),
        ("B0-B2", "M1", "expected a red fish on B0"),
        ("A1-C2", "M2", "same row, column or diagonal"),
        ("A1-B1", "M2", "there are 2 fish on the line, expected 2 squares, not 1"),
        ("A1-A1", "M2", "same row, column or diagonal"),
    ],
)
def test_refusals_at_the_start_name_the_rule(move: str, rule: str, why: str) -> None:
    game = schwarm.new_game("piranhas", seed=7)
    with pytest.raises(schwarm.IllegalMove, match=re.escape(why)) as refusal:
        game.play(move)
    assert (refusal.value.rule, refusal.value.move) == (rule, move)
    assert game.turn == 0


REFUSALS = """
    . . . . . . . . . 1
    . . . . . . . . . .
    . . . . . . . . . .
    . . . . . . . . . .
    . . . . . . . . . .
    1 4 . . . . . . . .
    . . . . . . . . . .
    1 . # . . . . . . 4
    . . . . . . . . . .
    1 . 1 . . . . . . .
"""


@pytest.mark.parametrize(
    ("move", "rule"),
    [("A4-C4", "M3"), ("A2-C2", "M5"), ("A0-C0", "M6")],
)
def test_refusals_in_a_drawn_position(move: str, rule: str) -> None:
    with pytest.raises(schwarm.IllegalMove) as refusal:
        put_up(REFUSALS).play(move)
    assert refusal.value.rule == rule


def test_m4_a_fish_that_would_leave_the_board_cannot_move_that_way() -> None:
    # Three fish on the row and two squares of room to the right of H9.
    game = put_up(". . . . . 1 1 1 . .\n" + "\n".join(["." * 10] * 8) + "\n1 . 4 . . . 4 . . .")
    assert not {"H9-I9", "H9-J9"} & set(game.legal_moves())
    with pytest.raises(schwarm.IllegalMove, match="M2"):
        game.play("H9-J9")


def test_random_moves_are_found_among_many_fish_that_cannot_move() -> None:
    full = "4" * 10 + "\n"
    game = put_up(4 * full + "44.....444\n" + 5 * full, turn=1)
    moves = game.legal_moves()
    assert len(moves) == 5  # of 760 pairs of a fish and a direction
    words = Stream(1, 0)
    drawn = Counter(game.random_move(words.word()) for _ in range(300 * len(moves)))
    assert set(drawn) == set(moves)
    assert all(240 <= count <= 360 for count in drawn.values())


@pytest.mark.parametrize("row", ["4" * 10, EMPTY])
def test_e3_a_blocked_side_has_no_random_move(row: str) -> None:
    game = put_up("\n".join([row] * 10), turn=1)
    assert game.legal_moves() == []
    assert game.random_move(5) is None
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.winner == "red"


def test_w2_credit_goes_to_the_mover_or_to_the_colour() -> None:
    # Blue eats red's lone fish on E5: red's other two fish are one swarm, formed by blue's move.
    drawn = """
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . 4
        . . . . . . . . . .
        . . . . 1 . 4 . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        1 1 . . . . . . . .
        . . . . . . . . . .
    """
    for option, holder in (("mover", "blue"), ("colour", "red")):
        game = put_up(drawn, turn=1, first_swarm=option)
        game.play("G5-E5")
        assert game.position().endswith(f"2 {holder}")
        game.undo()
        assert game.position().endswith("1 -")


def test_w2_a_swarm_that_stood_from_the_start_is_credited_at_the_first_move() -> None:
    drawn = """
        . . 1 1 . . . . . .
        . . . . . . . . . .
        4 . . . . . . . 4 .
        . . . . . . . . . .
    """
    for option, holder in (("mover", "blue"), ("colour", "red")):
        game = put_up(drawn, turn=1, first_swarm=option)
        game.play(game.legal_moves()[0])
        assert game.position().endswith(f"2 {holder}")


def test_e2_rounds_is_an_option() -> None:
    game = schwarm.new_game("piranhas", seed=1, rounds=1)
    game.play(game.legal_moves()[0])
    assert game.outcome() is None
    game.play(game.legal_moves()[0])
    assert game.outcome() is not None


def test_memory_of_a_game_is_under_64_kib() -> None:
    import tracemalloc

    tracemalloc.start()
    games = [schwarm.new_game("piranhas", seed=1) for _ in range(10)]
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert size / len(games) < 64 * 1024


@given(st.text(max_size=12))
def test_any_text_is_a_move_or_bad_notation(text: str) -> None:
    try:
        code = read_move(text)
    except schwarm.BadNotation:
        return
    assert write_move(code) == text


ROWS = st.lists(st.text("123456#.x", min_size=9, max_size=11), min_size=9, max_size=11).map("/".join)


@given(
    st.one_of(
        st.text(max_size=40),
        st.builds("{} {} {}".format, ROWS, st.integers(-1, 62), st.sampled_from(["-", "red", "blue", "x"])),
    )
)
def test_any_text_is_a_position_or_bad_position(text: str) -> None:
    try:
        game = schwarm.new_game("piranhas", position=text)
    except schwarm.BadPosition:
        return
    assert game.position() == text
    assert (game.outcome() is None) == bool(game.legal_moves())


def test_a_bad_position_lists_all_its_faults() -> None:
    with pytest.raises(schwarm.BadPosition) as refusal:
        schwarm.new_game("piranhas", position="..x......./.. 99 green")
    assert str(refusal.value).count("expected") == 5


def test_the_swarms_that_a_picture_shows_are_those_that_count() -> None:
    for seed in range(5):
        game = schwarm.new_game("piranhas", seed=seed)
        stream = Stream(seed, 1)
        for _ in range(20):
            game.play(stream.choice(game.legal_moves()))
            red, blue = ([weight for weight, _ in side] for side in game.swarms_of_sides())  # type: ignore[attr-defined]
            assert (max(red), max(blue), len(red), len(blue)) == game.swarms()  # type: ignore[attr-defined]
