"""Mississippi Queen, D7: lists that are legal only because a sandbank settles a debt of movement points."""

import itertools
import re
from collections.abc import Iterator
from typing import Any

import pytest

import schwarm
from schwarm.game.record import Record, record_of, replay
from schwarm.games.mississippi_queen.rules import MississippiQueen
from schwarm.games.mississippi_queen.tables import ISLAND, LOG, SANDBANK
from tests.games.mississippi_queen.recorded import put_up, recorded
from tests.games.mississippi_queen.scenes import put_up as scene
from tests.games.mississippi_queen.scenes import ship
from tests.sampling import in_parts, thinned
from tests.vectors import lines

REFUSED, DEBT = 0, 2  # verdicts of the recordings
HELD = 9  # advances and pushes that a code has room for
SEARCHABLE = 40 if not schwarm.compiled() else 150  # positions with more lists are left to the compiled code


# --- the recorded lists ----------------------------------------------------------------------------
Probe = tuple[list[dict[str, Any]], dict[str, Any], list[str]]


def probes(verdict: int) -> Iterator[Probe]:
    """Board, state and the lists of this verdict, wherever there are any."""
    for record in lines("mississippi_queen/share.jsonl.gz"):
        for ply in record["plies"]:
            yield record["board"], ply["s"], [text for text, found in ply["probe"] if found == verdict]
    for record in lines("mississippi_queen/positions.jsonl.gz"):
        yield record["board"], record["s"], [text for text, found in record["probe"] if found == verdict]
    for record in lines("mississippi_queen/corner_cases.jsonl"):
        if record["id"] != "c33" and record["v"] == verdict:  # see test_corner_case
            yield record["board"], record["s"], [record["m"]]


def canonical(text: str) -> bool:
    letters = [word[0] for word in text.split(" ")]
    pairs = list(itertools.pairwise(letters))
    return ("T", "T") not in pairs and ("M", "M") not in pairs and "T-3" not in text


@pytest.mark.parametrize("profile", ["seed", "official"])
def test_every_recorded_debt_is_accepted_listed_undone_and_replayed(profile: str) -> None:
    debts = [(board, state, text) for board, state, texts in probes(DEBT) for text in texts]
    for board, state, text in debts[:: 1 if schwarm.compiled() else 6]:
        strict = put_up(board, state, profile, rounds=31, lead=8)
        with pytest.raises(schwarm.IllegalMove):
            strict.play(text)
        game = put_up(board, state, profile, rounds=31, lead=8, overdraw_onto_sandbank=True)
        before = game.position(), game.zobrist()
        legal = game.legal_moves()
        assert set(strict.legal_moves()) < set(legal)
        made = game.play(text)
        assert (text == made and text in legal) == canonical(text)
        assert (made in legal) == canonical(made)
        assert made.code < 2**64
        assert replay(Record.from_json(record_of(game).to_json())).position() == game.position()
        after = game.position()
        game.undo()
        assert (game.position(), game.zobrist()) == before
        game.play(made)
        assert game.position() == after
    assert len(debts) == 18


def test_all_other_recorded_refusals_stay_refused() -> None:
    refused = 0
    for board, state, texts in thinned(list(probes(REFUSED))[::4], 30):
        game = put_up(board, state, "official", rounds=31, lead=8, overdraw_onto_sandbank=True)
        if game.outcome() is None:
            for text in texts:
                with pytest.raises((schwarm.IllegalMove, schwarm.BadNotation)):
                    game.play(text)
            refused += len(texts)
    assert refused > (4000 if schwarm.compiled() else 100)


def test_corner_cases_lead_to_the_recorded_state() -> None:
    cases = [case for case in lines("mississippi_queen/corner_cases.jsonl") if case["v"] == DEBT]
    assert [case["id"] for case in cases] == ["c00", "c02", "c05", "c26"]
    for case in cases:
        game = put_up(case["board"], case["s"], "official", overdraw_onto_sandbank=True)
        game.play(case["m"])
        state = recorded(game)
        assert [state["r"][:7], state["b"][:7]] == [case["after"]["r"], case["after"]["b"]]


# --- against a search with the server's own tests of points ----------------------------------------
def lists(game: MississippiQueen) -> Iterator[tuple[str, tuple[object, ...]]]:
    """All canonical lists of a ship that is not on a sandbank, with debts, and what they lead to."""
    ship, other = game.ship(game.side), game.ship(1 - game.side)
    low, high = game.window()
    allowed = game.options["push_out_of_sight"]

    def kind(field: int) -> int:
        return game.kind_of(field) if low <= field // 20 <= high else ISLAND

    def shoved(field: int) -> int:
        unseen = {"never": False, "removed": field // 20 < low, "always": True}[str(allowed)]
        return game.kind_of(field) if unseen else kind(field)

    def go(words: str, at: int, course: int, speed: int, points: int, units: int, coal: int,
           there: int, there_speed: int) -> Iterator[tuple[str, tuple[object, ...]]]:  # fmt: skip
        last = words.rsplit(" ", 1)[-1][:1]
        if at == there:
            for way in range(6) if points != 0 else ():
                to = game.next_field(at, way)
                if way == (course + 3) % 6 or shoved(to) >= ISLAND:
                    continue
                slow = max(1, there_speed - 1) if shoved(to) == LOG else there_speed
                slow = 1 if shoved(to) == SANDBANK else slow
                cost = 2 if shoved(to) == LOG else 1
                yield from go(f"{words} P{way}", at, course, speed, points - cost, units, coal, to, slow)
            return
        if points == 0 and words:
            pushed = "P" in words
            yield words[1:], (at, course, speed, min(coal, units), there, there_speed, pushed)
        if words and kind(at) == SANDBANK:
            return
        for turn in (-2, -1, 1, 2, 3) if last != "T" else ():
            if abs(turn) <= units:
                yield from go(f"{words} T{turn:+d}", at, (course + turn) % 6, speed, points,
                              units - abs(turn), coal, there, there_speed)  # fmt: skip
        if last == "M" or points == 0:
            return
        field, left, pace = at, points, speed
        for distance in range(1, 7):
            field = game.next_field(field, course)
            if kind(field) >= ISLAND or (kind(field) == LOG and left < 2):
                return
            left -= 2 if kind(field) == LOG else 1
            pace = max(1, pace - 1) if kind(field) == LOG else pace
            if kind(field) == SANDBANK:
                if field != there:
                    yield from go(
                        f"{words} M{distance}", field, course, 1, 0, units, coal, there, there_speed
                    )
                return
            yield from go(f"{words} M{distance}", field, course, pace, left, units, coal, there, there_speed)
            if field == there:
                return

    for speed in range(1, 7):
        change = speed - ship.speed
        coal = ship.coal - max(0, abs(change) - 1)
        if coal >= 0:
            head = f" A{change:+d}" if change else ""
            yield from go(head, ship.field, ship.course, speed, speed, coal + ship.free, coal,
                          other.field, other.speed)  # fmt: skip


def held(text: str) -> bool:
    return sum(word[0] in "MP" for word in text.split(" ")) <= HELD


def check(game: MississippiQueen) -> int:
    """Lists and outcomes of a game with debts; how many lists no code has room for."""
    found = dict(lists(game))
    kept = {text: after for text, after in found.items() if held(text)}
    legal = game.legal_moves()
    assert legal == sorted(kept)
    for move in legal:
        assert game.read(str(move)) == move.code
    distinct = game.distinct_moves()
    reached = [kept[move] for move in distinct]
    assert len(reached) == len(set(reached))
    assert set(reached) == set(kept.values())
    for move in distinct:
        before = game.position()
        game.play(move)
        game.undo()
        assert game.position() == before
    return len(found) - len(kept)


@in_parts(4)
def test_lists_and_outcomes_are_those_of_the_servers_tests_of_points(part: int) -> None:
    checked = 0
    for record in list(lines("mississippi_queen/positions.jsonl.gz"))[part::4]:
        if record["n"] > SEARCHABLE:
            continue
        game = put_up(
            record["board"], record["s"], "official", rounds=31, lead=8, overdraw_onto_sandbank=True
        )
        if game.outcome() is None and game.kind_of(game.ship(game.side).field) != SANDBANK:
            check(game)
            checked += 1
    assert checked > 20


# --- single points ---------------------------------------------------------------------------------
def in_debt(red: str, things: dict[tuple[int, int], str], blue: str = "-2,2,0,1,0,0,1") -> MississippiQueen:
    return scene(red, blue, things, overdraw_onto_sandbank=True)


def test_a_ship_in_debt_goes_on_turns_and_pushes_as_if_it_had_points() -> None:
    game = in_debt("-1,0,0,1,6,0,1", {(1, -1): "S"}, "1,0,0,3,0,0,1")
    assert "M2 P0 T+2 M1" in game.legal_moves()
    game.play("M2 P0 T+2 M1")
    assert (ship(game, 0), ship(game, 1)) == ("1,-1,2,1,5,0,1", "2,0,0,3,0,0,2")
    check(in_debt("-1,0,0,1,2,0,1", {(1, -1): "S"}, "1,0,0,3,0,0,1"))


@pytest.mark.parametrize(
    ("text", "rule", "why"),
    [
        ("M1 M2", "M3", "action 2, M2: no movement point is left"),
        ("M1 T+1 T-1 M2", "M3", "action 4, M2: no movement point is left"),
        ("M2", "M3", "after action 1, M2: movement points short by 1"),
        ("M2 T+1", "M3", "after action 2, T+1: movement points short by 1"),
        ("M3 T+1", "M4", "action 2, T+1: no action may follow a sandbank"),
    ],
)
def test_a_ship_stops_at_no_points_and_only_a_sandbank_settles_a_debt(text: str, rule: str, why: str) -> None:
    game = in_debt("-1,0,0,1,6,0,1", {(2, 0): "S"})
    with pytest.raises(schwarm.IllegalMove, match=re.escape(why)) as refusal:
        game.play(text)
    assert refusal.value.rule == rule


def test_no_log_is_entered_without_its_points() -> None:
    game = in_debt("-1,0,0,1,6,0,1", {(1, 0): "L", (2, 0): "S"})
    assert "M3" not in game.legal_moves()
    with pytest.raises(schwarm.IllegalMove, match="M3 action 1, M3: a log costs 2 movement points, but 0 is"):
        game.play("M3")


@pytest.mark.parametrize(
    ("text", "made", "coal"),
    [
        ("M2 M1 M2", "M5", 6),
        ("M4 M3", "M4 M3", 6),  # seven fields in one line: legal, but not canonical
        ("M2 M2 M3", "M4 M3", 6),
        ("M5 T+1 T-1 M2", "T+1 T-1 M5 M2", 5),
        ("T+2 T-2 M2 T-1 T+1 M5", "T+1 T-1 T+1 T-1 T+1 T-1 M2 M5", 1),
    ],
)
def test_other_wordings_are_recorded_and_replayed(text: str, made: str, coal: int) -> None:
    far = 5 if made == "M5" else 7
    game = in_debt("-1,0,0,1,6,0,1", {(far - 1, 0): "S"})
    assert game.play(text) == made
    assert (ship(game, 0), game.history) == (f"{far - 1},0,0,1,{coal},0,1", [made])
    assert replay(record_of(game)).position() == game.position()


def test_advances_in_one_line_are_never_cut_where_no_point_is_left() -> None:
    game = in_debt("-1,0,0,6,0,0,1", {(6, 0): "S"})
    assert game.play("M5 M2") == "M5 M2"
    game.undo()
    with pytest.raises(schwarm.IllegalMove, match="M3 action 2, M1: no movement point is left"):
        game.play("M6 M1")


def test_a_list_has_at_most_nine_advances_and_pushes() -> None:
    game = in_debt("-1,0,0,1,0,0,1", {(6, 0): "S"}, "1,0,0,1,0,0,1")
    assert "M2 P0 M1 P0 M1 P0 M1 P5 M2" in game.legal_moves()
    with pytest.raises(schwarm.IllegalMove, match="L1 expected at most 9 advances and pushes"):
        game.play("M2 P0 M1 P0 M1 P0 M1 P0 M1 P5 M1")
    assert check(game) > 0
