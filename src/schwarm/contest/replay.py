"""Replay files of the contest: written in the layout of their season, read from all three.

A replay is every state that players saw, the errors, and the result. From the states' last moves we
make a record again, which proves itself by playing.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from schwarm.contest.wire.element import Element, render
from schwarm.contest.wire.errors import WireError
from schwarm.contest.wire.messages import in_room
from schwarm.contest.wire.reader import Reader
from schwarm.contest.wire.season import Cause, Fault, Finish, Season, Told
from schwarm.contest.wire.seasons import season_of_game
from schwarm.games import Game, GameError, new_game, rule_book
from schwarm.games.record import End, Irregular, Record, record_of, start_of

MAX_FILE = 64 << 20
MAX_ELEMENTS = 400_000  # a long game has some ten thousand; each costs many times its bytes
GZIP = b"\x1f\x8b"
ROOM = "00000000-0000-0000-0000-000000000000"  # a record does not know in which room it was played
OLD_ROOT = "object-stream"  # what the programs of 2017 saved
CAUSES = {
    Irregular.ILLEGAL_MOVE: Cause.ILLEGAL_MOVE,
    Irregular.TIME_UP: Cause.SOFT_TIMEOUT,
    Irregular.RESIGNED: Cause.LEFT,
}
# what a result says -> how a record calls it
WORDS = (
    (("RULE_VIOLATION", "Regelverletzung", "Missachtung"), Irregular.ILLEGAL_MOVE),
    (("TIMEOUT", "Sekunden"), Irregular.TIME_UP),
    (("LEFT", "verlassen"), Irregular.LEFT),
)


class BadReplay(GameError):
    """A file that is no replay of the contest, or one whose moves do not play."""


@dataclass(frozen=True, slots=True)
class Replay:
    """A replay read: the record it makes, and the end as the file tells it (None if it was cut off)."""

    record: Record
    told: Told | None


# --- writing -----------------------------------------------------------------------------------------
def write_replay(
    record: Record, *, room: str = ROOM, finish: Finish | None = None, extra: Sequence[Element] = ()
) -> str:
    """The replay of a record. `finish` and `extra` (errors told) are the server's own words for its end."""
    season = season_of_game(record.game)
    names = display_names(record, season)
    game = start_of(record)
    datas = [season.state(game, names, None)]
    for ply in record.plies:
        before = game.copy()
        made = game.play(ply.move)
        datas.append(season.state(game, names, season.write_move(made, before)))
    datas += extra
    if finish is None and record.end is not None:
        finish = finish_of(record, season, game)
    if finish is not None:
        datas.append(season.result(game, names, finish))
    if season.bare_replays:
        bodies = [_bare(data) for data in datas if data.attributes["class"] != "error"]
        root = OLD_ROOT
    else:
        bodies, root = [in_room(room, data) for data in datas], "protocol"
    return f"<{root}>\n" + "".join(render(body) + "\n" for body in bodies) + f"</{root}>"


def save_replay(path: Path, text: str) -> None:
    """Write a replay; a name that ends in .gz is compressed. Nobody ever sees half a file."""
    data = text.encode()
    part = path.with_name(path.name + ".part")
    part.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)
    part.replace(path)


def display_names(record: Record, season: Season) -> tuple[str, str]:
    """The seats' names, or what the season calls a nameless one."""
    first, second = (record.seats.get(side, side) for side in season.sides)
    nameless = season.unnamed or ""
    return nameless if first == season.sides[0] else first, nameless if second == season.sides[1] else second


def finish_of(record: Record, season: Season, game: Game) -> Finish | None:
    """A record's end in the wire's terms; None for a game that was only interrupted."""
    end = record.end
    if end is None or end.reason == Irregular.INTERRUPTED:
        return None
    winner = None if end.winner is None else season.sides.index(end.winner)
    if end.reason == Irregular.CANCELLED:
        return season.judge(game)
    if end.reason in list(Irregular):
        fault = Fault(CAUSES.get(Irregular(end.reason), Cause.LEFT), "")
        faults = tuple(None if side == winner else fault for side in range(2))
        return season.blame(game, (faults[0], faults[1]), Finish(None, "", ((), ())).limits)
    first, second = season.scores(winner, [end.scores[side] for side in season.sides])
    return Finish(winner, end.reason, (first, second))


def _bare(data: Element) -> Element:
    """2017: states and results without rooms and classes."""
    if data.attributes["class"] == "memento":
        state = data.need("state")
        kept = {key: value for key, value in state.attributes.items() if key != "class"}
        return Element("state", kept, state.children)
    return Element("result", {}, data.children)


def game_at(record: Record, ply: int) -> Game:
    """The game of a record after so many plies; BadReplay if it has not so many."""
    if ply > len(record.plies):
        raise BadReplay(f"expected a ply from 0 to {len(record.plies)}, not {ply}")
    game = start_of(record)
    for made in record.plies[:ply]:
        game.play(made.move)
    return game


# --- reading -----------------------------------------------------------------------------------------
def load_replay(path: Path) -> Replay:
    """Read a replay file, compressed or not; BadReplay says what is wrong with it."""
    data = path.read_bytes()
    if data.startswith(GZIP):
        try:
            with gzip.open(path) as file:
                data = file.read(MAX_FILE + 1)
        except (OSError, EOFError) as error:
            raise BadReplay(f"{path.name}: expected a gzip file: {error}") from None
    if len(data) > MAX_FILE:
        raise BadReplay(f"{path.name}: expected at most {MAX_FILE >> 20} MiB")
    try:
        return read_replay(data)
    except BadReplay as error:
        raise BadReplay(f"{path.name}: {error}") from None


def read_replay(data: bytes) -> Replay:
    """The record that a replay's bytes make."""
    states, results = _messages(data)
    if not states:
        raise BadReplay("expected at least one state")
    try:
        season = _season(states[0])
        game = _game(season, states)
        told = season.read_result(results[-1]) if results else None
        record = record_of(game, _names(season, states[0], results))
        if record.end is None and told is not None:
            record = replace(record, end=_irregular(season, game, told, results[-1]))
    except WireError as error:
        raise BadReplay(str(error)) from None
    return Replay(record, told)


def _messages(data: bytes) -> tuple[list[Element], list[Element]]:
    """States and results, in the order of the file."""
    root = re.search(rb"<([A-Za-z-]+)[\s>]", data[:1000])
    reader = Reader(
        root=root.group(1).decode() if root else "protocol", max_bytes=MAX_FILE, max_elements=MAX_ELEMENTS
    )
    states, results = [], []
    for message in reader.feed(data):
        body = message.child("data") if message.name == "room" else message
        if body is None:
            continue
        if body.name == "state":
            states.append(body)
        elif body.name == "result" or body.attributes.get("class") == "result":
            results.append(body)
        elif (state := body.child("state")) is not None:
            states.append(state)
    if reader.fault is not None:
        raise BadReplay(str(reader.fault))
    return states, results


def _season(state: Element) -> Season:
    """Each season has attributes of its own."""
    if "currentTeam" in state.attributes:
        return season_of_game("protista")
    if "startTeam" in state.attributes:
        return season_of_game("piranhas")
    if "startPlayerColor" in state.attributes:
        return season_of_game("hive")
    if "startPlayer" in state.attributes:
        return season_of_game("mississippi_queen")
    raise BadReplay("expected a state of 2017, 2020 or 2026")


def _game(season: Season, states: Sequence[Element]) -> Game:
    """The game the states tell, move by move."""
    profile = "official" if "official" in rule_book(season.game).profiles else None
    try:
        position = season.start_position(states)
        options = season.options(states[0])
        game = new_game(season.game, profile=profile, position=position, seed=0, **options)
        for state in states[1:]:
            turn = state.number("turn")
            if turn <= game.turn:
                continue  # told again, after a pause
            if turn > game.turn + 1:
                raise BadReplay(f"expected the state of ply {game.turn + 1}, not {turn}")
            game.play(season.read_move(state.need("lastMove"), game).text)
    except BadReplay:
        raise
    except GameError as error:
        raise BadReplay(f"does not play by the official rules: {error}") from None
    return game


def _names(season: Season, state: Element, results: Sequence[Element]) -> dict[str, str]:
    names = season.names_in(state, results[-1] if results else None)
    return {side: name or side for side, name in zip(season.sides, names, strict=True)}


def _irregular(season: Season, game: Game, told: Told, result: Element) -> End:
    """The end of a game that a fault ended."""
    text = render(result)
    reason = next((kind for words, kind in WORDS if any(word in text for word in words)), Irregular.CANCELLED)
    winner = None if told.winner is None else season.sides[told.winner]
    count = len(rule_book(season.game).score_names)
    scores = {side: tuple(told.scores[i][-count:]) for i, side in enumerate(season.sides)}
    return End(winner, str(reason), scores)
