"""Replay files: the official ones are read, ours are written as the official server writes them."""

import gzip
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from schwarm.contest.replay import BadReplay, load_replay, read_replay, save_replay, write_replay
from schwarm.contest.wire import Reader, render
from schwarm.games import names, new_game
from schwarm.games.record import End, Record, record_of, replay
from tests.contest.streams import FOLDER, stream

ROOM = "d3596322-9c2b-4835-9eae-1c9dceb73ad6"


def played(game: str) -> Record:
    """A whole game, every seventh move or so."""
    current = new_game(game, profile="official" if game != "protista" else None, seed=11)
    while moves := current.legal_moves():
        current.play(moves[current.turn * 7 % len(moves)])
    return record_of(current, dict(zip(current.setup.book.sides, ("Ann & Co", "Bert <b>"), strict=True)))


def test_the_official_replay_of_2026_is_read_and_written_again_byte_for_byte() -> None:
    data = stream("2026/replay.xml.gz")
    read = read_replay(data)
    assert read.record.seats == {"red": "Java", "blue": "Socha"}
    assert read.record.end == End("red", "heavier swarm", {"red": (2, 8), "blue": (0, 6)})
    replay(read.record)
    assert write_replay(read.record, room=ROOM).encode() == data


@pytest.mark.parametrize(
    ("name", "plies", "winner", "reason"),
    [
        ("2017/goal_game.red.server-to-client.xml.gz", 49, "red", "goal reached"),
        ("2017/rule_violation.red.server-to-client.xml.gz", 6, "red", "no legal move"),
        ("2017/prepared_paused.observer.server-to-client.xml.gz", 2, "blue", "left the game"),
        ("2026/socha_blue.s2c.xml.gz", 60, "red", "heavier swarm"),
    ],
)
def test_a_recorded_connection_reads_as_a_replay(name: str, plies: int, winner: str, reason: str) -> None:
    read = read_replay(stream(name))
    assert read.record.end is not None
    assert (read.record.end.winner, read.record.end.reason) == (winner, reason)
    replay(read.record)
    if plies != 60:
        assert len(read.record.plies) == plies


@pytest.mark.parametrize("game", names())
def test_a_record_becomes_a_replay_and_the_same_record_again(game: str) -> None:
    record = played(game)
    text = write_replay(record)
    again = read_replay(text.encode()).record
    assert [ply.move for ply in again.plies] == [ply.move for ply in record.plies]
    assert again.end == record.end
    assert again.seats == record.seats
    assert write_replay(again) == text


@pytest.mark.parametrize("game", ["piranhas", "hive", "mississippi_queen"])
def test_an_irregular_end_survives(game: str) -> None:
    record = played(game)
    cut = replace(record, plies=record.plies[:2])
    standing = replay(replace(cut, end=None)).standing()
    for reason in ("illegal move", "time up", "left the game"):
        scores = {side: (0 if side == "blue" else 2, *numbers[1:]) for side, numbers in standing.items()}
        if game == "piranhas":
            scores["blue"] = (0, 0)
        told = replace(cut, end=End("red", reason, scores))
        again = read_replay(write_replay(told).encode()).record
        assert again.end == told.end


def test_a_replay_of_2017_has_bare_states() -> None:
    text = write_replay(played("mississippi_queen"))
    assert text.startswith('<object-stream>\n<state turn="0" startPlayer="RED"')
    assert text.endswith("</result>\n</object-stream>")


def test_files_may_be_compressed(tmp_path: Path) -> None:
    text = write_replay(played("hive"))
    for name in ("game.xml", "game.xml.gz"):
        save_replay(tmp_path / name, text)
        assert load_replay(tmp_path / name).record.game == "hive"
    assert gzip.decompress((tmp_path / "game.xml.gz").read_bytes()).decode() == text
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.xml", "game.xml.gz"]


def test_a_replay_that_was_cut_off_gives_a_record_without_an_end() -> None:
    data = stream("2026/replay.xml.gz")
    messages = Reader(max_bytes=1 << 22).feed(data)[:10]
    cut = "<protocol>\n" + "\n".join(render(message) for message in messages)
    read = read_replay(cut.encode())
    assert read.told is None
    assert read.record.end is None
    assert len(read.record.plies) == 9


def edited(change: Callable[[str], str]) -> bytes:
    return change(stream("2026/replay.xml.gz").decode()).encode()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "at least one state"),
        (b"hello", "at least one state"),
        (b"<protocol></protocol>", "at least one state"),
        (b"<protocol><state/></protocol>", "a state of 2017"),
        (b"<protocol><state startTeam='ONE'/></protocol>", "expected .board."),
        (edited(lambda text: text.replace('turn="2"', 'turn="9"', 1)), "expected the state of ply 2"),
        (edited(lambda text: text.replace("<direction>RIGHT<", "<direction>LEFT<", 1)), "does not play"),
        (edited(lambda text: text.replace("</room>", "</rom>", 1)), "well-formed"),
    ],
)
def test_what_is_no_replay_is_told(data: bytes, words: str, tmp_path: Path) -> None:
    with pytest.raises(BadReplay, match=words):
        read_replay(data)
    (tmp_path / "x.xml").write_bytes(data)
    with pytest.raises(BadReplay, match=r"x\.xml"):
        load_replay(tmp_path / "x.xml")


def test_a_broken_gzip_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "x.xml.gz").write_bytes((FOLDER / "2026" / "replay.xml.gz").read_bytes()[:500])
    with pytest.raises(BadReplay, match="gzip"):
        load_replay(tmp_path / "x.xml.gz")
