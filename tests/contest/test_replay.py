"""Replay files: the official ones are read, ours are written as the official server writes them."""

import gzip
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from schwarm.contest.replay import BadReplay, load_replay, read_replay, save_replay, write_replay
from schwarm.contest.wire import Reader, render
from schwarm.game import list_games, new_game, rule_book
from schwarm.game.record import End, Irregular, Record, record_of, replay
from schwarm.referee import Left, NeverCame, TimeUp, Unasked, forfeit
from tests.contest.streams import FOLDER, stream

ROOM = "d3596322-9c2b-4835-9eae-1c9dceb73ad6"


def played(game: str, profile: str | None = None, **options: Any) -> Record:
    """A game, every seventh move or so; after a hundred plies it is stopped and judged."""
    if profile is None and game != "protista":
        profile = "official"
    current = new_game(game, profile=profile, seed=11, **options)
    while current.turn < 100 and (moves := current.legal_moves()):
        current.play(moves[current.turn * 7 % len(moves)])
    sides = current.setup.book.sides
    record = record_of(current, dict(zip(sides, ("Ann & Co", "Bert <b>"), strict=True)))
    if record.end is not None:
        return record
    standing = current.standing()
    ahead = [side for side in sides if standing[side][0] == 2]
    return replace(record, end=End(ahead[0] if ahead else None, Irregular.CANCELLED, standing))


# Options that change what a state shows, how far a game goes, or who is to move.
CHANGED: dict[str, list[dict[str, Any]]] = {
    "blokus": [{"rounds": 7, "start": "5P"}, {"size": 12, "colours": "two", "start_at": "point"}],
    "hive": [{"radius": 3, "berries": 2}, {"hand": "QSGBA"}, {"berries": "0,-2 3,-1", "rounds": 7}],
    "mississippi_queen": [
        {"coal": 3, "leader_starts": True},
        {"push_out_of_sight": "removed"},
        {"goal_by_push": True, "rounds": 9, "distance_check": "blue"},
    ],
    "piranhas": [{"rounds": 5}, {"first_swarm": "mover", "no_fish_weight": 0}],
    "protista": [{"rows": 7, "cols": 5, "pieces": 5}, {"win": "king"}, {"create_count": 2, "turn_limit": 9}],
}
RULES = [
    (game, profile, options)
    for game in list_games()
    for profile in rule_book(game).profiles
    for options in [{}, *CHANGED[game]]
]


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


@pytest.mark.parametrize(("game", "profile", "options"), RULES)
def test_a_record_becomes_a_replay_and_the_same_record_again(
    game: str, profile: str, options: dict[str, Any]
) -> None:
    record = played(game, profile, **options)
    text = write_replay(record)
    again = read_replay(text.encode()).record
    assert again == record
    assert write_replay(again) == text


@pytest.mark.parametrize("game", list_games())
def test_a_game_that_started_from_a_position_or_a_river_is_the_same_record_again(game: str) -> None:
    halfway = new_game(game, seed=5)
    while halfway.turn < 4:
        halfway.play(halfway.legal_moves()[0])
    starts = [new_game(game, seed=9, position=halfway.position())]
    if game == "mississippi_queen":
        river = halfway.position().split(" ")[0]
        starts += [
            new_game(game, seed=9, board=river),
            new_game(game, seed=9, position=halfway.public_position()),
        ]
    for current in starts:
        current.play(current.legal_moves()[0])
        record = record_of(current, {side: side for side in current.setup.book.sides})
        assert read_replay(write_replay(record).encode()).record == record


def test_official_games_carry_no_word_about_rules_and_others_carry_it_in_attributes() -> None:
    """The contest's programs ignore attributes they do not know; elements would stop them."""
    official, small = write_replay(played("piranhas")), write_replay(played("protista", "small", win="king"))
    assert "profile=" not in official
    assert "options=" not in official
    first = Reader(max_bytes=1 << 22).feed(small.encode())[0].need("data").need("state")
    assert first.attributes["profile"] == "small"
    assert first.attributes["options"] == "win=king"
    assert first.attributes["seed"] == "11"


@pytest.mark.parametrize("game", list_games())
@pytest.mark.parametrize("offenders", ["first", "second", "both"])
def test_a_forfeit_is_worth_the_same_after_it_was_a_replay(game: str, offenders: str) -> None:
    record = played(game)
    cut = replace(record, plies=record.plies[:2], end=None)
    sides = dict(zip(("first", "second"), rule_book(game).sides, strict=True))
    guilty = list(sides.values()) if offenders == "both" else [sides[offenders]]
    for error in (Unasked("x"), TimeUp(2000, hard=False), Left("gone")):
        end = forfeit(replay(cut), dict.fromkeys(guilty, error))
        told = replace(cut, end=end)
        assert read_replay(write_replay(told).encode()).record == told


@pytest.mark.parametrize("game", ["piranhas", "protista"])
def test_a_game_to_which_somebody_never_came_counts_for_no_average(game: str) -> None:
    """Of the seasons only 2026 tells those who left from those who never came."""
    record = replace(played(game), plies=(), end=None)
    end = forfeit(replay(record), {rule_book(game).sides[0]: NeverCame("")}, begun=False)
    assert sorted(end.scores.values()) == [(0,), (2,)]
    told = replace(record, end=end)
    assert read_replay(write_replay(told).encode()).record == told


NAMES_THAT_SOUND_LIKE_REASONS = (
    "RULE_VIOLATION",
    "Regelverletzung von ONE: SOFT_TIMEOUT",
    "Missachtung",
    "zehn Sekunden",
    "LEFT hat das Spiel verlassen: LOST_CONNECTION",
)


# in every season
WITHOUT_WORDS = (Irregular.RESIGNED, Irregular.INTERRUPTED, Irregular.ADJUDICATED, Irregular.AGREED)


@pytest.mark.parametrize("game", list_games())
@pytest.mark.parametrize("name", NAMES_THAT_SOUND_LIKE_REASONS)
def test_the_reason_of_an_irregular_end_is_read_from_where_the_season_says_it(game: str, name: str) -> None:
    record = played(game)
    first, second = rule_book(game).sides
    cut = replace(record, plies=record.plies[:2], seats={first: name, second: f"no {name}"}, end=None)
    standing = replay(cut).standing()
    for winner in (first, second):
        for reason in Irregular:
            if reason in WITHOUT_WORDS:
                continue
            told = replace(cut, end=End(winner, reason, standing))
            again = read_replay(write_replay(told).encode()).record
            assert again.end is not None
            assert again.end.reason == reason
            if reason is not Irregular.CANCELLED:
                assert again.end.winner == winner


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


def told_options(words: str) -> bytes:
    return edited(lambda text: text.replace("<state ", f"<state profile='seed' options='{words}' ", 1))


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "at least one state"),
        (b"hello", "at least one state"),
        (b"<protocol></protocol>", "at least one state"),
        (b"<protocol><state/></protocol>", "a state of swc_2027_blokus, swc_2026_piranhas.* attributes none"),
        (b"<protocol><state startTeam='ONE'/></protocol>", "a state of .* attributes startTeam"),
        (
            edited(lambda text: text.replace("SQUID", "OTTER")),
            "a state of swc_2027_blokus, swc_2026_piranhas",
        ),
        (
            edited(lambda text: text.replace("<row>", "<row><field>EMPTY</field>")),
            "a state of swc_2027_blokus, swc_2026_",
        ),
        (edited(lambda text: text.replace('turn="2"', 'turn="9"', 1)), "expected the state of ply 2"),
        (edited(lambda text: text.replace("<direction>RIGHT<", "<direction>LEFT<", 1)), "does not play"),
        (edited(lambda text: text.replace("</room>", "</rom>", 1)), "well-formed"),
        (edited(lambda text: text.replace("<state ", "<state seed='no' ", 1)), "a number as seed"),
        (edited(lambda text: text.replace("<state ", "<state seed='5' ", 1)), "the start that seed 5 gives"),
        (
            edited(lambda text: text.replace("<state ", "<state profile='x' ", 1)),
            "a profile of seed, official",
        ),
        (told_options("rounds"), "options such as rounds=10"),
        (told_options("seed=1"), "options of the rules, not seed"),
        (told_options("position=x"), "options of the rules, not position"),
        (told_options("profile=x"), "options of the rules, not profile"),
        (told_options("name=x"), "options of the rules, not name"),
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
