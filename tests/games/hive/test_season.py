"""2020: states, moves, results and texts as the official server writes them."""

import pytest

from schwarm.contest.wire import Element, Malformed, Reader, render, season_of_game, tag
from schwarm.contest.wire.element import data_of
from schwarm.contest.wire.season import Cause, Finish, PlayerFault
from schwarm.game import new_game
from schwarm.referee import CONTEST
from tests.contest.streams import FOLDER

pytestmark = pytest.mark.compiled_only  # about XML, not about rules

SEASON = season_of_game("hive")
NAMES = ("Alpha", "Beta")
SAMPLE = (FOLDER / "2020" / "state.xml").read_text("utf-8")


def sample() -> Element:
    (room,) = Reader().feed(f"<protocol>{SAMPLE}".encode())
    return room.need("data")


def test_the_literal_state_is_written_again_byte_for_byte() -> None:
    state = sample().need("state")
    position = SEASON.read_position(state, None)
    game = new_game("hive", profile="official", position=position)
    last = state.need("lastMove")
    last = Element("data", last.attributes, last.children)
    assert render(tag("room", SEASON.state(game, NAMES, last), roomId="ROOM")) + "\n" == SAMPLE
    assert game.position() == position
    assert game.to_move == "blue"
    assert sorted(str(SEASON.options(state)["hand"])) == sorted("QSSSGGBBAAA")


def test_a_state_survives_the_wire_in_every_position_of_a_game() -> None:
    for seed in range(3):
        game = new_game("hive", profile="official", seed=seed)
        while game.outcome() is None:
            state = SEASON.state(game, NAMES, None).need("state")
            assert SEASON.read_position(state, None) == game.position()
            assert sorted(str(SEASON.options(state)["hand"])) == sorted(str(game.options["hand"]))
            moves = game.legal_moves()
            for text in moves[::7]:
                assert SEASON.read_move(SEASON.write_move(text, game), game).text == text
            game.play(moves[(seed * 31 + game.turn * 17) % len(moves)])


FIELD_FORM = """<data class="dragmove">
  <start class="field" x="3" y="-5" z="2" isObstructed="false"><piece owner="RED" type="GRASSHOPPER"/></start>
  <destination class="field" x="5" y="-5" z="0" isObstructed="false"/></data>"""


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (FIELD_FORM, "3,-5>5,-5"),
        (
            '<data class="dragmove"><start x="-1" y="1" z="0"/><destination x="0" y="0" z="0"/></data>',
            "-1,1>0,0",
        ),
        (
            '<data class="setmove"><piece><owner>RED</owner><type>ANT</type></piece>'
            "<destination><x>1</x><y>2</y><z>-3</z></destination></data>",
            "A@1,2",
        ),
        ("<data class='setmove'><piece type='BEE' owner='RED'/><destination x='0' y='0'/></data>", "Q@0,0"),
        (
            '<data class="setmove"><piece type="BEE"/><destination x="1" y="1" z="9" odd="1"/></data>',
            "Q@1,1",
        ),
        ('<data class="skipmove"></data>', "SKIP"),
        ('<data class="missmove"/>', "SKIP"),
        ('<data class="skipmove"><hint>a</hint><hint>b</hint><unknown/></data>', "SKIP"),
    ],
)
def test_every_form_that_clients_of_the_season_send_is_understood(data: str, text: str) -> None:
    (message,) = Reader().feed(f"<protocol>{data}".encode())
    assert SEASON.read_move(message, new_game("hive", profile="official", seed=1)).text == text


def test_a_hint_is_kept_and_an_empty_one_is_not() -> None:
    game = new_game("hive", profile="official", seed=1)
    kept = SEASON.read_move(data_of("skipmove", tag("hint", "score 3")), game)
    assert kept.data.children == [tag("hint", "score 3")]
    assert SEASON.read_move(data_of("skipmove", tag("hint", content="score 3")), game).data.children == []


@pytest.mark.parametrize(
    "data",
    [
        data_of("nomove"),
        data_of("setmove"),
        data_of("setmove", tag("piece", owner="RED", type="WASP"), tag("destination", x="0", y="0")),
        data_of("dragmove", tag("start", x="0", y="0")),
        data_of("dragmove", tag("start", x="0", y="0"), tag("destination", x="zero", y="0")),
    ],
)
def test_half_a_move_is_malformed(data: Element) -> None:
    with pytest.raises(Malformed):
        SEASON.read_move(data, new_game("hive", profile="official", seed=1))


def test_an_illegal_move_is_told_with_its_words_and_observers_get_the_second_line() -> None:
    game = new_game("hive", profile="official", seed=1)
    sent = SEASON.read_move(
        data_of("setmove", tag("piece", owner="BLUE", type="ANT"), tag("destination", x="2", y="0", z="-2")),
        game,
    )
    assert sent.broken is not None  # red is to move
    error = SEASON.refusal("ROOM", "Unknown", "P4", "has no contact", sent)
    assert error.attributes["message"] == (
        "Ungueltiger Zug von 'Unknown'.\nhas no contact; move was Set BLUE ANT to (2,0,-2)"
    )
    assert render(error.need("originalRequest")) == (
        '<originalRequest class="setmove">\n  <piece owner="BLUE" type="ANT"/>\n'
        '  <destination x="2" y="0" z="-2"/>\n</originalRequest>'
    )
    observed = SEASON.refusal_for_observers(error)
    assert observed.attributes["message"] == "has no contact; move was Set BLUE ANT to (2,0,-2)"
    skip = SEASON.read_move(data_of("skipmove"), game)
    assert SEASON.refusal("ROOM", "A", "T1", "no", skip).children == []


@pytest.mark.parametrize(
    ("finish", "reason"),
    [
        (
            Finish(0, "queen surrounded", ((2, 2), (0, 0))),
            "Das Spiel ist beendet.\nAlpha (Rot) hat die gegnerische Biene umzingelt.",
        ),
        (
            Finish(1, "more free fields around the queen", ((0, 2), (2, 3))),
            "Das Rundenlimit wurde erreicht.\nBeta (Blau) hat mehr freie Felder um seine Biene.",
        ),
        (
            Finish(None, "both queens surrounded", ((1, 0), (1, 0))),
            "Das Rundenlimit wurde erreicht.\nBeide Bienen haben gleich viele freie Felder.",
        ),
    ],
)
def test_the_reasons_of_regular_ends(finish: Finish, reason: str) -> None:
    result = SEASON.result(new_game("hive", seed=1), NAMES, finish)
    scores = [child for child in result.children if child.name == "score"]
    assert [score.attributes for score in scores] == [{"cause": "REGULAR", "reason": reason}] * 2
    winner = result.child("winner")
    assert (winner and winner.attributes.get("displayName")) == (
        None if finish.winner is None else NAMES[finish.winner]
    )


@pytest.mark.parametrize(
    ("fault", "cause", "reason"),
    [
        (PlayerFault(Cause.ILLEGAL_MOVE, "rule text"), "RULE_VIOLATION", "rule text"),
        (
            PlayerFault(Cause.SOFT_TIMEOUT),
            "SOFT_TIMEOUT",
            "Der Spieler hat innerhalb von 2 Sekunden nach Aufforderung keinen Zug gesendet",
        ),
        (
            PlayerFault(Cause.HARD_TIMEOUT),
            "HARD_TIMEOUT",
            "Der Spieler hat innerhalb von 10 Sekunden nach Aufforderung keinen Zug gesendet",
        ),
        (PlayerFault(Cause.LEFT), "LEFT", "Der Spieler hat das Spiel verlassen"),
    ],
)
def test_the_reasons_of_irregular_ends(fault: PlayerFault, cause: str, reason: str) -> None:
    game = new_game("hive", profile="official", seed=1)
    result = SEASON.result(game, NAMES, SEASON.blame(game, (None, fault), CONTEST))
    scores = [child for child in result.children if child.name == "score"]
    assert scores[0].attributes == {"cause": "REGULAR", "reason": ""}
    assert scores[1].attributes == {"cause": cause, "reason": reason}
    assert [[part.text for part in score.children] for score in scores] == [["2", "-1"], ["0", "-1"]]
    assert result.need("definition").children[1].attributes["name"] == "\u2205 freie Felder"
