"""Protista by rule: refusals, kinds one by one, chance, options, starts, texts. Boards are drawn."""

import random
import re
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import schwarm
from schwarm.game import rule_book
from schwarm.games.protista import wide
from schwarm.games.protista.options import KINDS
from schwarm.games.protista.rules import Protista
from tests.games.protista.drawings import rows_of

BOOK = rule_book("protista")


def drawn(board: str, side: str = "w", targets: str = "-|-", **options: Any) -> Protista:
    """A game from a drawn board."""
    lines = [line for line in board.splitlines() if line.strip()]
    size = {"rows": len(lines), "cols": len(lines[0].split())}
    position = f"{rows_of(lines)} {side} 1 {targets} 0 0 0 -"
    game = schwarm.new_game("protista", position=position, seed=1, **(size | options))
    assert isinstance(game, Protista | wide.Protista)
    return game


def new(**options: Any) -> Protista:
    game = schwarm.new_game("protista", **options)
    assert isinstance(game, Protista | wide.Protista)
    return game


# --- refusals --------------------------------------------------------------------------------------
CROWD = """
.  .  .  .  .  .  .
  .  w  w  .  .  b2 .
.  w  b  w  .  .  .
  .  w3 w  .  .  .  .
.  .  .  .  w  .  .
  b  .  .  .  w  .  .
w  .  .  .  w  .  w
"""


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        ("S:a2-a3", "M1"),
        ("S:b4-b7", "K1"),
        ("S:b4-c5", "K0"),
        ("S:b5-c5", "K0"),
        ("S:b5-b6", "K7"),
        ("S:b5+a5", "K7"),
        ("S:b5!c5", "K7"),
        ("S:b5-a5~d1", "K9"),
        ("J:g1-a2", "K2"),
        ("J:g1-f1", "K2"),
        ("J:a1-b2", "K2"),
        ("J:b4-g6", "K2"),
        ("J:b4xc5", "K2"),
        ("J:b4-c7~a7", "K9"),
        ("J:b4+e1", "K2"),
        ("C:a1-c1", "K3"),
        ("C:a1-b3", "K3"),
        ("C:b4-a4", "K3"),
        ("W:b4.b5.b6>e", "K4"),
        ("W:b4.b5.b6>w!", "K4"),
        ("W:b4.c4.d5>e", "K4"),
        ("W:e1.e2.e3>e!", "K4"),
        ("W:a1.b1.c1>e", "K4"),
        ("W:a1.a2.b1>e", "K4"),
        ("W:e2.e3.e4>e", "M1"),
        ("V:e1-e3", "K5"),
        ("V:e1-f1", "K5"),
        ("G:a1-b4", "K6"),
        ("G:a1-d1", "M1"),
        ("G:c4", "K6"),
        ("U:b4>w", "K8"),
        ("U:b4>ne", "K8"),
        ("U:c4>e", "K8"),
        ("R=a3", "K10"),
        ("R=a3.b3.b4", "K10"),
        ("-", "L4"),
    ],
)
def test_a_refusal_names_the_rule(move: str, rule: str) -> None:
    game = drawn(CROWD, supply=0)
    before = game.position()
    with pytest.raises(schwarm.IllegalMove) as refused:
        game.play(move)
    assert refused.value.rule == rule
    assert rule in BOOK.rules
    assert refused.value.why
    assert game.position() == before


@pytest.mark.parametrize(
    ("options", "move", "rule"),
    [
        ({"create_count": 0}, "R", "K10"),
        ({"supply": 9}, "R", "M2"),
        ({"generate": "off"}, "G:a1-e1", "K6"),
        ({"generate": "cup"}, "G:a1-e1", "K6"),
        ({"generate": "cup", "supply": 13}, "G:b2", "M2"),
        ({"generate": "four", "supply": 0}, "G:b2", "K6"),
        ({"contiguous_stack": False}, "J:b4+d5", "K2"),
        ({"stack_max": 3}, "S:b4+b5", "K7"),
        ({"portals": "off"}, "S:b5-a5~d1", "K9"),
        ({"gen_gap": 3}, "G:a1-e1", "K6"),
        ({"gen_gap": 3, "gen_enemy": "capture", "supply": 13}, "G:a1-e1", "M2"),
    ],
)
def test_a_refusal_under_an_option(options: dict[str, Any], move: str, rule: str) -> None:
    with pytest.raises(schwarm.IllegalMove) as refused:
        drawn(CROWD, **({"supply": 0} | options)).play(move)
    assert refused.value.rule == rule


def test_k0_a_walk_that_must_go_on() -> None:
    game = drawn("w w w . . . .\n. . . . . . .\nb . . . . . .", must_continue=True)
    with pytest.raises(schwarm.IllegalMove, match="K0 the walk can go on and must"):
        game.play("C:c3-e3")
    assert game.play("C:c3-f3") == "C:c3-f3"


def test_k0_own_pieces_and_stacks_stop_a_walk() -> None:
    game = drawn("w w w . w . .\n. . . . . . .\nw w . b2 . . .")
    with pytest.raises(schwarm.IllegalMove, match="K0 an own piece stands on e3"):
        game.play("C:c3-e3")
    with pytest.raises(schwarm.IllegalMove, match="K0 an enemy stack stands on d1"):
        game.play("C:b1-d1")
    with pytest.raises(schwarm.IllegalMove, match="K3 expected at most 2 steps, not 3"):
        game.play("C:b1-d1!e1")
    assert game.play("C:b1-c1!d1") == "C:b1-c1!d1"


# --- M3: one result, one label ---------------------------------------------------------------------
@pytest.mark.parametrize(
    ("wording", "label"),
    [
        ("J:b3-b2", "S:b3-b2"),
        ("C:c3-d3", "S:c3-d3"),
        ("S:c3!c4", "S:b4!c4"),
        ("W:c2.c3.b4>nw!", None),
        ("J:c3+b3", "S:c3+b3"),
    ],
)
def test_m3_another_wording_plays_the_listed_move(wording: str, label: str | None) -> None:
    game = drawn(". . . . .\n  . w b2 . .\n. w w . .\n  . . . . .\n. . . . .", cannon_isolated=False)
    if label is None:
        with pytest.raises(schwarm.IllegalMove):
            game.play(wording)
    else:
        assert wording not in game.legal_moves()
        assert game.play(wording) == label
        assert game.history == [label]


def test_m3_a_wave_may_be_told_from_either_end() -> None:
    game = drawn(". . . . .\n. w w . .\n  . . w . .\n. . . . .")
    assert game.play("W:b3.c3.c2>ne") == "W:c2.c3.b3>ne"


# --- the kinds -------------------------------------------------------------------------------------
def test_every_kind_can_be_listed_by_name_and_by_letter() -> None:
    game = new(seed=5, rows=9, cols=7, supply=0)
    for name, letter in KINDS.values():
        moves = game.moves_of_kind(name)
        assert moves == sorted(moves) or name in ("stacking", "portal")
        if letter:
            assert moves == game.moves_of_kind(letter)
            assert all(move[0] == letter for move in moves)
        else:
            assert all({"stacking": "+", "portal": "~"}[name] in move for move in moves)
    with pytest.raises(schwarm.BadOption, match="expected a kind of single, S"):
        game.moves_of_kind("waves of three")


def test_the_kinds_together_give_the_canonical_list() -> None:
    game = new(profile="small", seed=8)
    chooser = random.Random(8)
    for _ in range(40):
        listed = set(game.legal_moves())
        alone = {move for name, letter in KINDS.values() if letter for move in game.moves_of_kind(name)}
        assert listed - {"-"} <= alone
        game.play(chooser.choice(sorted(listed)))


def test_every_label_of_a_move_is_played_as_the_listed_one() -> None:
    game = new(profile="small", seed=4, portals="all", cannon_isolated=False, contiguous_capture=True)
    chooser = random.Random(4)
    others = 0
    for _ in range(25):
        listed = game.legal_moves()
        results = {}
        for move in listed:
            assert game.play(move) == move or move == "R"
            results[game.position()] = move
            game.undo()
        for name, letter in KINDS.values():
            for move in game.moves_of_kind(name) if letter and letter != "R" else []:
                made = game.play(move)
                others += made != move
                assert made == results[game.position()]
                game.undo()
        game.play(chooser.choice(listed))
    assert others > 0, "expected some moves with several labels"


def test_k9_a_portal_is_used_in_both_ways() -> None:
    game = drawn(
        ". . . . . . . . .\n  . w w . . w w . .\n. . . w . . . w .\n  . w . . . . . . .\n. . . . . . . . ."
    )
    assert game.portals() == ["g3"]
    assert game.moves_of_kind("portal") == ["S:b2-c3~g3"]
    game.play("S:b2-c3~g3")
    assert game.position().startswith("9/1ww2ww2/3w2ww1/9/9 b")


def test_a_list_longer_than_the_room_set_aside_for_it() -> None:
    rows = "/".join(["w1ww1ww1w", "1ww1ww1ww"] * 6 + ["b8"])
    wide = {"supply": 0, "portals": "all", "portal_jumps": 3, "wave_dirs": "all"}
    wide |= {"cannon_isolated": False, "contiguous_capture": True}
    game = new(position=f"{rows} w 1 -|- 0 0 0 -", **wide)
    assert len(game.legal_moves()) == schwarm.perft(game, 1) == 3584


# --- T6: chance ------------------------------------------------------------------------------------
def test_t6_a_creation_follows_from_the_seed_and_the_number_of_the_move() -> None:
    for seed in range(5):
        straight, detour = new(seed=seed), new(seed=seed)
        assert straight.play("R") == straight.copy().history[0]
        move = next(move for move in detour.legal_moves() if move.startswith("S:"))
        detour.play(move)
        detour.undo()
        assert detour.play("R") == straight.history[0]
        assert re.fullmatch(r"R=\w+\.\w+\.\w+", straight.history[0])


def test_t6_a_view_keeps_what_was_created_and_draws_the_future_anew() -> None:
    game = new(seed=3)
    game.play("R")
    futures = set()
    for seed in range(20):
        seen = game.view(seed)
        assert seen.position() == game.position()
        assert seen.history == game.history
        futures.add(str(seen.play("R")))
    assert len(futures) == 20


def test_t6_a_playout_does_not_know_the_seed() -> None:
    game = new(seed=3, turn_limit=4, judge_margin=1, supply=0)
    alone = [
        schwarm.playouts(new(seed=seed, position=game.position(), turn_limit=4, judge_margin=1), 40)
        for seed in range(3)
    ]
    assert alone[0] == alone[1] == alone[2]


def test_k10_cells_may_be_named() -> None:
    free = new(profile="small", seed=1, create_targets="include")
    assert free.play("R=c3.b3.a2") == "R=a2.b3.c3"
    assert free.copy().position() == free.position()


def test_t6_every_eligible_cell_is_drawn_about_equally_often() -> None:
    board = ". . .\n  . . .\nw . b"
    counts: Counter[str] = Counter()
    for seed in range(700):
        game = schwarm.new_game(
            "protista", rows=3, cols=3, seed=seed, position=f"{rows_of(board.splitlines())} w 1 -|- 0 0 0 -"
        )
        counts.update(str(game.play("R"))[2:].split("."))
    assert len(counts) == 7
    assert all(240 < count < 360 for count in counts.values())


# --- starts and options ----------------------------------------------------------------------------
@pytest.mark.parametrize(
    "options",
    [
        {"rows": 8},
        {"rows": 25, "cols": 13},
        {"rows": 5, "setup": "checkers"},
        {"rows": 3, "cols": 3, "pieces": 4},
        {"rows": 3, "cols": 3, "pieces": 2, "targets": 4},
        {"setup_rows": 7},
        {"target_rows": 7},
        {"portal_jumps": 4},
        {"wave_dirs": "up"},
        {"stack_loss": 0},
        {"must_continue": "perhaps"},
    ],
)
def test_options_without_sense_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(schwarm.BadOption):
        new(seed=1, **options)


def test_a_board_of_128_cells_can_be_played() -> None:
    for rows, cols in ((127, 1), (1, 26), (15, 8), (5, 25), (31, 4)):
        game = (
            new(rows=rows, cols=cols, pieces=min(12, rows // 2 * cols) or 1, targets=1, seed=2)
            if rows > 1
            else None
        )
        if game is None:
            continue
        chooser = random.Random(1)
        while (moves := game.legal_moves()) and game.turn < 60:
            game.play(chooser.choice(moves))


def test_t1_targets_keep_their_distance_and_mirror() -> None:
    for seed in range(20):
        fields = new(seed=seed).position().split(" ")
        white, black = (part.split(".") for part in fields[3].split("|"))
        assert len(white) == len(black) == 3
        assert sorted(f"{name[0]}{14 - int(name[1:])}" for name in white) == sorted(black)


def test_a_long_game_without_limit_goes_on_and_comes_back() -> None:
    game = new(profile="small", seed=4, turn_limit=0, repetition=0, targets_needed=3, create_count=0)
    start = game.position()
    chooser = random.Random(4)
    while (moves := game.legal_moves()) and game.turn < 700:
        game.play(chooser.choice(moves))
    assert game.turn > 300
    while game.turn:
        game.undo()
    assert game.position() == start


# --- keys ------------------------------------------------------------------------------------------
def test_the_key_tells_side_moves_left_and_holes_met_apart() -> None:
    board = "5/1ww2/1w2w/1ww2/4b"
    texts = [
        f"{board} w 1 -|- 1 0 1 -",
        f"{board} b 1 -|- 1 0 1 -",
        f"{board} w 2 -|- 1 0 1 -",
        f"{board} w 1 -|- 1 0 1 c3",
        f"{board} w 1 -|- 1 0 1 c3|d3",
        f"{board} w 1 -|a5 1 0 1 -",
        f"{board} w 1 -|a5+ 1 0 1 -",
    ]
    keys = [schwarm.new_game("protista", rows=5, cols=5, position=text).zobrist() for text in texts]
    assert len(set(keys)) == len(keys) - 1  # a target that nobody has reached changes nothing
    assert keys[0] == keys[5]
    ring = "5/1ww2/1w1w1/1ww2/4b w 1 -|- 1 0 1"
    told = [
        schwarm.new_game("protista", rows=5, cols=5, position=f"{ring} {gone}")
        for gone in ("-", "c3", "d4|d4", "d4")
    ]
    assert [game.position().split(" ")[7] for game in told] == ["-", "-", "d4", "d4"]
    assert told[0].zobrist() == told[1].zobrist() != told[2].zobrist() == told[3].zobrist()


# --- texts -----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "text",
    [
        "",
        "S:c4",
        "S:c4-c5-c6",
        "s:c4-c5",
        "S:z9-c5",
        "S:c04-c5",
        "C:c4",
        "C:c4~c5x",
        "W:a1.b2>e",
        "W:a1.b1.c1>n",
        "G:",
        "U:c4",
        "R=",
        "R=a1.b1.c1.d1.e1.f1.g1.h1",
        "R=a0",
        "--",
        "S:c4-c5 ",
        "J:c4~c5",
    ],
)
def test_bad_notation(text: str) -> None:
    with pytest.raises(schwarm.BadNotation, match="expected"):
        new(seed=1).play(text)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("3/3/3 w 1 -|- 0 0 0", "eight fields"),
        ("3/3 w 1 -|- 0 0 0 -", "expected 3 rows, not 2"),
        ("3/4/3 w 1 -|- 0 0 0 -", "row 2: expected 3 cells"),
        ("3/B13/3 w 1 -|- 0 0 0 -", "row 2"),
        ("3/x2/3 w 1 -|- 0 0 0 -", "row 2"),
        ("3/3/3 red 1 -|- 0 0 0 -", "expected w or b"),
        ("3/3/3 w one -|- 0 0 0 -", "left: expected a number"),
        ("3/3/3 w 1 - 0 0 0 -", "targets"),
        ("3/3/3 w 1 a9|- 0 0 0 -", "different cells"),
        ("3/3/3 w 1 a1.a1|- 0 0 0 -", "different cells"),
        ("3/3/3 w 1 -|- 0 0 0 b7", "different cells"),
    ],
)
def test_bad_positions_are_told_with_their_faults(text: str, fault: str) -> None:
    with pytest.raises(schwarm.BadPosition, match=fault):
        schwarm.new_game("protista", rows=3, cols=3, position=text)


def test_all_faults_of_a_position_are_told_at_once() -> None:
    with pytest.raises(schwarm.BadPosition) as refused:
        schwarm.new_game("protista", rows=3, cols=3, position="3/4/q w x - 0 0 0 -")
    assert len(str(refused.value).split("; ")) == 4


GAME = new(profile="small", seed=1)
LETTERS = st.text(alphabet="SJCWVGUR:abcg123907-x+!~.>=nsew*|/ ", max_size=40)
PART = st.sampled_from(
    [
        "S:",
        "J:",
        "C:",
        "W:",
        "V:",
        "R=",
        "a1",
        "b2",
        "c3",
        "g9",
        "d10",
        "-",
        "x",
        "~",
        "!",
        ".",
        ">ne",
        ">w",
        "+",
    ]
)
TEXTS = st.one_of(st.text(max_size=30), LETTERS, st.lists(PART, max_size=9).map("".join))


def refused_by(text: str) -> str | None:
    """The rule that forbids a move; None if it was played, and taken back."""
    try:
        GAME.play(text)
    except schwarm.IllegalMove as refusal:
        return refusal.rule
    GAME.undo()
    return None


@settings(max_examples=300, deadline=None)
@given(TEXTS)
def test_any_text_is_a_move_or_bad_notation(text: str) -> None:
    try:
        code = GAME.read(text)
    except schwarm.BadNotation:
        return
    assert 0 < code < 2**64
    assert refused_by(text) in (None, *BOOK.rules)


ROW = st.text(alphabet="wbWB123456789*", max_size=9)
FIELD = st.sampled_from(
    ["w", "b", "1", "0", "-", "-|-", "a1|b9", "a1+.c2|-", "c3.d3", "99999999999", "", "x"]
)


@settings(max_examples=300, deadline=None)
@given(
    st.one_of(
        st.text(max_size=60),
        st.tuples(
            st.lists(ROW, min_size=8, max_size=10).map("/".join),
            st.lists(FIELD, min_size=6, max_size=8).map(" ".join),
        ).map(" ".join),
    )
)
def test_any_text_is_a_position_or_bad_position(text: str) -> None:
    try:
        game = schwarm.new_game("protista", profile="small", position=text)
    except schwarm.BadPosition:
        return
    assert (
        schwarm.new_game("protista", profile="small", position=game.position()).position() == game.position()
    )


@pytest.mark.parametrize("profile", list(BOOK.profiles))
def test_reading_and_writing_moves_are_inverse(profile: str) -> None:
    game = new(profile=profile, seed=9)
    chooser = random.Random(9)
    for _ in range(40):
        moves = game.legal_moves()
        for move in moves:
            assert game.read(str(move)) == move.code
            assert game.write(move.code) == move
        made = game.play(chooser.choice(moves))
        assert game.write(game.read(str(made))) == made


# --- drawing ---------------------------------------------------------------------------------------
def test_a_drawing_shows_targets_stacks_portals_and_holes() -> None:
    game = drawn(". . . . .\n  . w w . .\n. w b w .\n  . w3 w . .\n. . . w .", targets="b1|b5.d5")
    text = ["".join(part for part, _ in line) for line in game.drawing()]
    assert "<  >" in text[0]
    assert "[b ]" in text[2]
    assert "w3" in text[3]
    assert text[-1] == "white to move, 1 left in this turn, turn 1"
    cup = drawn("  . w w . .\n. . . w .\n  . . . . .\n. . . . .")
    assert any("(o )" in "".join(part for part, _ in line) for line in cup.drawing())


def test_e5_a_turn_with_a_move_is_no_pass() -> None:
    pytest.importorskip("numpy", reason="what a learner sees tells of passes")
    from schwarm import environments

    game = schwarm.new_game("protista", seed=1)
    layout = environments.layout_of("protista")
    at = layout.plane_bytes + layout.scalars.index("passes in a row")
    for _ in range(6):
        game.play(game.legal_moves()[0])
        assert environments.observe(game)[at] == 0
