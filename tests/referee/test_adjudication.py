"""Games that end because the scores agree: by the players' own, or by a judge's."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace

import pytest

import schwarm
from schwarm import players
from schwarm.game.game import Game
from schwarm.game.record import Irregular, Record, replay
from schwarm.players import PlayerError
from schwarm.referee import Adjudication, Adjudicator, Agreement, Answer, Judge, RandomSeat, Referee, Request

SIDES = ("red", "blue")


class Opinionated(RandomSeat):
    """Says the same score of every position."""

    def __init__(self, score: int | None) -> None:
        super().__init__("opinion", seed=1)
        self.score = score

    async def choose(self, request: Request) -> Answer:
        return replace(await super().choose(request), score=self.score)


def played(
    scores: Mapping[str, int | None], rules: Adjudication, judge: Judge | None = None, rounds: int = 10
) -> Record:
    game = schwarm.new_game("piranhas", seed=7, rounds=rounds)
    seats = {side: Opinionated(scores[side]) for side in SIDES}
    return asyncio.run(Referee(game, seats, adjudicator=Adjudicator(rules, SIDES, judge)).run())


def test_a_win_that_both_see_ends_the_game() -> None:
    rules = Adjudication(win=Agreement(score=900, plies=4))
    record = played({"red": -950, "blue": 920}, rules)
    assert record.end is not None
    assert (record.end.winner, record.end.reason, len(record.plies)) == ("blue", Irregular.ADJUDICATED, 4)
    assert [numbers[0] for numbers in record.end.scores.values()] == [0, 2]
    assert replay(record).turn == 4


def test_a_draw_that_both_see_ends_the_game_after_its_ply() -> None:
    rules = Adjudication(draw=Agreement(score=20, plies=4, from_ply=10))
    record = played({"red": 15, "blue": -20}, rules)
    assert record.end is not None
    assert (record.end.winner, record.end.reason, len(record.plies)) == (None, Irregular.ADJUDICATED, 10)
    assert [numbers[0] for numbers in record.end.scores.values()] == [1, 1]


@pytest.mark.parametrize("scores", [{"red": 950, "blue": 950}, {"red": 950, "blue": -850}])
def test_nothing_ends_while_players_disagree(scores: dict[str, int | None]) -> None:
    record = played(scores, Adjudication(win=Agreement(900, 4), draw=Agreement(100, 4)))
    assert record.end is not None
    assert record.end.reason != Irregular.ADJUDICATED
    assert len(record.plies) == 20


def test_a_judge_speaks_for_players_who_say_nothing() -> None:
    def judge(game: Game) -> int:
        return 990 if game.to_move == "red" else -990

    rules = Adjudication(win=Agreement(score=900, plies=6))
    record = played({"red": None, "blue": -950}, rules, judge)
    assert record.end is not None
    assert (record.end.winner, record.end.reason, len(record.plies)) == ("red", Irregular.ADJUDICATED, 6)


def test_a_bot_with_nodes_is_a_judge_and_sees_a_won_game() -> None:
    judge = players.judge("best#300", "hive")
    even = schwarm.new_game("hive", seed=7)
    score = judge(even)
    assert score is not None
    assert abs(score) < 600


@pytest.mark.parametrize(
    ("rules", "specs", "told"),
    [
        (Adjudication(judge="best#200"), ("best", "7"), "expected adjudication of a win or of a draw"),
        (
            Adjudication(win=Agreement(900, 4)),
            ("best", "random"),
            "expected a judge such as best#2000: random",
        ),
        (
            Adjudication(win=Agreement(900, 4), judge="best"),
            ("best", "7"),
            "expected a bot with nodes or a time",
        ),
        (Adjudication(win=Agreement(900, 4), judge="random#5"), ("best", "7"), "expected a bot with nodes"),
    ],
)
def test_rules_that_cannot_be_kept_are_told(rules: Adjudication, specs: tuple[str, ...], told: str) -> None:
    with pytest.raises(PlayerError, match=told):
        players.check_adjudication(rules, [players.read(text) for text in specs], "piranhas")
