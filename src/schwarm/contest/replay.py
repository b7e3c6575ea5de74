"""Replay files of the contest: written in the layout of their season, read from all three.

A replay is every state that players saw, the errors, and the result. From the states' last moves we
make a record again, which proves itself by playing. What the contest's files do not say and a record needs
(rules other than the official ones, the seed) stands in attributes of the first state; others ignore them.
"""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from schwarm.contest.wire.element import Element, render
from schwarm.contest.wire.errors import WireError
from schwarm.contest.wire.reader import Reader
from schwarm.contest.wire.rules_told import OPTIONS, PROFILE, write_rules
from schwarm.contest.wire.season import Cause, Finish, PlayerFault, Season, ToldEnd
from schwarm.contest.wire.seasons import season_of_game, season_of_state
from schwarm.game import Game, GameError, new_game
from schwarm.game.errors import Refusal
from schwarm.game.record import End, Irregular, Record, record_of, start_of
from schwarm.referee import CONTEST, Left, NeverCame, SeatError, TimeUp, Unasked, forfeit
from schwarm.whole_file import write_whole

MAX_FILE = 64 << 20
MAX_ELEMENTS = 400_000  # a long game has some ten thousand; each costs many times its bytes
GZIP = b"\x1f\x8b"
ROOM = "00000000-0000-0000-0000-000000000000"  # a record does not know in which room it was played
CAUSES = {
    Irregular.ILLEGAL_MOVE: Cause.ILLEGAL_MOVE,
    Irregular.TIME_UP: Cause.SOFT_TIMEOUT,
    Irregular.RESIGNED: Cause.LEFT,
}
SEED = "seed"
START = "start"


class BadReplay(GameError):
    """A file that is no replay of the contest, or one whose moves do not play."""


@dataclass(frozen=True, slots=True)
class Replay:
    """A replay read: the record it makes, and the end as the file tells it (None if it was cut off)."""

    record: Record
    told: ToldEnd | None


# --- writing -----------------------------------------------------------------------------------------
def write_replay(
    record: Record, *, room: str = ROOM, finish: Finish | None = None, extra: Sequence[Element] = ()
) -> str:
    """The replay of a record. `finish` and `extra` (errors told) are the server's own words for its end.

    :raises GameError: if the record does not play, or its game has no season of the contest.

    >>> text = write_replay(record_of(new_game("hive", seed=7)))
    >>> read_replay(text.encode()).record.seed
    7
    """
    season = season_of_game(record.game)
    names = display_names(record, season)
    game = start_of(record)
    datas = [season.state(game, names, None)]
    for ply in record.plies:
        before = game.copy()
        made = game.play(ply.move)
        datas.append(season.state(game, names, season.write_move(made, before)))
    _tell_start(season, record, [data.need("state") for data in datas])
    datas += extra
    if finish is None and record.end is not None:
        finish = finish_of(record, season, game)
    if finish is not None:
        datas.append(season.result(game, names, finish))
    bodies = [body for data in datas if (body := season.in_replay(room, data)) is not None]
    root = season.replay_root
    return f"<{root}>\n" + "".join(render(body) + "\n" for body in bodies) + f"</{root}>"


def _tell_start(season: Season, record: Record, states: Sequence[Element]) -> None:
    """Add to the first state what a reader needs to make the very same record, and would not assume."""
    attributes = states[0].attributes
    for told in (PROFILE, OPTIONS):
        attributes.pop(told, None)  # as players know the rules; a record knows more
    assumed = season.rules(states[0])
    setup = season.book.choose(assumed.profile, assumed.options)
    if (record.profile, record.options) != (setup.profile, setup.options):
        attributes |= write_rules(season.book, record.profile, record.options)
    if record.position is None:
        attributes[SEED] = str(record.seed)
    elif record.seed or record.position != season.start_position(states):
        attributes |= {SEED: str(record.seed), START: record.position}


def save_replay(path: Path, text: str) -> None:
    """Write a replay; a name that ends in .gz is compressed. Nobody ever sees half a file."""
    data = text.encode()
    write_whole(path, gzip.compress(data) if path.suffix == ".gz" else data)


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
    scores = [tuple(end.scores.get(side, ())) for side in season.sides]  # a record may have none
    if end.reason in list(Irregular) and end.reason not in (Irregular.ADJUDICATED, Irregular.AGREED):
        cause = CAUSES.get(Irregular(end.reason), Cause.LEFT)
        if cause is Cause.LEFT and len(scores[0]) < len(season.book.score_names):
            cause = Cause.ABSENT  # victory points alone: the game never began
        faults = [None if side == winner else PlayerFault(cause) for side in range(2)]
        return season.blame(game, (faults[0], faults[1]), CONTEST)
    return Finish(winner, end.reason, (scores[0], scores[1]))


def game_at(record: Record, ply: int) -> Game:
    """The game of a record after so many plies; BadReplay if it has not so many."""
    if ply > len(record.plies):
        raise BadReplay(Refusal("which_ply", last=len(record.plies), said=ply))
    game = start_of(record)
    for made in record.plies[:ply]:
        game.play(made.move)
    return game


# --- reading -----------------------------------------------------------------------------------------
def load_replay(path: Path) -> Replay:
    """Read a replay file, compressed or not.

    :raises BadReplay: if it is no replay, or its moves do not play; it says what is wrong.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder, "replay.xml.gz")
    ...     save_replay(file, write_replay(record_of(new_game("hive", seed=7))))
    ...     load_replay(file).record.seed
    7
    """
    data = unpacked(path)
    if len(data) > MAX_FILE:
        raise BadReplay(f"{path.name}: expected at most {MAX_FILE >> 20} MiB")
    try:
        return read_replay(data)
    except BadReplay as error:
        raise BadReplay(f"{path.name}: {error}") from None


def unpacked(path: Path) -> bytes:
    """What a file holds, also if it is compressed by gzip; then at most little more than a replay has."""
    with path.open("rb") as file:
        if file.read(len(GZIP)) != GZIP:
            return path.read_bytes()
    try:
        with gzip.open(path) as packed:
            return packed.read(MAX_FILE + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise BadReplay(f"{path.name}: expected a gzip file: {error}") from None


def read_replay(data: bytes) -> Replay:
    """The record that a replay's bytes make.

    :raises BadReplay: if they are no replay, or its moves do not play.

    >>> read_replay(b"<protocol></protocol>")
    Traceback (most recent call last):
    ...
    schwarm.contest.replay.BadReplay: expected at least one state
    """
    states, results = _messages(data)
    if not states:
        raise BadReplay("expected at least one state")
    try:
        season = season_of_state(states[0])
        game = _game(season, states)
        told = season.read_result(results[-1]) if results else None
        record = record_of(game, _names(season, states[0], results))
        if record.end is None and told is not None:
            record = replace(record, end=_irregular(season, game, told))
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


def _game(season: Season, states: Sequence[Element]) -> Game:
    """The game the states tell, move by move."""
    try:
        game = _start(season, states)
        for state in states[1:]:
            turn = state.number("turn")
            before = season.turn(game)
            if turn <= before:
                continue  # told again, after a pause
            if turn <= before + season.most_turns:
                game.play(season.read_move(state.need("lastMove"), game).text)
            if season.turn(game) != turn:
                raise BadReplay(f"expected the state of ply {before + 1}, not {turn}")
    except BadReplay:
        raise
    except GameError as error:
        raise BadReplay(f"does not play by the rules: {error}") from None
    return game


def _start(season: Season, states: Sequence[Element]) -> Game:
    """The game at its start: decided by the seed that the first state tells, else put up from the states."""
    first = states[0]
    rules = season.rules(first)
    told = first.attributes.get(SEED)
    if told is None:
        position = season.start_position(states)
        return new_game(season.game, profile=rules.profile, position=position, seed=0, **rules.options)
    if not re.fullmatch("[0-9]{1,20}", told):
        raise BadReplay(f"expected a number as seed, not {told[:40]!r}")
    start, seed = first.attributes.get(START), int(told)
    game = new_game(season.game, profile=rules.profile, position=start, seed=seed, **rules.options)
    drawn = season.state(game, ("", ""), None).need("state")
    if season.read_position(drawn, None) != season.read_position(first, None):
        raise BadReplay(f"expected the start that seed {told} gives, not {season.read_position(first, None)}")
    return game


def _names(season: Season, state: Element, results: Sequence[Element]) -> dict[str, str]:
    names = season.names_in(state, results[-1] if results else None)
    return {side: name or side for side, name in zip(season.sides, names, strict=True)}


def _irregular(season: Season, game: Game, told: ToldEnd) -> End:
    """The end of a game that no rule ended: somebody's fault, or whoever stopped it."""
    winner = None if told.winner is None else season.sides[told.winner]
    if told.cause is None:
        scores = {side: tuple(told.scores[i]) for i, side in enumerate(season.sides)}
        return End(winner, Irregular.CANCELLED, scores)
    fault = _error(told.cause)
    offenders = {side: fault for side in season.sides if side != winner}
    return forfeit(game, offenders, begun=told.cause is not Cause.ABSENT)


def _error(cause: Cause) -> SeatError:
    """What an offender did, as the referee would have it."""
    if cause in (Cause.SOFT_TIMEOUT, Cause.HARD_TIMEOUT):
        return TimeUp(0, hard=cause is Cause.HARD_TIMEOUT)
    if cause in (Cause.ILLEGAL_MOVE, Cause.OUT_OF_TURN):
        return Unasked()
    return NeverCame() if cause is Cause.ABSENT else Left(cause)
