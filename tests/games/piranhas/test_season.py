"""2026: states, moves, results and texts as the official server writes them."""

import pytest

from schwarm.contest.wire import Element, Malformed, Reader, render, season_of_game, tag
from schwarm.contest.wire.element import data_of
from schwarm.contest.wire.season import Cause, Finish, PlayerFault
from schwarm.game import Game, new_game
from tests.contest.streams import stream

pytestmark = pytest.mark.compiled_only  # about XML, not about rules

ROOM = "d3596322-9c2b-4835-9eae-1c9dceb73ad6"
SEASON = season_of_game("piranhas")
NAMES = ("Java", "Socha")


def states(name: str) -> list[Element]:
    messages = Reader(max_bytes=1 << 20).feed(stream(name))
    return [m.need("data") for m in messages if m.name == "room" and m.need("data").child("state")]


def start() -> Game:
    position = SEASON.read_position(states("2026/java_red.s2c.xml.gz")[0].need("state"), None)
    return new_game("piranhas", profile="official", position=position)


def test_the_recorded_game_is_written_again_byte_for_byte() -> None:
    game, last = start(), None
    recorded = states("2026/java_red.s2c.xml.gz")
    for number, data in enumerate(recorded):
        assert render(SEASON.state(game, NAMES, last)) == render(data)
        assert SEASON.read_position(data.need("state"), None) == game.position()
        if number + 1 < len(recorded):
            sent = SEASON.read_move(recorded[number + 1].need("state").need("lastMove"), game)
            last = SEASON.write_move(sent.text, game)
            assert last == sent.data
            game.play(sent.text)
    outcome = game.outcome()
    assert outcome is not None
    finish = Finish(0, outcome.reason, (outcome.scores["red"], outcome.scores["blue"]))
    assert render(SEASON.result(game, NAMES, finish)) in replay_text()
    assert SEASON.read_result(SEASON.result(game, NAMES, finish)).scores == ((2, 8), (0, 6))


def replay_text() -> str:
    """The recorded result as the server laid it out in its replay."""
    room = Reader(max_bytes=1 << 20).feed(stream("2026/replay.xml.gz"))[-1]
    return render(room.need("data"))


def move(x: object, y: object, direction: str) -> Element:
    return data_of("move", tag("from", x=str(x), y=str(y)), tag("direction", direction))


def test_every_legal_move_survives_the_wire() -> None:
    for seed in range(20):
        game = new_game("piranhas", seed=seed)
        for text in game.legal_moves():
            assert SEASON.read_move(SEASON.write_move(text, game), game).text == text


def test_a_move_off_the_board_breaks_m4() -> None:
    sent = SEASON.read_move(move(0, 4, "LEFT"), start())
    assert sent.broken is not None
    assert sent.broken[0] == "M4"
    error = SEASON.refusal(ROOM, "Alice", *sent.broken, sent)
    assert error.attributes["message"] == (
        "Ungueltiger Zug von 'Alice'.\nInvalidMoveException(mistake=Das Zielfeld liegt außerhalb des "
        "Spielfelds, move=Schwimme von [0|4] in Richtung LEFT)"
    )
    assert error.children == [Element("originalMessage", {"class": "move"}, move(0, 4, "LEFT").children)]


@pytest.mark.parametrize(("x", "y"), [(0, 0), (5, 0), (5, 5), (-1, 4), (0, 10), (99, 99)])
def test_a_start_without_an_own_fish_breaks_m1(x: int, y: int) -> None:
    game = start()
    sent = SEASON.read_move(move(x, y, "DOWN"), game)
    rule = sent.broken[0] if sent.broken else game.refusal(game.read(sent.text))[0]
    assert rule == "M1"
    assert "mistake=WRONG_START," in SEASON.refusal(ROOM, "A", rule, "", sent).attributes["message"]


@pytest.mark.parametrize(
    "data",
    [
        tag("data", tag("direction", "UP")),
        tag("data", tag("from", x="1", y="1")),
        tag("data", tag("from", x="1"), tag("direction", "UP")),
        tag("data", tag("from", x="1", y="one"), tag("direction", "UP")),
        move(1, 1, " UP"),
        move(1, 1, "NORTH"),
        move("1" * 5000, 1, "UP"),
    ],
)
def test_half_a_move_is_malformed(data: Element) -> None:
    with pytest.raises(Malformed):
        SEASON.read_move(data, start())


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (
            PlayerFault(Cause.SOFT_TIMEOUT),
            "A hat fuer die Antwort auf die Zugaufforderung laenger als 2 Sekunden gebraucht.",
        ),
        (
            PlayerFault(Cause.HARD_TIMEOUT),
            "A hat innerhalb von 2 Sekunden nach Aufforderung keinen Zug gesendet.",
        ),
        (PlayerFault(Cause.LEFT), "A hat das Spiel verlassen: LOST_CONNECTION"),
        (PlayerFault(Cause.CLOSED), "A hat das Spiel verlassen: RECEIVED_DISCONNECT"),
        (PlayerFault(Cause.BROKEN), "A hat das Spiel verlassen: PROTOCOL_ERROR"),
        (PlayerFault(Cause.ABSENT), "A hat das Spiel verlassen: NOT_CONNECTED"),
        (
            PlayerFault(Cause.ILLEGAL_MOVE, "Zielfeld ist besetzt bei 'x'"),
            "Regelverletzung von A: Zielfeld ist besetzt bei 'x'",
        ),
    ],
)
def test_the_reasons_of_irregular_ends(fault: PlayerFault, words: str) -> None:
    finish = Finish(1, "", ((0, 0), (2, 5)), (fault, None))
    winner = SEASON.result(start(), ("A", ""), finish).need("winner")
    assert winner.attributes == {"team": "TWO", "regular": "false", "reason": words}


def test_a_draw_names_no_team_and_a_nameless_seat_goes_by_its_team() -> None:
    drawn = SEASON.result(start(), ("", ""), Finish(None, "equal swarms", ((1, 4), (1, 4))))
    assert drawn.need("winner").attributes == {"regular": "true", "reason": "Beide Spieler sind gleichauf"}
    won = SEASON.result(start(), ("", ""), Finish(1, "first swarm", ((0, 4), (2, 4))))
    assert won.need("winner").attributes["reason"] == "TWO hat zuerst alle Fische einer Farbe vereinigt"
    assert won.need("scores").children[0].need("player").attributes == {"team": "ONE"}
