"""What happens in the importing process: a text becomes a record that plays, or a line that says why not.

Whatever a text costs, it costs it here: a process of its own, with limits on memory and processor time.
"""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from types import FrameType

from schwarm.contest.replay import read_replay, write_replay
from schwarm.game.errors import GameError
from schwarm.game.record import BadRecord, End, Irregular, Record, replay
from schwarm.platform.processes import give_way, limit_data

LONGEST = 7_900_000  # characters
LONGEST_WORDS = 400  # characters of a refusal
MOST_PLIES = 2000  # as many as a new table may start with
AGAIN_S = 0.1
MEMORY = 1 << 30  # bytes of data of the importing process


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Why a text is no game to keep: in words, and by a code that a page can say in its own language."""

    why: str
    code: str


class NotWanted(GameError):
    """A game, but none to keep."""

    def __init__(self, code: str, why: str) -> None:
        super().__init__(why)
        self.code = code


class TooLate(Exception):
    """Reading took more than its share of the processor."""


def begin_reader() -> None:
    """Limits that hold for the whole life of the importing process."""
    give_way()  # games go first
    limit_data(MEMORY)


def read_import(body: bytes, seconds: float) -> Record | Unreadable:
    """The finished game in the body of a request, played through once."""
    try:
        with at_most(seconds):
            return provable(text_of(body))
    except NotWanted as error:
        return Unreadable(str(error)[:LONGEST_WORDS], error.code)  # what a stranger wrote may be quoted
    except GameError as error:
        return Unreadable(str(error)[:LONGEST_WORDS], "no_record")
    except TooLate:
        return Unreadable(f"expected a game that can be read in {seconds:g} s", "too_costly")
    except (RecursionError, MemoryError):
        return Unreadable("expected a game, not something that grows without end", "too_costly")


def text_of(body: bytes) -> str:
    """The `text` of the request's JSON; BadRecord if there is none."""
    try:
        form = json.loads(body)
    except ValueError:
        form = None
    if not isinstance(form, dict) or set(form) != {"text"} or not isinstance(form["text"], str):
        raise BadRecord("expected a JSON object with a text")
    text: str = form["text"]
    if not 2 <= len(text) <= LONGEST:
        raise BadRecord(f"text: expected 2 to {LONGEST} characters")
    return text


def provable(text: str) -> Record:
    """The record in a text, if it plays, has ended and can be written again; GameError says why not."""
    if text.lstrip("\ufeff \r\n\t").startswith("<"):
        found = read_replay(text.encode(errors="replace")).record
        found = found if found.end is not None else found.ended(End(None, Irregular.CANCELLED, {}))
        found = Record.from_json(found.to_json())  # names in a replay are as foreign as those in a record
    else:
        found = Record.from_json(text)
    if len(found.plies) > MOST_PLIES:
        raise NotWanted("too_long", f"expected at most {MOST_PLIES} plies, not {len(found.plies)}")
    if found.end is None or found.end.reason == Irregular.INTERRUPTED:
        raise NotWanted("unfinished", "expected the record of a game that has ended")
    try:
        replay(found)
    except GameError as error:
        raise NotWanted("does_not_play", str(error)) from None
    with suppress(GameError):  # rules of one's own may have no replay, which is said when one asks for it
        write_replay(found)
    return found


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """TooLate after so many seconds of this process's own work; waiting for a busy machine is not work."""
    if sys.platform == "win32":
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:
        raise TooLate

    before = signal.signal(signal.SIGPROF, stop)
    # Again and again: an error raised while garbage is collected is lost.
    signal.setitimer(signal.ITIMER_PROF, seconds, AGAIN_S)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
