"""2017: states, moves, results and texts as the official server writes them."""

import pytest

from schwarm.contest.wire import Element, Malformed, render, tag
from schwarm.contest.wire.element import data_of
from schwarm.contest.wire.season import Cause, Finish, PlayerFault
from schwarm.game import Game, new_game
from tests.games.mississippi_queen.streams import SEASON, datas, start, states

pytestmark = pytest.mark.compiled_only  # about XML, not about rules

NAMES = ("Unknown", "Unknown")
STREAMS = ["goal_game.red", "goal_game.blue", "rule_violation.red", "rule_violation.blue"]


@pytest.mark.parametrize("name", STREAMS)
def test_a_recorded_game_is_written_again_byte_for_byte(name: str) -> None:
    game, last = start(name), None
    recorded = states(name)
    for number, data in enumerate(recorded):
        assert render(SEASON.state(game.view(), NAMES, last)) == render(data)
        if number + 1 < len(recorded):
            sent = SEASON.read_move(recorded[number + 1].need("state").need("lastMove"), game)
            last = sent.data
            game.play(sent.text)
    results = [data for data in datas(name) if data.attributes["class"] == "result"]
    if name.startswith("goal"):
        outcome = game.outcome()
        assert outcome is not None
        finish = Finish(0, outcome.reason, (outcome.scores["red"], outcome.scores["blue"]))
        assert render(SEASON.result(game, NAMES, finish)) == render(results[0])
    elif results:
        empty = SEASON.read_move(data_of("move"), game)
        assert empty.broken is not None
        fault = PlayerFault(Cause.ILLEGAL_MOVE, SEASON.mistake(*empty.broken, empty))
        finish = SEASON.blame(game, (None, fault), Finish(None, "", ((), ())).limits)
        assert render(SEASON.result(game, NAMES, finish)) == render(results[0])
        (error,) = [data for data in datas(name) if data.attributes["class"] == "error"]
        room = error.need("originalRequest").attributes["roomId"]
        assert render(SEASON.refusal(room, "Unknown", *empty.broken, empty)) == render(error)


@pytest.mark.parametrize("name", ["goal_game.red", "goal_game.blue"])
def test_a_client_that_follows_the_states_knows_what_the_server_knows(name: str) -> None:
    """Ships, free turns, what was seen: all but the segments that nobody has seen yet."""
    game = start(name)
    known: Game | None = None
    recorded = states(name)
    for number, data in enumerate(recorded):
        position = SEASON.read_position(data.need("state"), known)
        known = new_game("mississippi_queen", profile="official", position=position)
        mine, theirs = position.split(" "), game.position().split(" ")
        assert mine[1:] == theirs[1:]
        pairs = zip(mine[0].split("/"), theirs[0].split("/"), strict=True)
        assert all(ours in ("?", truth) for ours, truth in pairs)
        assert sorted(known.legal_moves()) == sorted(game.legal_moves())
        if number + 1 < len(recorded):
            game.play(SEASON.read_move(recorded[number + 1].need("state").need("lastMove"), game).text)


def test_every_legal_move_survives_the_wire() -> None:
    game = new_game("mississippi_queen", profile="official", seed=5)
    while moves := game.legal_moves():
        for text in moves[:: max(1, len(moves) // 300)]:
            assert SEASON.read_move(SEASON.write_move(text, game), game).text == text
        game.play(moves[len(moves) // 2])


def action(name: str, **attributes: str) -> Element:
    return tag(name, **attributes)


def test_actions_are_sorted_by_order_and_hints_are_kept() -> None:
    sent = SEASON.read_move(
        data_of(
            "move",
            action("advance", order="1", distance="2"),
            action("hint", content="eval = 12"),
            action("acceleration", order="0", acc="1"),
        ),
        new_game("mississippi_queen", seed=1),
    )
    assert sent.text == "A+1 M2"
    assert [child.name for child in sent.data.children] == ["acceleration", "advance", "hint"]
    assert sent.data.children[2].attributes == {"content": "eval = 12"}


@pytest.mark.parametrize(
    "data",
    [
        data_of("setmove"),
        data_of("move", action("push", order="0", direction="NORTH")),
        data_of("move", action("push", order="0")),
        data_of("move", action("advance", order="x", distance="1")),
        data_of("move", action("advance", order="0", distance="far")),
        data_of("move", *[action("turn", order="0", direction="1")] * 100),
    ],
)
def test_half_a_move_is_malformed(data: Element) -> None:
    with pytest.raises(Malformed):
        SEASON.read_move(data, new_game("mississippi_queen", seed=1))


@pytest.mark.parametrize(
    ("cause", "told"),
    [
        (Cause.SOFT_TIMEOUT, "SOFT_TIMEOUT"),
        (Cause.HARD_TIMEOUT, "HARD_TIMEOUT"),
        (Cause.LEFT, "LEFT"),
        (Cause.CLOSED, "LEFT"),
        (Cause.BROKEN, "LEFT"),
        (Cause.OUT_OF_TURN, "LEFT"),
    ],
)
def test_the_causes_of_irregular_ends_come_without_a_reason(cause: Cause, told: str) -> None:
    game = new_game("mississippi_queen", profile="official", seed=1)
    finish = SEASON.blame(game, (PlayerFault(cause), None), Finish(None, "", ((), ())).limits)
    result = SEASON.result(game, NAMES, finish)
    scores = [child for child in result.children if child.name == "score"]
    assert [score.attributes for score in scores] == [{"cause": told}, {"cause": "REGULAR"}]
    assert [[part.text for part in score.children] for score in scores] == [["0", "1", "0"], ["2", "1", "0"]]
    assert result.need("winner").attributes["color"] == "BLUE"
    assert SEASON.read_result(result).winner == 1


def test_the_reasons_of_regular_ends() -> None:
    game = new_game("mississippi_queen", profile="official", seed=1)
    for reason, words in {
        "goal reached": "Das Spiel ist beendet.\nEin Spieler ist im Ziel",
        "left behind": "Das Spiel ist vorzeitig zu Ende.\nEin Spieler wurde abgehängt.",
        "more points": "Das Rundenlimit wurde erreicht.",
    }.items():
        result = SEASON.result(game, NAMES, Finish(0, reason, ((2, 9, 1), (0, 8, 1))))
        assert result.need("score").attributes == {"cause": "REGULAR", "reason": words}
    drawn = SEASON.result(game, NAMES, Finish(None, "equal points", ((1, 9, 1), (1, 9, 0))))
    assert drawn.child("winner") is None
