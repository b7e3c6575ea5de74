"""Mississippi Queen: refusals, options, wasteful lists, passengers and the end, on small drawn rivers."""

import re

import pytest

import schwarm
from schwarm.game.record import record_of, replay
from schwarm.games.mississippi_queen.rules import MississippiQueen
from tests.games.mississippi_queen.scenes import SPOTS, put_up, ship

# --- every refusal names its rule and the action at fault ------------------------------------------
REFUSALS = [
    # the ship, what lies around, the list, the rule, the action and the reason
    ("0,0,0,1,6,0,1", {}, "M1 A+1", "A1", "action 2, A+1: an acceleration must be the first action"),
    ("0,0,0,1,6,0,1", {(0, 0): "S"}, "A+1 M2", "A2", "action 1, A+1: no acceleration on a sandbank"),
    ("0,0,0,1,6,0,1", {}, "A+6 M6", "A3", "action 1, A+6: expected another speed from 1 to 6, not 7"),
    ("0,0,0,1,6,0,1", {}, "A-1 M1", "A3", "action 1, A-1: expected another speed from 1 to 6, not 0"),
    ("0,0,0,1,1,0,1", {}, "A+3 M4", "A4", "action 1, A+3: costs 2 coal, but 1 is left"),
    ("0,0,0,1,6,0,1", {}, "T+4 M1", "T1", "action 1, T+4: expected a turn by 1 to 3, not 4"),
    ("0,0,0,1,6,0,1", {(0, 0): "S"}, "T+1 M1", "T2", "action 1, T+1: no turn on a sandbank"),
    ("0,0,0,1,0,0,1", {}, "T+1 M1 T-1", "T3", "action 3, T-1: costs 1 coal, but 0 is left"),
    ("0,0,0,1,6,0,1", {}, "M0", "M1", "action 1, M0: expected 1 to 6 fields, not 0"),
    ("0,0,0,1,6,0,1", {}, "M7", "M1", "action 1, M7: expected 1 to 6 fields, not 7"),
    (
        "0,0,0,1,6,0,1",
        {(1, 0): "B"},
        "M1",
        "M2",
        "action 1, M1: expected a passable field, not an island at 1,0",
    ),
    ("-1,0,3,2,6,0,1", {}, "M2", "M2", "action 1, M2: expected a visible field of the river"),
    (
        "0,0,0,1,6,0,1",
        {(1, 0): "L"},
        "M1",
        "M3",
        "action 1, M1: a log costs 2 movement points, but 1 is left",
    ),
    ("0,0,0,2,6,0,1", {}, "M2 M1", "M3", "action 2, M1: no movement point is left"),
    ("0,0,0,2,6,0,1", {}, "M3", "M3", "action 1, M3: the movement points do not suffice"),
    ("0,0,0,4,6,0,1", {(2, 0): "S"}, "T+1 T-1 M4", "M4", "action 3, M4: sandbank may only be the last field"),
    ("0,0,0,4,6,0,1", {(2, 0): "S"}, "M2 T+1", "M4", "action 2, T+1: no action may follow a sandbank"),
    ("0,0,0,1,6,0,1", {(0, 0): "S"}, "M2", "M6", "action 1, M2: expected M1 or M-1 on a sandbank, not M2"),
    ("0,0,0,1,0,0,1", {(0, 0): "S"}, "M-1", "M6", "action 1, M-1: costs 1 coal, but 0 is left"),
    (
        "0,0,0,1,6,0,1",
        {(0, 0): "S", (-1, 0): "L"},
        "M-1",
        "M7",
        "action 1, M-1: no ship goes backwards onto a log",
    ),
    ("0,0,0,1,6,0,1", {}, "M-1", "M7", "action 1, M-1: only a ship on a sandbank goes backwards"),
    ("0,0,0,1,6,0,1", {}, "P0", "P1", "action 1, P0: the other ship is not on this field"),
    ("0,0,0,2,6,0,1", {}, "M1", "L1", "after action 1, M1: expected all movement points used, not 1 left"),
]


@pytest.mark.parametrize(
    ("red", "things", "move", "rule", "why"), REFUSALS, ids=[case[2] for case in REFUSALS]
)
def test_refusals_name_the_rule_and_the_action(
    red: str, things: dict[tuple[int, int], str], move: str, rule: str, why: str
) -> None:
    game = put_up(red, things=things)
    before = game.position()
    with pytest.raises(schwarm.IllegalMove, match=re.escape(why)) as refusal:
        game.play(move)
    assert (refusal.value.rule, refusal.value.move) == (rule, move)
    assert rule in game.setup.book.rules
    assert game.position() == before


PUSH_REFUSALS = [
    ("2", {}, "M1 T+1 P0", "P1", "action 2, T+1: expected a push on the other ship's field"),
    ("2", {}, "M1 P3", "P2", "action 2, P3: expected a direction from 0 to 5, but not backwards"),
    ("2", {}, "M1 P9", "P2", "action 2, P9: expected a direction from 0 to 5, but not backwards"),
    ("2", {(2, 0): "B"}, "M1 P0", "P3", "action 2, P0: expected a passable field, not an island at 2,0"),
    ("2", {(2, 0): "L"}, "M1 P0", "P4", "action 2, P0: costs 2 movement points, but 1 is left"),
    ("1", {}, "M1 P0", "P4", "action 2, P0: costs 1 movement points, but 0 is left"),
    ("1", {}, "M1", "L3", "after action 1, M1: expected the ships on different fields"),
    ("2", {}, "M2", "M5", "action 1, M2: the other ship's field may only be the last field"),
    ("2", {(1, 0): "S"}, "M1 P0", "M4", "action 2, P0: no action may follow a sandbank"),
]


@pytest.mark.parametrize(("speed", "things", "move", "rule", "why"), PUSH_REFUSALS)
def test_refused_pushes_name_the_rule(
    speed: str, things: dict[tuple[int, int], str], move: str, rule: str, why: str
) -> None:
    game = put_up(f"0,0,0,{speed},6,0,1", "1,0,0,1,6,0,1", things)
    with pytest.raises(schwarm.IllegalMove, match=re.escape(why)) as refusal:
        game.play(move)
    assert refusal.value.rule == rule


def test_m2_no_ship_drives_onto_a_hidden_segment() -> None:
    game = put_up("2,0,0,5,6,0,1")
    assert game.window() == (0, 1)
    with pytest.raises(schwarm.IllegalMove, match="M2 action 1, M5: expected a visible field"):
        game.play("M5")
    game.play("A-1 M4")
    assert game.window() == (0, 2)


def test_refusal_of_a_foreign_code_is_no_crash() -> None:
    plain = (0, 2**64 - 1, 6, 13, 7 << 4, 63 << 4, 5 << 48, 7 << 54 | 8 << 4)
    debts = tuple(1 << 63 | code << 4 for code in (0, 1, 8, 24, 62, 24 << 6, 5 << 54 | 16))
    for code in plain + debts:
        for overdraw in (False, True):
            game = put_up("0,0,0,1,6,0,1", things={(2, 0): "S"}, overdraw_onto_sandbank=overdraw)
            with pytest.raises(schwarm.IllegalMove):
                game.play(schwarm.Move("strange", code))


# --- lists in other wordings -----------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "made", "coal"),
    [
        ("M1 M1", "M2", 6),
        ("T-3 M2", "T+3 M2", 4),
        ("T+1 T+1 M2", "T+2 M2", 5),
        ("M1 T+1 T-1 M1", "M1 T+1 T-1 M1", 5),
        ("T+2 T+2 M2", "T-2 T+1 T-1 M2", 3),
        ("T+1 T-1 M1 T-1 T+1 M1", "T+1 T-1 T+1 T-1 M2", 3),
        ("M2 T+1 T-1", "M2 T+1 T-1", 5),
        ("A+1 M3 T+3 T+3", "A+1 M3 T+1 T-1 T+1 T-1 T+1 T-1", 1),
    ],
)
def test_any_wording_is_accepted_and_the_record_replays_to_the_same_state(
    text: str, made: str, coal: int
) -> None:
    game = put_up("5,0,0,2,6,0,1", when="0 red 1")
    assert game.play(text) == made
    assert game.ship(0).coal == coal
    assert game.history == [made]
    assert replay(record_of(game)).position() == game.position()
    game.undo()
    game.play(made)
    assert game.ship(0).coal == coal


def test_waste_that_free_units_pay_costs_no_coal() -> None:
    game = put_up("-1,0,0,3,0,0,2")
    game.play("T+1 T-1 M3")
    assert ship(game, 0) == "2,0,0,3,0,0,1"


# --- what actions do -------------------------------------------------------------------------------
def test_m3_every_log_slows_the_ship_at_once_and_costs_two_points() -> None:
    game = put_up("-1,0,0,5,0,0,1", things={(0, 0): "L", (1, 0): "L"})
    game.play("M3")
    assert ship(game, 0) == "2,0,0,3,0,0,1"


def test_m4_a_sandbank_takes_all_points_and_ends_the_move() -> None:
    game = put_up("-1,0,0,5,0,0,1", things={(1, 0): "S"})
    game.play("M2")
    assert ship(game, 0) == "1,0,0,1,0,0,1"


def test_m6_backwards_off_a_sandbank_costs_coal_and_keeps_the_direction() -> None:
    game = put_up("0,0,0,1,2,0,1", things={(0, 0): "S"})
    assert {"M-1", "M1", "M-1 T+2", "M1 T+3"} <= set(game.legal_moves())
    game.play("M-1 T-1")
    assert ship(game, 0) == "-1,0,5,1,1,0,1"


def test_p6_a_pushed_ship_has_two_free_turn_units_in_its_next_move_only() -> None:
    game = put_up("0,0,0,2,0,0,1", "1,0,0,1,0,0,1")
    game.play("M1 P1")
    assert game.ship(1).free == 2
    assert "T+2 M1" in game.legal_moves()
    game.play("T+1 M1")
    assert game.ship(1).free == 1


def test_p6_a_ship_pushed_onto_a_sandbank_keeps_only_an_older_free_unit() -> None:
    for free in (1, 2):
        game = put_up("0,0,0,2,0,0,1", f"1,0,0,4,0,0,{free}", {(2, 0): "S"})
        game.play("M1 P0")
        assert ship(game, 1) == f"2,0,0,1,0,0,{free}"


def test_c1_passengers_board_at_speed_1_and_only_two() -> None:
    for speed, aboard, after in ((1, 0, 1), (1, 1, 2), (1, 2, 2), (2, 0, 0)):
        game = put_up(f"{1 - speed},0,0,{speed},0,{aboard},1", things={(1, 1): "1"})
        assert game.coordinates(game.next_field(SPOTS.index((1, 1)), 1)) == (1, 0)
        game.play(f"M{speed}")
        assert game.ship(0).aboard == after
        letters = game.position().split("/")[0]
        assert ("b" if after > aboard else "1") in letters[1:]
        game.undo()
        assert game.ship(0).aboard == aboard


def test_c1_a_pushed_ship_takes_a_passenger_too() -> None:
    game = put_up("-1,0,0,2,0,0,1", "0,0,0,1,0,0,1", {(1, 1): "1"})
    game.play("M1 P0")
    assert game.ship(1).aboard == 1


def test_s6_removed_segments_come_back_when_a_ship_is_pushed_there() -> None:
    game = put_up("4,0,3,2,0,0,1", "3,0,0,1,0,0,1", when="0 red 1", push_out_of_sight="removed")
    assert game.window() == (1, 2)
    game.play("M1 P3")
    assert game.window() == (0, 2)


def test_s6_a_public_position_hides_the_river_ahead() -> None:
    for latest in range(8):
        game = put_up("0,0,0,1,6,0,1", when=f"0 red {latest}")
        river, ships = game.position().split(" ", 1)
        seen = river.split("/")[: latest + 2]
        assert game.public_position() == "/".join(seen + ["?"] * (8 - len(seen))) + " " + ships
        again = schwarm.new_game("mississippi_queen", position=game.public_position(), seed=5)
        assert again.legal_moves() == game.legal_moves()
        assert again.public_position() == game.public_position()


# --- the differences D1-D9 -------------------------------------------------------------------------
def end(game: MississippiQueen) -> tuple[str | None, str]:
    outcome = game.outcome()
    assert outcome is not None
    return outcome.winner, str(outcome.reason)


def test_d1_rounds() -> None:
    assert schwarm.new_game("mississippi_queen").options["rounds"] == 20
    game = put_up("0,0,0,1,0,0,1", when="39 red 0")
    game.play("M1")
    assert end(game) == ("red", "more points")
    game = put_up("0,0,0,1,0,0,1", when="39 red 0", rounds=21)
    game.play("M1")
    assert game.outcome() is None


def test_d2_the_leader_starts_a_round() -> None:
    for leader_starts, then in ((False, "blue"), (True, "red")):
        game = put_up("0,0,0,1,0,0,1", when="1 red 0", leader_starts=leader_starts)
        game.play("M1")
        assert game.to_move == then


def test_d2_equal_progress_is_decided_by_speed_then_coal_then_place() -> None:
    for blue, leader in (("1,1,0,2,0,0,1", "blue"), ("1,1,0,1,3,0,1", "blue"), ("1,1,0,1,0,0,1", "blue")):
        game = put_up("0,-1,0,1,0,0,1", blue, when="1 red 0", leader_starts=True)
        game.play("M1")
        assert game.to_move == leader


def test_d3_distance_at_the_end_of_a_round_or_whenever_blue_is_to_move() -> None:
    ahead = "14,0,0,1,0,0,1"
    for turn, rule, over in ((0, "round", False), (0, "blue", True), (1, "round", True), (1, "blue", True)):
        game = put_up(ahead, when=f"{turn} red 4", distance_check=rule)
        game.play("M1")
        assert (game.outcome() is not None) == over
        if over:
            assert end(game) == ("red", "left behind")


def test_d4_equal_points_at_the_limit() -> None:
    for rule, expected in (("passengers", ("blue", "more passengers")), ("draw", (None, "equal points"))):
        game = put_up("5,0,0,1,0,0,1", "2,1,0,1,0,1,1", when="39 red 1", equal_points=rule)
        game.play("M1")
        assert game.points() == (9, 9)
        assert end(game) == expected


def test_d4_equal_points_and_passengers_are_a_draw() -> None:
    game = put_up("0,0,0,1,0,0,1", "1,1,0,1,0,0,1", when="39 red 0")
    game.play("M1")
    assert end(game) == (None, "equal points")


@pytest.mark.parametrize("by_push", [False, True])
def test_d5_goal_by_push(by_push: bool) -> None:
    game = put_up("27,0,0,2,0,0,1", "28,0,0,1,0,2,1", {(29, 0): "G"}, when="20 red 7", goal_by_push=by_push)
    game.play("M1 P0")
    if by_push:
        assert end(game) == ("blue", "goal reached")
    else:
        assert game.outcome() is None
        game.play("T-1 M1")  # to another goal field, by its own move
        assert end(game) == ("blue", "goal reached")


def test_e1_the_goal_is_reached_with_speed_1_and_two_passengers() -> None:
    for speed, aboard, won in ((1, 2, True), (1, 1, False), (2, 2, False)):
        game = put_up(f"{30 - speed},0,0,{speed},0,{aboard},1", "26,1,0,1,0,0,1", when="20 red 7")
        game.play(f"M{speed}")
        assert (game.outcome() is not None) == won
        if won:
            assert end(game) == ("red", "goal reached")


def test_d6_a_goal_reached_with_the_last_ply() -> None:
    for limit_first, expected in ((False, ("red", "goal reached")), (True, ("red", "more points"))):
        game = put_up("29,0,0,1,0,2,1", "26,1,0,1,0,0,1", when="39 red 7", limit_before_goal=limit_first)
        game.play("M1")
        assert end(game) == expected


def test_d7_overdraw_onto_a_sandbank() -> None:
    things = {(2, -1): "S"}
    with pytest.raises(schwarm.IllegalMove, match="M3 action 1, M3: the movement points do not suffice"):
        put_up("-1,-1,0,1,6,0,1", things=things).play("M3")
    game = put_up("-1,-1,0,1,6,0,1", things=things, overdraw_onto_sandbank=True)
    assert "M3" in game.legal_moves()
    game.play("M3")  # for more see test_mississippi_queen_debts.py
    assert ship(game, 0) == "2,-1,0,1,6,0,1"


def test_d8_pushes_out_of_sight() -> None:
    for allowed, legal in (("never", False), ("removed", True), ("always", True)):
        game = put_up("4,0,3,2,0,0,1", "3,0,0,1,0,0,1", when="0 red 1", push_out_of_sight=allowed)
        assert ("M1 P3" in game.legal_moves()) == legal
        if not legal:
            with pytest.raises(schwarm.IllegalMove, match="P3 action 2, P3: expected a visible field"):
                game.play("M1 P3")


def test_d9_sandbank_to_log() -> None:
    things = {(0, 0): "S", (1, 0): "L"}
    assert "M1" not in put_up("0,0,0,1,0,0,1", things=things).legal_moves()
    game = put_up("0,0,0,1,0,0,1", things=things, sandbank_to_log=True)
    game.play("M1 T+1")
    assert ship(game, 0) == "1,0,1,1,0,0,1"


# --- the end ---------------------------------------------------------------------------------------
def test_e4_a_player_without_a_legal_move_has_lost() -> None:
    game = put_up("2,0,0,6,0,0,1", when="0 red 0", things={(3, 0): "B", (2, -1): "B", (2, 1): "B"})
    assert game.legal_moves() == []
    assert end(game) == ("blue", "no legal move")
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.scores == {"red": (0, 4, 0), "blue": (2, 0, 0)}
    assert schwarm.playouts(game, 3).wins == {"red": 0, "blue": 3}


def test_w1_points_are_segments_rows_and_passengers() -> None:
    game = put_up("6,0,0,1,0,2,1", "0,0,0,1,0,1,1", when="0 red 1")
    assert game.points() == (5 + 4 + 10, 2 + 5)


def test_coal_of_the_start_is_an_option() -> None:
    game = schwarm.new_game("mississippi_queen", seed=1, coal=0)
    assert {move.split(" ")[0] for move in game.legal_moves()} <= {"A+1", "M1", "T+1", "T-1"}
