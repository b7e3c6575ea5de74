"""Hive: sets, skips, the end, refusals, options and texts."""

import re
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import schwarm
from schwarm.games.hive.notation import read_move, write_move
from schwarm.games.hive.rules import Hive
from tests.games.hive.boards import drawn, refused


def new_hive(**arguments: Any) -> Hive:
    game = schwarm.new_game("hive", **arguments)
    assert isinstance(game, Hive)
    return game


def sets(game: Hive, kind: str) -> set[str]:
    """The fields on which a kind can be set."""
    return {move[2:] for move in game.legal_moves() if move.startswith(f"{kind}@")}


# --- start ---------------------------------------------------------------------------------------
def test_s2_every_field_is_a_blackberry_equally_often() -> None:
    counts = Counter(field for seed in range(4000) for field in new_hive(seed=seed).blackberries())
    assert len(counts) == 91
    assert sum(counts.values()) == 3 * 4000
    expected = 3 * 4000 / 91
    assert sum((count - expected) ** 2 / expected for count in counts.values()) < 137  # 90 degrees, 0.1 %


def test_s2_blackberries_can_be_listed() -> None:
    game = new_hive(berries="3,-1 0,-2 -3,2")
    assert game.options["berries"] == "-3,2 0,-2 3,-1"
    assert game.blackberries() == [(3, -1), (-3, 2), (0, -2)]
    assert len(game.legal_moves()) == 440


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        ({"berries": "0,9"}, "radius 5, not 0,9"),
        ({"berries": "0,0 0,0"}, "different fields"),
        ({"berries": "here"}, "different fields"),
        ({"berries": 61}, "0 to 60"),
        ({"berries": True}, "0 to 60"),
        ({"berries": "3,0", "radius": 2}, "radius 2, not 3,0"),
        ({"berries": 7, "radius": 1}, "fewer than 7"),
        ({"berries": "0,0", "first_piece": "centre"}, "0,0 to be free"),
        ({"hand": "SSA"}, "one Q"),
        ({"hand": "QX"}, "letters of"),
        ({"hand": ""}, "letters of"),
        ({"hand": "QBBBBBBBB"}, "at most 7 B"),
        ({"radius": 6}, "1 to 5"),
        ({"end_check": "never"}, "ply, round"),
    ],
)
def test_options_that_make_no_game_are_refused(options: dict[str, Any], fault: str) -> None:
    with pytest.raises(schwarm.BadOption, match=fault):
        schwarm.new_game("hive", **options)


def test_profiles_differ_in_hand_and_end_check() -> None:
    assert new_hive().hands() == ("AAABBGGGQSS", "AAABBGGGQSS")
    official = new_hive(profile="official")
    assert official.hands()[0] == "AAABBGGQSSS"
    assert official.options["end_check"] == "round"


@pytest.mark.parametrize("radius", [1, 2, 3, 4, 5])
def test_s1_smaller_boards_are_played_to_the_end(radius: int) -> None:
    for seed in range(20):
        result = schwarm.playouts(new_hive(radius=radius, berries=min(3, radius), seed=seed), 20, seed)
        assert result.cut == 0
    assert len(new_hive(radius=radius, berries=0).legal_moves()) == 5 * (3 * radius * (radius + 1) + 1)


# --- sets ----------------------------------------------------------------------------------------
def test_p4_the_second_piece_touches_the_first() -> None:
    board = drawn(
        """
           . . . .
          . . . . .
         . . * * . .
        . . * A # . .
         . . * * . .
          . . . . .
           . . . .
        """,
        turn=1,
    )
    assert sets(board.game, "Q") == sets(board.game, "G") == board.goals


def test_p5_p6_later_pieces_touch_only_own_tops() -> None:
    board = drawn(
        """
           . . . .
          . . . . .
         . * # . . .
        . * A Q b . .
         . * (aB) . . .
          . . a . .
           . . . .
        """,
    )
    assert sets(board.game, "S") == board.goals


def test_p7_an_overdue_queen_is_the_only_piece_to_set() -> None:
    game = new_hive(berries=0)
    for move in ("A@0,0", "A@1,-1", "G@-1,1", "A@2,-2", "S@-2,2", "A@3,-3"):
        game.play(move)
    assert {move[0] for move in game.legal_moves()} == {"Q"}
    assert refused(game, "B@-3,3")[0] == "P7"


def test_p7_the_deadline_is_an_option() -> None:
    game = new_hive(berries=0, queen_by=2)
    game.play("A@0,0")
    game.play("A@1,-1")
    assert {move[0] for move in game.legal_moves()} == {"Q"}


def test_p8_the_queen_first_ban_is_an_option() -> None:
    assert sets(new_hive(berries=0), "Q")
    game = new_hive(berries=0, queen_first=False)
    assert not sets(game, "Q")
    assert refused(game, "Q@0,0")[0] == "P8"
    game.play("A@0,0")
    assert not sets(game, "Q")
    game.play("A@1,-1")
    assert sets(game, "Q")


def test_p3_the_first_piece_can_be_bound_to_the_centre() -> None:
    game = new_hive(first_piece="centre", seed=1)
    assert game.legal_moves() == ["A@0,0", "B@0,0", "G@0,0", "Q@0,0", "S@0,0"]
    assert refused(game, "A@0,1")[0] in ("P3", "S2")


ALL_COVERED = """
           . . . .
          . . . . .
         . . . a . .
        . . (Qb) q . . .
         . . . . . .
          . . . . .
           . . . .
"""


def test_d4_a_side_without_a_top_piece_cannot_set() -> None:
    assert drawn(ALL_COVERED).game.legal_moves() == ["SKIP"]


def test_d4_unless_covered_sets_allows_it_next_to_the_enemy() -> None:
    board = drawn(
        """
           . . . .
          . . * * .
         . * * a * .
        . * (Qb) q * . .
         . * * * . .
          . . . . .
           . . . .
        """,
        covered_sets=True,
    )
    assert sets(board.game, "A") == board.goals
    assert sets(board.game, "Q") == set()


# --- skips ---------------------------------------------------------------------------------------
def test_t1_skip_when_nothing_can_be_set_or_moved() -> None:
    # The corner opening: every free neighbour of red's piece touches blue.
    game = new_hive(berries=0)
    game.play("A@0,5")
    game.play("A@0,4")
    assert game.legal_moves() == ["SKIP"]
    assert refused(game, "Q@1,4")[0] == "P6"
    game.play("SKIP")
    assert "SKIP" not in game.legal_moves()
    assert refused(game, "SKIP") == ("T1", "expected a set or a move: there is one")


def test_t1_skip_when_the_queen_is_overdue_and_cannot_be_set() -> None:
    game = drawn(
        """
           A . . .
          q a . . .
         . . . . . .
        . . . . . . .
         . . . . . .
          . . . . .
           . . . .
        """,
        turn=8,
    ).game
    assert game.legal_moves() == ["SKIP"]
    assert refused(game, "A@1,2")[0] == "P7"
    game.play("SKIP")


def test_t1_three_blackberries_round_a_corner_end_all_moves() -> None:
    game = new_hive(berries="0,4 1,4 -1,5")
    game.play("A@0,5")
    while game.outcome() is None:
        assert game.legal_moves() == ["SKIP"]
        game.play("SKIP")
    outcome = game.outcome()
    assert outcome is not None
    assert (game.turn, outcome.winner, outcome.scores["red"]) == (60, None, (1, -1))


# --- end -----------------------------------------------------------------------------------------
def test_e1_a_queen_shut_in_at_the_start_loses_after_the_ply_or_the_round() -> None:
    for end_check, turn in (("ply", 1), ("round", 2)):
        game = new_hive(berries="0,4 1,4 -1,5", end_check=end_check)
        game.play("Q@0,5")
        while game.outcome() is None:
            game.play("SKIP")
        outcome = game.outcome()
        assert outcome is not None
        assert (game.turn, outcome.winner, outcome.reason) == (turn, "blue", "queen surrounded")
        assert outcome.scores == {"red": (0, 0), "blue": (2, -1)}


NEARLY_SHUT_IN = """
           a . .
          q # . .
         b ? . . .
          g A! . .
           Q . .
"""


def test_e1_pieces_blackberries_and_border_surround_a_queen() -> None:
    board = drawn(NEARLY_SHUT_IN)
    game = board.game
    assert game.liberties() == (1, 1)
    game.play(f"{board.start}>{board.asked}")
    assert game.liberties() == (2, 0)
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == ("red", "queen surrounded")
    assert outcome.scores == {"red": (2, 2), "blue": (0, 0)}
    assert game.legal_moves() == []
    game.undo()
    assert game.outcome() is None
    assert game.legal_moves()


def test_d2_at_the_end_of_rounds_blue_may_reopen_the_ring() -> None:
    board = drawn(NEARLY_SHUT_IN, end_check="round")
    game = board.game
    game.play(f"{board.start}>{board.asked}")
    assert game.outcome() is None
    results = set()
    for move in game.legal_moves():
        game.play(move)
        results.add(game.liberties()[1])
        assert (game.outcome() is None) == (game.liberties()[1] > 0)
        game.undo()
    assert results == {0, 1}


def test_w1_both_queens_shut_in_by_one_ply_is_a_draw() -> None:
    board = drawn(
        """
           Q ? q
          a b s g
         . G! . . .
          . . . .
           . . .
        """,
    )
    board.game.play(f"{board.start}>{board.asked}")
    outcome = board.game.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (None, "both queens surrounded")
    assert outcome.scores == {"red": (1, 0), "blue": (1, 0)}


@pytest.mark.parametrize(
    ("blue_queen", "winner", "reason"),
    [(True, "blue", "more free fields around the queen"), (False, None, "equally free queens")],
)
def test_w2_a_queen_in_hand_loses_against_any_other_at_the_last_turn(
    blue_queen: bool, winner: str | None, reason: str
) -> None:
    board = """
           . . . .
          . . . . .
         . . . . . .
        . . A q . . .
         . . . . . .
          . . . . .
           . . . .
    """
    outcome = drawn(board if blue_queen else board.replace("q", "a"), turn=60).game.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (winner, reason)


def test_e2_rounds_is_an_option() -> None:
    game = new_hive(rounds=1, berries=0)
    game.play("Q@0,0")
    game.play("Q@1,-1")
    assert game.outcome() is not None


# --- texts ---------------------------------------------------------------------------------------
@given(
    st.one_of(
        st.text(max_size=12), st.from_regex(r"([QSGBAX]@|-?[0-9],-?[0-9]>)-?[0-9],-?[0-9]", fullmatch=True)
    )
)
def test_any_text_is_a_move_or_bad_notation(text: str) -> None:
    try:
        code = read_move(text)
    except schwarm.BadNotation:
        return
    assert "?" in write_move(code) or write_move(code) == text
    game = new_hive(berries=0)
    try:
        game.play(text)
    except schwarm.IllegalMove:
        assert game.turn == 0


ROWS = st.lists(st.text(".....#QbBqaA()", min_size=2, max_size=6), min_size=5, max_size=5).map("/".join)
NEAR_ROWS = st.tuples(
    *(
        st.lists(
            st.sampled_from([".", ".", "#", "Q", "a", "A", "(qB)", "(Sbb)"]), min_size=n, max_size=n
        ).map("".join)
        for n in (3, 4, 5, 4, 3)
    )
).map("/".join)


@given(
    st.one_of(
        st.text(max_size=40), st.builds("{} {}".format, st.one_of(ROWS, NEAR_ROWS), st.integers(-1, 62))
    )
)
def test_any_text_is_a_position_or_bad_position(text: str) -> None:
    try:
        game = schwarm.new_game("hive", position=text, radius=2)
    except schwarm.BadPosition:
        return
    assert game.position() == text
    assert (game.outcome() is None) == bool(game.legal_moves())


@pytest.mark.parametrize(
    ("drawing", "fault"),
    [
        ("A .\n. . .\n. Q", "1 pieces apart"),
        (". .\n. (AQ) .\n. .", "only beetles"),
        (". .\nQ Q .\n. .", "at most 1 Q"),
        ("A A\nA A .\n. .", "at most 3 A"),
    ],
)
def test_a_position_that_cannot_stand_is_refused(drawing: str, fault: str) -> None:
    with pytest.raises(schwarm.BadPosition, match=re.escape(fault)):
        drawn(drawing)


def test_a_bad_position_lists_all_its_faults() -> None:
    with pytest.raises(schwarm.BadPosition) as refusal:
        schwarm.new_game("hive", position="..x/.. 99", radius=1)
    assert str(refusal.value).count("expected") == 4


def test_zobrist_tells_stacks_apart() -> None:
    empty = ". .\n{} {} .\n. ."
    keys = {
        drawn(empty.format(*pair)).game.zobrist()
        for pair in [
            ("(Qb)", "a"),
            ("Q", "(ab)"),
            ("Q", "(aB)"),
            ("(QB)", "a"),
            ("(QBb)", "a"),
            ("(QbB)", "a"),
            ("Q", "a"),
        ]
    }
    assert len(keys) == 7
