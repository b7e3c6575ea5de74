"""What a bot did wrong, shown by its author's own lines instead of ours."""

from __future__ import annotations

import sys
import time
import traceback
from collections.abc import Callable
from types import CodeType, FrameType
from typing import Any

from schwarm.game.errors import GameError
from schwarm.game.game import Game
from schwarm.game.record import UNSTORABLE

FRAMES = 20  # of a traceback that are kept
LONGEST = 10_000  # characters of it
AGAIN_MS = 50.0  # what a bot is given that is asked once more
AGAIN_S = 0.3  # after which it is interrupted

Think = Callable[[Game, float | None], Any]


class BadAnswer(Exception):
    """A bot answered with something that is no move; the text of the error is all that is to be shown."""


def bot_traceback(error: BaseException) -> str:
    """Where in a bot's code an error happened, as Python prints it, without our frames around and inside."""
    frames = [(frame, line) for frame, line in traceback.walk_tb(error.__traceback__)]
    own = [number for number, (frame, _) in enumerate(frames) if not _is_ours(frame)]
    shown = frames[own[0] : own[-1] + 1] if own else frames
    head = "Traceback (most recent call last):\n"
    lines = traceback.StackSummary.extract(iter(shown[-FRAMES:])).format()
    return _storable(head + "".join([*lines, *traceback.format_exception_only(error)]))


def answer_error(answer: object, game: Game, think: Think) -> str:
    """What is wrong with a bot's answer in this position and the line it came from; empty for a legal move.

    The bot is asked once more, for a moment, to find the line. The game is left as it is.
    """
    if isinstance(answer, str):
        try:
            game.copy().play(answer)
        except GameError as error:
            why = f"no legal move: {error}"
        else:
            return ""
    else:
        example = game.legal_moves()[0]
        why = f"expected one of game.legal_moves(), such as {str(example)!r}, not {answer!r:.80}"
    return _storable(f"{_returned_from(game, think)}{why}\n")


def _returned_from(game: Game, think: Think) -> str:
    """The line that a bot returns its answer from, as in a traceback; empty if it cannot be found."""
    if sys.gettrace() is not None:  # somebody debugs it
        return ""
    found: list[tuple[FrameType, int]] = []
    first: list[CodeType] = []
    until_s = time.monotonic() + AGAIN_S

    def enter(frame: FrameType, event: str, argument: object) -> Any:
        if time.monotonic() > until_s:
            raise _Enough
        if not first and not _is_ours(frame):
            first.append(frame.f_code)
        return leave if first and frame.f_code is first[0] else None

    def leave(frame: FrameType, event: str, argument: object) -> Any:
        if time.monotonic() > until_s:
            raise _Enough
        found[:] = [(frame, frame.f_lineno)]
        return leave

    sys.settrace(enter)
    try:
        think(game.copy(), AGAIN_MS)
    except (Exception, _Enough):
        pass
    finally:
        sys.settrace(None)
    return "".join(traceback.StackSummary.extract(iter(found)).format())


class _Enough(BaseException):
    """It thinks too long to find out."""


def _is_ours(frame: FrameType) -> bool:
    return str(frame.f_globals.get("__name__")).startswith("schwarm.")


def _storable(text: str) -> str:
    return UNSTORABLE.sub("?", text[-LONGEST:])
