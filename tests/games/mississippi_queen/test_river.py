"""Mississippi Queen: how rivers are drawn, what players cannot know, and rivers and positions as text."""

import json
import math
import random
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import schwarm
from schwarm.game.record import record_of
from schwarm.games.mississippi_queen import tables
from schwarm.games.mississippi_queen.board import read_board
from schwarm.games.mississippi_queen.notation import read_actions
from schwarm.games.mississippi_queen.rules import MississippiQueen
from tests.vectors import lines

RIVERS = 3000 if schwarm.compiled() else 1000
START = schwarm.new_game("mississippi_queen", seed=7).position()
BOARD: list[dict[str, Any]] = next(iter(lines("mississippi_queen/share.jsonl.gz")))["board"]


def new_game(**arguments: Any) -> MississippiQueen:
    game = schwarm.new_game("mississippi_queen", **arguments)
    assert isinstance(game, MississippiQueen)
    return game


def segments(game: schwarm.Game) -> list[str]:
    return game.position().split(" ")[0].split("/")


@pytest.fixture(scope="module")
def rivers() -> list[list[str]]:
    return [segments(new_game(seed=seed)) for seed in range(RIVERS)]


def likely(count: int, trials: int, chance: float) -> bool:
    """Is a count within five standard deviations of what is expected?"""
    return abs(count - trials * chance) <= 5 * math.sqrt(trials * chance * (1 - chance))


def passengers(river: list[str]) -> list[int]:
    return [i for i, segment in enumerate(river) if any(letter.isdigit() for letter in segment[1:])]


# --- the generator (S1-S4) -------------------------------------------------------------------------
def test_s1_the_first_two_segments_flow_to_the_right_and_the_first_is_water(rivers: list[list[str]]) -> None:
    for river in rivers:
        assert river[0] == "0" + "W" * 20
        assert river[1][0] == "0"
        assert len(river) == 8


def test_s2_bends_are_equally_likely_and_never_lead_to_the_left(rivers: list[list[str]]) -> None:
    bends = Counter((int(a[0]), int(b[0])) for river in rivers for a, b in pairwise(river[1:]))
    for before in (0, 1, 2, 4, 5):
        total = sum(count for (start, _), count in bends.items() if start == before)
        allowed = tables.bends(before)
        assert len(allowed) == (2 if before in (2, 4) else 3)
        assert {after for start, after in bends if start == before} == set(allowed)
        # Rivers that would cross themselves are drawn again: one in 243, too few to show here.
        assert all(likely(bends[before, after], total, 1 / len(allowed)) for after in allowed)


def test_s2_no_two_segments_share_a_field(rivers: list[list[str]]) -> None:
    for river in rivers:
        spots = tables.coordinates([int(segment[0]) for segment in river])
        assert len(set(spots)) == 160


def test_s3_islands_sandbanks_and_logs(rivers: list[list[str]]) -> None:
    contents = [segment[1:] for river in rivers for segment in river[1:]]
    islands = Counter(letters.count("B") for letters in contents)
    assert set(islands) == {2, 3}
    assert likely(islands[2], len(contents), 1 / 2)
    specials = Counter((letters.count("S"), letters.count("L")) for letters in contents)
    chances = {(1, 0): 1 / 4, (0, 1): 1 / 4, (2, 0): 1 / 8, (0, 2): 1 / 8, (1, 1): 1 / 4}
    assert set(specials) == set(chances)
    assert all(likely(specials[key], len(contents), chance) for key, chance in chances.items())


def test_s3_places_are_equally_likely_and_15_to_19_stay_free(rivers: list[list[str]]) -> None:
    for kind in "BSL":
        places = Counter(
            place
            for river in rivers
            for segment in river[1:]
            for place, letter in enumerate(segment[1:])
            if letter == kind
        )
        assert set(places) == set(range(15))
        assert all(likely(count, places.total(), 1 / 15) for count in places.values())
    assert all(
        segment[16:] == ("WWGGG" if i == 7 else "WWWWW")
        for river in rivers
        for i, segment in enumerate(river)
    )


def test_s4_five_of_six_segments_hold_a_passenger_at_water_of_their_own(rivers: list[list[str]]) -> None:
    without: Counter[int] = Counter()
    for river in rivers:
        held = passengers(river)
        assert len(held) == 5
        assert sum(letter.isdigit() for segment in river for letter in segment[1:]) == 5
        without.update(set(range(1, 7)) - set(held))
        spots = tables.coordinates([int(segment[0]) for segment in river])
        letters = "".join(segment[1:] for segment in river)
        for field, letter in enumerate(letters):
            if letter.isdigit():
                stage = spots.index(tables.neighbour(*spots[field], int(letter)))
                assert letters[stage] == "W"
                assert stage // 20 == field // 20
    assert set(without) == set(range(1, 7))
    assert all(likely(count, len(rivers), 1 / 6) for count in without.values())


def test_the_same_seed_gives_the_same_river_on_every_machine() -> None:
    assert START.startswith("0WWWWWWWWWWWWWWWWWWWW/0WWBW2WBWWWWLBWWWWWWW/1WWWWBWWSWBSWB2WWWWWW/2WWWLWW")


# --- what players cannot know (S6) -----------------------------------------------------------------
def seen_of(game: MississippiQueen) -> tuple[object, ...]:
    """Everything that can be asked of a game."""
    return (
        game.position(),
        game.legal_moves(),
        game.distinct_moves(),
        game.zobrist(),
        game.outcome(),
        game.window(),
        schwarm.playouts(game, 5, seed=3),
        dict(game.options),
        record_of(game),
        game.public_start(),
    )


@pytest.mark.parametrize("profile", ["seed", "official"])
def test_views_of_games_that_differ_only_in_hidden_segments_are_identical(profile: str) -> None:
    chooser = random.Random(5)
    compared = 0
    for seed in range(4):
        game = new_game(profile=profile, seed=seed)
        river = segments(game)
        for _ in range(8):
            shown = game.window()[1] + 1
            # The same known part, another future; the moves made so far fit both.
            known = "/".join(river[:shown] + ["?"] * (8 - shown))
            twin = new_game(profile=profile, seed=99 + seed, board=known)
            for move in game.history:
                twin.play(move)
            views = [position.view(seed=1) for position in (game, twin)]
            assert all(isinstance(view, MississippiQueen) for view in views)
            first, second = (seen_of(view) for view in views)  # type: ignore[arg-type]
            assert first == second
            assert (segments(game) == segments(twin)) == (shown == 8)
            compared += shown < 8
            moves = [move for move in game.distinct_moves() if len(move) < 20]
            if not moves:
                break
            game.play(chooser.choice(moves))
    assert compared >= 8


def test_a_view_keeps_what_is_visible_and_draws_the_rest_from_its_own_seed() -> None:
    game = new_game(seed=4)
    drawn = {tuple(segments(game.view(seed=seed))) for seed in range(20)}
    assert len(drawn) == 20
    assert {river[:2] for river in drawn} == {tuple(segments(game)[:2])}
    assert segments(game.view(seed=5)) == segments(game.view(seed=5))


def test_the_hidden_part_is_drawn_given_the_passengers_that_are_known() -> None:
    empty, pier = "0" + "W" * 20, "0" + "W" * 9 + "0" + "W" * 10
    for board, still in (([pier, pier, pier], 2), ([empty, pier, pier], 3)):
        known = "/".join([empty, *board, *["?"] * 4])
        held = Counter(
            segment
            for seed in range(300)
            for segment in passengers(segments(new_game(seed=seed, board=known)))
            if segment > 3
        )
        assert set(held) == {4, 5, 6}
        assert held.total() == 300 * still
        assert all(likely(count, 300, still / 3) for count in held.values())


def test_searches_draw_the_hidden_part_anew_whatever_it_is() -> None:
    game = new_game(seed=8)
    known = "/".join(segments(game)[:2] + ["?"] * 6)
    results = [schwarm.playouts(new_game(seed=seed, board=known), 60, seed=2) for seed in (1, 2)]
    assert (
        results[0]
        == results[1]
        == schwarm.playouts(game, 60, seed=2)
        == schwarm.playouts(game.view(), 60, seed=2)
    )


def test_the_last_bend_is_never_the_one_that_crosses_the_river() -> None:
    water = "W" * 20
    known = "/".join([f"{direction}{water}" for direction in (0, 0, 1, 2, 1, 0, 5)] + ["?"])
    last = Counter(segments(new_game(seed=seed, board=known))[7][0] for seed in range(400))
    assert set(last) == {"5", "0"}  # 4 would share a field with segment 2
    assert likely(last["5"], 400, 1 / 2)


def test_pushes_onto_hidden_segments_are_left_out_of_a_view() -> None:
    game = new_game(profile="official", seed=1)
    assert game.options["push_out_of_sight"] == "always"
    assert game.view().options["push_out_of_sight"] == "removed"


# --- explicit rivers -------------------------------------------------------------------------------
def test_board_takes_segment_objects_json_and_its_own_text() -> None:
    game = new_game(board=BOARD)
    text = str(game.options["board"])
    assert text.startswith("0WWWWWWWWWWWWWWWWWWWW/0WWWBWWWSWW3WWBBWWWWW/5W5WW")
    assert new_game(board=json.dumps(BOARD)).options["board"] == new_game(board=text).options["board"] == text
    assert "/".join(segments(game)) == text
    assert len(game.legal_moves()) == 1492


def test_the_first_ship_positions_stand_on_an_explicit_board() -> None:
    assert new_game(board=BOARD).position().split(" ", 1)[1] == "-1,1,0,1,6,0,1 -1,-1,0,1,6,0,1 0 red 0"


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda board: board[:7], "expected 8 segments, not 7"),
        (lambda board: 3, "expected a list of segments"),
        (lambda board: "[1", "expected segments as JSON"),
        (lambda board: "a/b", "expected 8 segments, not 2"),
        (
            lambda board: [*board[:7], {**board[7], "f": "WX"}],
            "segment 7: expected a direction and 20 letters",
        ),
        (lambda board: [*board[:7], {**board[7], "d": 3}], "S2: segment 7"),
        (lambda board: [{**board[0], "d": 1}, *board[1:]], "S1: expected segments 0 and 1"),
        (lambda board: [*board[:6], board[7], board[6]], "segment 6: expected it in river order"),
        (lambda board: [{**board[0], "f": "0" * 20}, *board[1:]], "S4: segment 0"),
        (lambda board: "?/?/?/?/?/?/?/?", "S1: expected segments 0 and 1"),
        (
            lambda board: "/".join(f"{d}{'W' * 20}" for d in (0, 0, 1, 2, 1, 0, 5, 4)),
            "segments 2 and 7 overlap",
        ),
    ],
)
def test_bad_boards_are_refused(change: Any, fault: str) -> None:
    with pytest.raises(schwarm.BadOption, match=fault):
        read_board(change(BOARD))


# --- positions as text -----------------------------------------------------------------------------
def test_a_bad_position_lists_all_its_faults() -> None:
    river = START.split(" ")[0]
    with pytest.raises(schwarm.BadPosition) as refusal:
        new_game(position=f"{river} 90,1,0,1,6,0,1 -1,-1,7,9,8,3,4 77 green 9")
    for fault in (
        "red: expected a field of the river, not 90,1",
        "blue: expected a direction from 0 to 5, not 7",
        "blue: expected a speed from 1 to 6, not 9",
        "blue: expected coal from 0 to 6, not 8",
        "blue: expected passengers from 0 to 2, not 3",
        "blue: expected free turn units from 1 to 2, not 4",
        "expected a turn from 0 to 40, not '77'",
        "expected red or blue to move, not 'green'",
        "expected a foremost segment from 0 to 7, not '9'",
    ):
        assert fault in str(refusal.value)


@pytest.mark.parametrize(
    ("ships", "fault"),
    [
        ("-1,1,0,1,6,0,1 -1,1,0,1,6,0,1 0 red 0", "L3: expected the ships on different fields"),
        ("5,0,0,1,6,0,1 -1,-1,0,1,6,0,1 0 red 0", "S6: expected no ship beyond the foremost segment 0"),
        ("3,2,0,1,6,0,1 -1,-1,0,1,6,0,1 0 red 1", "red: expected a passable field, not B at 3,2"),
        ("-1,1 -1,-1,0,1,6,0,1 0 red 1", "red: expected X,Y,DIRECTION,SPEED,COAL,PASSENGERS,FREE"),
    ],
)
def test_ships_stand_on_visible_water(ships: str, fault: str) -> None:
    with pytest.raises(schwarm.BadPosition, match=fault):
        new_game(position=f"{START.split(' ')[0]} {ships}")


def test_unknown_segments_must_not_be_visible() -> None:
    known = "/".join(START.split(" ")[0].split("/")[:2] + ["?"] * 6)
    ships = "-1,1,0,1,6,0,1 -1,-1,0,1,6,0,1 0 red"
    assert segments(new_game(position=f"{known} {ships} 0", seed=3))[2:] != ["?"] * 6
    with pytest.raises(schwarm.BadPosition, match="S6: expected 3 segments known, not 2"):
        new_game(position=f"{known} {ships} 1")


@given(st.text() | st.text("0123456789WGLSB?/, -redblu", max_size=300))
def test_any_text_is_a_position_or_a_bad_one(text: str) -> None:
    try:
        game = new_game(position=text, seed=1)
    except schwarm.BadPosition:
        return
    assert new_game(position=game.position()).position() == game.position()


@given(st.integers(0, len(START) - 1), st.sampled_from("0123456789WGLSBabcdef?/, -rx"), st.booleans())
def test_a_position_with_one_letter_changed_is_playable_or_refused(
    at: int, letter: str, insert: bool
) -> None:
    text = START[:at] + letter + START[at + (0 if insert else 1) :]
    try:
        game = new_game(position=text, seed=1)
    except schwarm.BadPosition:
        return
    assert new_game(position=game.position()).position() == game.position()
    for move in game.distinct_moves()[:5]:
        game.play(str(move))
        game.undo()


# --- moves as text ---------------------------------------------------------------------------------
TOKENS = ["A+1", "A-1", "A+2", "T+1", "T-1", "T+2", "T-3", "T0", "M1", "M2", "M3", "M-1", "P0", "P1", "P5"]


@given(st.text() | st.lists(st.sampled_from(TOKENS), min_size=1, max_size=8).map(" ".join))
def test_any_text_is_a_move_an_illegal_one_or_none(text: str) -> None:
    game = new_game(position=START, seed=1)
    before = game.position()
    try:
        made = game.play(text)
    except (schwarm.BadNotation, schwarm.IllegalMove):
        assert game.position() == before
        return
    after = game.position()
    game.undo()
    assert game.position() == before
    assert game.play(str(made)) == made
    assert game.position() == after


@pytest.mark.parametrize(
    "text", ["", " ", "M1 ", "M1  T+1", "m1", "A1", "T", "M1,T+1", "M+1", "M\uff11", "P-1"]
)
def test_what_is_no_list_of_actions_is_bad_notation(text: str) -> None:
    with pytest.raises(schwarm.BadNotation, match="expected"):
        read_actions(text)


def test_legal_moves_read_back_as_their_own_codes() -> None:
    game = new_game(seed=3, profile="official")
    moves = game.legal_moves()
    for move in moves[:: 1 if schwarm.compiled() else 25]:
        assert game.read(str(move)) == move.code
    assert moves == sorted(moves)


@pytest.mark.parametrize("seed", range(12))
def test_a_view_takes_passengers_where_the_game_does(seed: int) -> None:
    """What is drawn anew behind the last visible segment must not hide that segment's landing stages."""
    game = schwarm.new_game("mississippi_queen", seed=seed)
    assert isinstance(game, MississippiQueen)
    chance = random.Random(seed)
    while not game.finished() and game.turn < 40:
        view = game.view(seed=99)
        assert isinstance(view, MississippiQueen)
        islands = [(island, pier) for island, pier, waiting in game.piers() if waiting]
        assert [view.stage_of(island) for island, _ in islands] == [
            game.next_field(island, pier) for island, pier in islands
        ]
        game.play(chance.choice(game.distinct_moves()))
