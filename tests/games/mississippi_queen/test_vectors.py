"""Mississippi Queen against the recorded games: lists, outcomes, states, probes and results."""

from typing import Any

import pytest

import schwarm
from schwarm.games.mississippi_queen.rules import MississippiQueen
from schwarm.search.perft import count
from tests.games.mississippi_queen.recorded import digest, put_up, recorded
from tests.sampling import in_parts, thinned
from tests.vectors import lines

END = {
    "goal": {"goal reached"},
    "distance": {"left behind"},
    "round_limit": {"more points", "equal points"},
    "no_legal_move": {"no legal move"},
}
WINNER = {"RED": "red", "BLUE": "blue", 0: "red", 1: "blue", None: None}


PURE_LIMIT = 40  # longer lists are counted and hashed by the compiled code only


def feasible(lists: int) -> bool:
    return schwarm.compiled() or lists <= PURE_LIMIT


def outcomes(game: MississippiQueen, legal: set[str]) -> list[str]:
    """What the distinct moves, all of them legal, lead to, as the recordings write it."""
    spots: dict[int, str] = {}
    found = []
    for move in game.distinct_moves():
        assert move in legal
        game.play(move)
        after = (game.ship(0), game.ship(1))
        game.undo()
        ships = []
        for ship in after:
            if ship.field not in spots:
                spots[ship.field] = ",".join(map(str, game.coordinates(ship.field)))
            ships.append(f"{spots[ship.field]},{ship.course},{ship.speed},{ship.coal},{ship.aboard}")
        found.append(f"{ships[0]};{ships[1]};{int('P' in move)}")
    return found


def check_lists(game: MississippiQueen, ply: dict[str, Any], *, odd: bool) -> None:
    """Count and hash of the canonical lists and of their outcomes; without the odd ones if so recorded."""
    mark = "p" if not odd and "np" in ply else ""
    legal = game.legal_moves()
    assert len(legal) == ply["n" + mark]
    assert digest(legal) == ply["h" + mark]
    reached = outcomes(game, set(legal))
    assert len(reached) == len(set(reached)) == ply["no" + mark]
    assert digest(reached) == ply["ho" + mark]
    if not mark and "legal" in ply:
        assert legal == ply["legal"]


def check_probes(game: MississippiQueen, probes: list[tuple[str, int]]) -> None:
    """Arbitrary lists are accepted or refused as recorded; 2 is a debt of points, to be refused (D7)."""
    before = game.position()
    for text, verdict in probes:
        if verdict == 1:
            made = game.play(text)
            after = game.position()
            game.undo()
            game.play(made)  # what the history tells leads to the same state
            assert game.position() == after
            game.undo()
        else:
            with pytest.raises((schwarm.IllegalMove, schwarm.BadNotation)):
                game.play(text)
        assert game.position() == before


@in_parts(16)
def test_every_ply_of_the_recorded_games(part: int) -> None:
    plies = 0
    for record in list(lines("mississippi_queen/share.jsonl.gz"))[part::16]:
        game = put_up(record["board"], record["plies"][0]["s"], "official")
        for ply in record["plies"]:
            assert recorded(game) == ply["s"]
            if feasible(ply["n"]):
                check_lists(game, ply, odd=True)
                check_probes(game, ply["probe"])
            if ply["m"] is not None:
                assert game.play(ply["m"]) == ply["m"]
            plies += 1
        assert recorded(game) == record["final"]
        check_result(game, record["result"])
    assert plies > 250


def check_result(game: MississippiQueen, result: dict[str, Any]) -> None:
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.reason in END[result["end"]]
    assert outcome.winner == WINNER[result["winner"]]
    assert [list(outcome.scores[side]) for side in ("red", "blue")] == result["score"]


@in_parts(4)
def test_lists_of_the_recorded_games_under_the_seed_profile(part: int) -> None:
    odd = 0
    for record in list(lines("mississippi_queen/share.jsonl.gz"))[part::4]:
        for ply in record["plies"]:
            if not feasible(ply["n"]):
                continue
            # The recorded order of turns and ends is the official one: only the lists are compared.
            game = put_up(record["board"], ply["s"], "seed", rounds=30, lead=8)
            assert count(game, 1) == ply.get("np", ply["n"])
            if "np" in ply:
                check_lists(game, ply, odd=False)
                odd += 1
    assert odd > 50 or not schwarm.compiled()


def without_goal(state: dict[str, Any]) -> dict[str, Any]:
    """The same state with one passenger less on each ship, so that nobody has won at the goal yet."""
    ships = {side: [*state[side][:6], min(1, state[side][6]), 0] for side in "rb"}
    return {**state, **ships}


@in_parts(8)
@pytest.mark.parametrize("profile", ["seed", "official"])
def test_single_positions(profile: str, part: int) -> None:
    checked = 0
    for record in list(lines("mississippi_queen/positions.jsonl.gz"))[part::8]:
        if not feasible(record["n"]):
            continue
        game = put_up(record["board"], record["s"], profile, rounds=31, lead=8)
        if profile == "official":
            assert recorded(game) == record["s"]
        if profile == "official" and game.outcome() is not None and record["n"]:
            # Put up with a ship at the goal: over, but the lists are recorded all the same.
            game = put_up(record["board"], without_goal(record["s"]), profile, rounds=31)
            assert digest(game.legal_moves()) == record["h"]
        elif profile == "official" or "np" in record:
            check_lists(game, record, odd=profile == "official")
            if profile == "official":
                check_probes(game, record["probe"])
        elif game.outcome() is None:
            assert count(game, 1) == record["n"]
        checked += 1
    assert checked >= 312 or not schwarm.compiled()


def test_moves_from_single_positions() -> None:
    ends: dict[str, int] = {}
    for record in thinned(lines("mississippi_queen/positions.jsonl.gz"), 3):
        game = put_up(record["board"], record["s"], "official")
        if game.outcome() is not None:
            continue
        for after in record["after"]:
            game.play(after["m"])
            assert recorded(game) == after["s"]
            outcome = game.outcome()
            if after["over"] is None:
                assert outcome is None or outcome.reason == "no legal move"
            else:
                assert outcome is not None
                assert outcome.reason in END[after["over"][0]]
                assert outcome.winner == WINNER[after["over"][1]]
                ends[after["over"][0]] = ends.get(after["over"][0], 0) + 1
            game.undo()
    assert set(ends) == {"goal", "distance", "round_limit"}


@pytest.mark.parametrize(
    "case", list(lines("mississippi_queen/corner_cases.jsonl")), ids=lambda case: str(case["what"])
)
def test_corner_case(case: dict[str, Any]) -> None:
    if case["id"] == "c33":
        pytest.skip("its window shows no segment ahead, which no game does; see test_m2 in the rules' tests")
    game = put_up(case["board"], case["s"], "official")
    if case["v"] != 1:
        with pytest.raises(schwarm.IllegalMove, match="action"):
            game.play(case["m"])
        return
    game.play(case["m"])
    state = recorded(game)
    assert [state["r"][:7], state["b"][:7]] == [case["after"]["r"], case["after"]["b"]]
