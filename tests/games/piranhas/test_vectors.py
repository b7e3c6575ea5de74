"""Piranhas against the recorded games: legal lists, boards, swarms and the verdicts of both profiles."""

from typing import Any

import pytest

import schwarm
from schwarm.games.piranhas.notation import square
from schwarm.games.piranhas.rules import Piranhas
from schwarm.games.piranhas.tables import DX, DY, STRIDE
from tests.sampling import thinned
from tests.vectors import lines

SIDE = {"ONE": "red", "TWO": "blue", None: None}
REASON = {
    "BIGGER_SWARM": "heavier swarm",
    "FIRST_UNION": "first swarm",
    "BLOCKED": "no legal move",
    "TIE": "equal swarms",
}
VERDICT = {"seed": "text", "official": "official"}
# The recorded order of directions: up, up-right, right, ... clockwise.
CLOCKWISE = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
FAULT = {"O": "M4", "J": "M3", "K": "M5", "S": "M6"}


def rows(board: str) -> str:
    return "/".join(board[i : i + 10] for i in range(0, 100, 10))


def put_up(board: str, turn: int, profile: str) -> Piranhas:
    game = schwarm.new_game("piranhas", profile=profile, position=f"{rows(board)} {turn} -")
    assert isinstance(game, Piranhas)
    return game


def check_swarms(game: Piranhas, recorded: list[int]) -> None:
    heaviest = [max(weight, game.options["no_fish_weight"]) for weight in recorded[:2]]
    assert list(game.swarms()) == heaviest + recorded[2:]


def check_verdict(game: Piranhas, recorded: dict[str, Any] | None, swarms: list[int]) -> None:
    outcome = game.outcome()
    if recorded is None:
        assert outcome is None
        return
    assert outcome is not None
    assert outcome.winner == SIDE[recorded["winner"]]
    assert outcome.reason == REASON[recorded["reason"]]
    points = {None: (1, 1), "red": (2, 0), "blue": (0, 2)}[outcome.winner]
    assert [outcome.scores[side][0] for side in ("red", "blue")] == list(points)


@pytest.mark.parametrize("profile", ["seed", "official"])
def test_every_ply_of_the_recorded_games(profile: str) -> None:
    played = 0
    for record in thinned(lines("piranhas/share.jsonl.gz"), 3):
        game = put_up(record["plies"][0][0], record["turn"], profile)
        for board, legal, move, swarms in record["plies"]:
            assert game.position().split()[0] == rows(board)
            check_swarms(game, swarms)
            if move is None:
                check_verdict(game, record["end"][VERDICT[profile]], swarms)
                assert game.turn == record["end"]["turn"]
            else:
                assert game.outcome() is None
                assert " ".join(game.legal_moves()) == legal
                game.play(move)
                played += 1
        credit = record["end"]["first_swarm_mover" if profile == "seed" else "first_swarm_team"]
        assert game.position().split()[2] == (SIDE[credit] or "-")
    assert played == 10085 or (not schwarm.compiled() and played > 3000)


@pytest.mark.parametrize("profile", ["seed", "official"])
@pytest.mark.parametrize("case", list(lines("piranhas/corner.jsonl")), ids=lambda case: str(case["name"]))
def test_corner_case(case: dict[str, Any], profile: str) -> None:
    game = put_up(case["board"], case["turn"], profile)
    for move in case["moves"]:
        game.play(move)
    end = case["end"]
    assert game.position().split()[:2] == [rows(end["board"]), str(end["turn"])]
    check_swarms(game, end["swarms"])
    check_verdict(game, end[VERDICT[profile]], end["swarms"])
    if not game.finished():
        assert " ".join(game.legal_moves()) == end["legal"]


def test_every_recorded_mistake_names_its_rule() -> None:
    seen: dict[str, int] = {}
    for record in lines("piranhas/mistakes.jsonl.gz"):
        game = put_up(record["board"], record["turn"], "official")
        own = set("123" if record["turn"] % 2 == 0 else "456")
        for number, letter in enumerate(record["board"]):
            x, y = number % 10, number // 10
            start = STRIDE * x + y
            if letter not in own:
                assert game.refusal(128 * start + (start + 1) % 110)[0] == "M1"
                continue
            for mark, step in zip(record["fish"][square(start)], CLOCKWISE, strict=True):
                direction = list(zip(DX, DY, strict=True)).index(step)
                fault = game.fault(start, direction)
                assert (fault[0] if fault else ".") == FAULT.get(mark, ".")
                seen[mark] = seen.get(mark, 0) + 1
    assert set(seen) == {".", "O", "J", "K", "S"}
