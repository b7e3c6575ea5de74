"""Hive: every refusal names its rule, on drawn boards (see hive_boards.py for the marks)."""

import pytest

import schwarm
from tests.games.hive.boards import check_refused, drawn, refused

CROWD = """
           . b .
          . a Q .
         . . . A #
          . . . .
           . . .
"""


# --- fields --------------------------------------------------------------------------------------
@pytest.mark.parametrize("move", ["S@3,0", "S@0,12", "1,-1>0,4", "4,0>0,0", "S@2,2", "999,0>0,999"])
def test_s1_off_the_board(move: str) -> None:
    assert refused(drawn(CROWD).game, move)[0] == "S1"


def test_s2_a_blackberry_takes_no_piece() -> None:
    check_refused(
        """
          . b .
         . a Q .
        . . . A #?
         . . . .
          . . .
        """,
        "S2",
        "a blackberry lies on",
        kind="S",
    )
    check_refused(
        """
          . b .
         . a Q .
        . . . A! #?
         . . . .
          . . .
        """,
        "S2",
        "a blackberry lies on",
    )


# --- sets ----------------------------------------------------------------------------------------
def test_p1_not_in_hand() -> None:
    check_refused(
        """
          . b .
         . a Q .
        . . . A #
         . . ? .
          . . .
        """,
        "P1",
        "red has no queen in hand",
        kind="Q",
    )


def test_p2_occupied() -> None:
    check_refused(
        """
          . b? .
         . a Q .
        . . . A #
         . . . .
          . . .
        """,
        "P2",
        "a piece stands on",
        kind="S",
    )


def test_p3_first_piece_elsewhere_than_in_the_centre() -> None:
    check_refused(
        """
          . . .
         . . ? .
        . . . . .
         . . . .
          . . .
        """,
        "P3",
        "expected the first piece on 0,0",
        kind="S",
        turn=0,
        first_piece="centre",
    )


def test_p4_second_piece_without_contact() -> None:
    check_refused(
        """
          . . .
         . . ? .
        . . . . .
         . A . .
          . . .
        """,
        "P4",
        "no contact with the enemy's piece",
        kind="S",
        turn=1,
    )


def test_p5_no_contact_with_an_own_piece() -> None:
    check_refused(
        """
          . b .
         . a Q .
        . . . A #
         ? . . .
          . . .
        """,
        "P5",
        "no contact with an own piece",
        kind="S",
    )


def test_p6_touches_the_enemy() -> None:
    check_refused(
        """
          . b .
         . a Q .
        . . ? A #
         . . . .
          . . .
        """,
        "P6",
        "touches the enemy",
        kind="S",
    )


def test_p7_queen_overdue() -> None:
    check_refused(
        """
          . b .
         . a S .
        . . . A #
         . . ? .
          . . .
        """,
        "P7",
        "expected the queen: it must be set by round 4",
        kind="S",
        turn=6,
    )


def test_p8_queen_as_first_piece() -> None:
    check_refused(
        """
          . . .
         . . . .
        . . ? . .
         . . . .
          . . .
        """,
        "P8",
        "expected another insect than the queen",
        kind="Q",
        turn=0,
        queen_first=False,
    )


# --- moves of pieces -----------------------------------------------------------------------------
def test_m1_queen_not_yet_placed() -> None:
    check_refused(
        """
          . . .
         . q ? .
        . . A! . .
         . . . .
          . . .
        """,
        "M1",
        "the own queen is not on the board yet",
        turn=2,
    )


def test_m2_nothing_there_to_move() -> None:
    check_refused(
        """
          . b .
         . a Q .
        . . ? A #
         . .! . .
          . . .
        """,
        "M2",
        "is empty",
    )


def test_m2_not_your_piece() -> None:
    check_refused(
        """
          ? b! .
         . a Q .
        . . . A #
         . . . .
          . . .
        """,
        "M2",
        "is not red",
    )


def test_m3_covered_piece() -> None:
    check_refused(
        """
          . . .
         . a Q .
        . . . (Ab)! #
         . . ? .
          . . .
        """,
        "M3",
        "covered by an enemy beetle",
    )


def test_m4_breaks_the_hive() -> None:
    check_refused(
        """
          . b .
         . a Q! .
        . . ? A #
         . . . .
          . . .
        """,
        "M4",
        "the swarm falls apart",
    )


def test_m5_only_beetles_climb() -> None:
    check_refused(
        """
          . b .
         . a Q? .
        . . . A! #
         . . . .
          . . .
        """,
        "M5",
        "only beetles climb",
    )


def test_m6_no_contact_on_the_way() -> None:
    check_refused(
        """
          . a g
         . Q! . s
        . . ? b .
         . . . .
          . . .
        """,
        "M6",
        "no contact on the way",
    )
    check_refused(
        """
          . a g
         . B! . s
        . . ? Q .
         . . . .
          . . .
        """,
        "M6",
        "no contact on the way",
    )


def test_m6_no_contact_at_the_target() -> None:
    check_refused(
        """
          . b .
         . a Q .
        . . . A! #
         ? . . .
          . . .
        """,
        "M6",
        "has no contact with the swarm",
    )
    check_refused(
        """
          . b .
         . a Q .
        . . . S! #
         ? . . .
          . . .
        """,
        "M6",
        "has no contact with the swarm",
    )


def test_m7_gate() -> None:
    check_refused(
        """
          . s g
         . a ? b
        . . Q! a .
         . . . .
          . . .
        """,
        "M7",
        "a gate closes the way",
    )


def test_m7_gate_on_the_way_of_an_ant() -> None:
    check_refused(
        """
          . s g
         . a ? b
        . . . a .
         . A! Q .
          . . .
        """,
        "M7",
        "close every way",
    )


def test_m7_gate_on_the_way_of_a_spider() -> None:
    check_refused(
        """
           . . . .
          . . s g .
         . . a ? b .
        . . . . a . .
         . . . Q . .
          . . S! . .
           . . . .
        """,
        "M7",
        "a gate closes the way",
    )


def test_m7_blackberry_as_gate_post() -> None:
    check_refused(
        """
          . . .
         . a ? .
        . b Q! # .
         . . . .
          . . .
        """,
        "M7",
        "a gate closes the way",
    )


# --- the insects ---------------------------------------------------------------------------------
def test_i1_the_queen_walks_one_step() -> None:
    check_refused(
        """
          . ? .
         . a . .
        . q b . .
         . Q! . .
          . . .
        """,
        "I1",
        "the queen walks one step",
    )


def test_i2_the_beetle_goes_one_field() -> None:
    check_refused(
        """
          . ? .
         . a . .
        . q Q . .
         . B! . .
          . . .
        """,
        "I2",
        "the beetle goes one field",
    )


def test_i3_the_grasshopper_jumps_in_a_straight_line() -> None:
    check_refused(
        """
          . ? .
         . a . .
        . q Q . .
         . G! . .
          . . .
        """,
        "I3",
        "in a straight line",
    )


def test_i3_the_grasshopper_stops_at_the_first_gap() -> None:
    check_refused(
        """
          . . ?
         . a . .
        . q Q . .
         . G! . .
          . . .
        """,
        "I3",
        "lands on the first field without a piece",
    )


def test_i3_the_grasshopper_does_not_walk() -> None:
    check_refused(
        """
          . . .
         . a . .
        . q Q . .
         . G! ? .
          . . .
        """,
        "I3",
        "jumps over at least one piece",
    )


def test_i4_the_spider_walks_three_steps() -> None:
    check_refused(
        """
          . . .
         . a . .
        . q Q . .
         . S! ? .
          . . .
        """,
        "I4",
        "exactly three steps",
    )


# --- the rest ------------------------------------------------------------------------------------
def test_m5_target_is_the_start() -> None:
    assert refused(drawn(CROWD).game, "1,-1>1,-1") == ("M5", "expected another field as target")


def test_t1_skip_while_moves_exist() -> None:
    assert refused(drawn(CROWD).game, "SKIP") == ("T1", "expected a set or a move: there is one")


def test_nothing_is_played_after_the_end() -> None:
    with pytest.raises(schwarm.IllegalMove, match="END the game is over"):
        drawn(CROWD, turn=60).game.play("SKIP")


@pytest.mark.parametrize("text", ["", "skip", "Q@", "Q@1", "X@0,0", "0,0>", "00,1>1,1", "-0,1>1,1", "Q@1,1 "])
def test_texts_that_are_no_moves_are_bad_notation(text: str) -> None:
    with pytest.raises(schwarm.BadNotation, match="expected a move such as"):
        drawn(CROWD).game.play(text)
