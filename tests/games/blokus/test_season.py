"""2027: states, moves, results and texts as the official server writes them."""

from collections.abc import Iterator

import pytest

from schwarm.contest.replay import BadReplay, read_replay, write_replay
from schwarm.contest.wire import Element, Malformed, Reader, render, season_of_game, tag
from schwarm.contest.wire.element import data_of
from schwarm.contest.wire.season import Finish
from schwarm.game import Game, new_game
from schwarm.game.record import End, replay
from schwarm.games.blokus.season import SET, SKIP, read_hand, set_data
from tests.contest.streams import stream

pytestmark = pytest.mark.compiled_only  # about XML, not about rules

ROOM = "112f2de4-b67b-434b-b920-6ba41d406030"
SEASON = season_of_game("blokus")
NAMES = ("Alice", "Bob")


@pytest.fixture
def exact(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SEASON, "exact", True)


def states(name: str) -> list[Element]:
    messages = Reader(max_bytes=1 << 22).feed(stream(name))
    return [m.need("data") for m in messages if m.name == "room" and m.need("data").child("state")]


def followed(name: str) -> Iterator[tuple[Game, Element, Element]]:
    """The game in every state of a recorded stream, the state as we write it and as it was recorded."""
    game, last = None, None
    for data in states(name):
        state = data.need("state")
        position = SEASON.read_position(state, game)
        if game is None:
            game = new_game("blokus", position=position)
        else:
            sent = SEASON.read_move(state.need("lastMove"), game)
            last = sent.data
            game.play(sent.text)
        assert game.position() == position
        yield game, SEASON.state(game, NAMES, last), data


def test_the_recorded_game_is_written_again_byte_for_byte() -> None:
    turns = []
    for here, ours, recorded in followed("2027/socha_one.s2c.xml.gz"):
        assert render(ours) == render(recorded)
        turns.append(int(ours.need("state").attributes["turn"]))
        game = here
    assert (len(turns), turns[-1], game.turn) == (68, 74, 67)
    outcome = game.outcome()
    assert outcome is not None
    finish = Finish(1, outcome.reason, (outcome.scores["one"], outcome.scores["two"]))
    result = Reader(max_bytes=1 << 22).feed(stream("2027/replay.xml.gz"))[-1].need("data")
    assert render(SEASON.result(game, NAMES, finish)) == render(result)
    assert SEASON.read_result(result).scores == ((0, 141), (2, 145))


def test_the_official_replay_is_read_and_written_again_byte_for_byte() -> None:
    data = stream("2027/replay.xml.gz")
    read = read_replay(data)
    assert read.record.seats == {"one": "Alice", "two": "Bob"}
    assert read.record.end == End("two", "more points", {"one": (0, 141), "two": (2, 145)})
    replay(read.record)
    assert write_replay(read.record, room=ROOM).encode() == data


def test_a_replay_without_one_of_its_states_is_refused() -> None:
    text = stream("2027/replay.xml.gz").decode()
    rooms = text.split("<room ")
    with pytest.raises(BadReplay, match=r"does not play by the rules: .* blue has laid 5T already"):
        read_replay("<room ".join(rooms[:30] + rooms[31:]).encode())


@pytest.mark.usefixtures("exact")
def test_a_colour_that_has_laid_everything_is_told_officially_on_request() -> None:
    count = 0
    for _, ours, recorded in followed("2027/all_laid.one.s2c.xml.gz"):
        assert render(ours) == render(recorded)
        count += bool(ours.need("state").need("lastMoveMono").children)
    assert count


def test_else_last_move_mono_is_empty_and_known_all_the_same() -> None:
    for here, ours, _ in followed("2027/all_laid.one.s2c.xml.gz"):
        assert not ours.need("state").need("lastMoveMono").children
        game = here
    assert game.position().split()[5] == "B"


def test_every_legal_move_survives_the_wire() -> None:
    for seed in range(6):
        game = new_game("blokus", seed=seed)
        for _ in range(12):
            for text in game.legal_moves()[::9]:
                sent = SEASON.read_move(SEASON.write_move(text, game), game)
                assert (sent.text, sent.broken) == (text, None)
            game.play(game.legal_moves()[seed])


def start() -> Game:
    return new_game("blokus", start="5W")


def refused(data: Element, game: Game | None = None) -> tuple[str, str, str]:
    """The rule, the error and the reason for a move that is not legal."""
    game = game or start()
    sent = SEASON.read_move(data, game)
    rule, why = sent.broken or game.refusal(game.read(sent.text))
    error = SEASON.refusal(ROOM, "", rule, why, sent).attributes["message"]
    return rule, error.partition("\n")[2], SEASON.mistake(rule, why, sent)


@pytest.mark.parametrize(
    ("data", "rule", "shown", "told"),
    [
        (
            set_data(0, "PENTO_W", "NONE", False, 7, 7),
            "R6b",
            "Der erste Zug muss an den Rand gesetzt werden, move=Setze PENTO_W(Farbe Blau)[7,7]",
            "Der erste Zug muss an den Rand gesetzt werden bei 'Setze PENTO_W(Farbe Blau)[7,7]'",
        ),
        (
            set_data(0, "PENTO_V", "LEFT", True, 0, 0),
            "R6a",
            "Der erste Zug muss den festgelegten Spielstein setzen, move=null",
            "Der erste Zug muss den festgelegten Spielstein setzen",
        ),
        (
            set_data(0, "PENTO_W", "MIRROR", True, -1, 25),
            "R5a",
            "Der Spielstein passt nicht vollständig auf das Spielfeld, "
            "move=Setze PENTO_W(Farbe Blau, gedreht um 180°, gespiegelt)[-1,25]",
            "Der Spielstein passt nicht vollständig auf das Spielfeld bei "
            "'Setze PENTO_W(Farbe Blau, gedreht um 180°, gespiegelt)[-1,25]'",
        ),
        (
            set_data(2, "PENTO_W", "NONE", False, 0, 0),
            "R9",
            "Nur eigene Spielfiguren können gezogen werden, move=Setze PENTO_W(Farbe Rot)[0,0]",
            "Nur eigene Spielfiguren können gezogen werden bei 'Setze PENTO_W(Farbe Rot)[0,0]'",
        ),
        (
            data_of(SKIP, tag("color", "BLUE")),
            "R8",
            "Der erste Zug muss einen Stein setzen, move=Farbe Blau setzt aus",
            "Der erste Zug muss einen Stein setzen bei 'Farbe Blau setzt aus'",
        ),
        (
            data_of(SKIP, color="BLUE"),
            "R9",
            "Nur eigene Spielfiguren können gezogen werden, move=null setzt aus",
            "Nur eigene Spielfiguren können gezogen werden bei 'null setzt aus'",
        ),
    ],
)
def test_mistakes_are_told_in_the_official_words(data: Element, rule: str, shown: str, told: str) -> None:
    assert refused(data) == (rule, f"InvalidMoveException(mistake={shown})", told)
    assert (
        SEASON.refusal(ROOM, "", rule, "", SEASON.read_move(data, start()))
        .attributes["message"]
        .startswith("Ungueltiger Zug von ''.\n")
    )


PIECE = {"color": "BLUE", "kind": "PENTO_W", "rotation": "NONE", "isFlipped": "false"}
PLACE = tag("position", x="0", y="0")


@pytest.mark.parametrize(
    "data",
    [
        data_of(SET, tag("piece", tag("position", y="0", x="0"), **dict(reversed(PIECE.items())), more="1")),
        data_of(SET, tag("piece", PLACE, *(tag(name, value) for name, value in PIECE.items()))),
        data_of(SET, tag("piece", PLACE, color="BLUE", kind="PENTO_W", rotation="NONE")),
    ],
)
def test_what_the_official_server_reads_is_read(data: Element) -> None:
    assert SEASON.read_move(data, start()).text == "5W@A0"


def test_a_flip_is_true_in_any_case_and_the_pair_is_repeated_as_sent() -> None:
    data = data_of(
        SET, tag("piece", PLACE, **(PIECE | {"kind": "PENTO_X", "rotation": "LEFT", "isFlipped": "True"}))
    )
    sent = SEASON.read_move(data, start())
    assert sent.text == "5X@A0"
    assert sent.data.need("piece").attributes["rotation"] == "LEFT"
    assert sent.data.need("piece").attributes["isFlipped"] == "true"


@pytest.mark.parametrize(
    "data",
    [
        data_of(SET, tag("piece", PLACE, color="BLUE", kind="PENTO_W", isFlipped="false")),
        data_of(SET, tag("piece", **PIECE)),
        data_of(SET, tag("piece", PLACE, **(PIECE | {"kind": "pento_w"}))),
        data_of(SET, tag("piece", PLACE, tag("hint", "x"), **PIECE)),
        data_of("setmove", tag("piece", PLACE, **PIECE)),
        data_of("move", tag("piece", PLACE, **PIECE)),
        data_of(SET),
    ],
)
def test_what_the_official_server_drops_is_malformed(data: Element) -> None:
    with pytest.raises(Malformed):
        SEASON.read_move(data, start())


def test_a_hand_of_nonsense_is_refused_in_one_short_line() -> None:
    (shapes,) = Reader(max_bytes=1000).feed(
        b"<protocol><redShapes><shape>TETRO_T\n" + b"x" * 200 + b"</shape></redShapes>"
    )
    with pytest.raises(Malformed) as refused:
        read_hand(shapes)
    assert len(str(refused.value)) < 120
    assert "\n" not in str(refused.value)


def test_a_draw_names_no_team() -> None:
    drawn = SEASON.result(start(), ("", ""), Finish(None, "equal points", ((1, 80), (1, 80))))
    assert drawn.need("winner").attributes == {"regular": "true", "reason": "Beide Spieler sind gleichauf"}
