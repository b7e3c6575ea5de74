"""What a classroom says no with: one line for people, and a word for programs."""

from __future__ import annotations

from schwarm.game.errors import Refusal


class ClassroomError(Exception):
    """Refused, and why; `code` tells programs what kind of refusal it is."""

    code = "bad_request"

    def __init__(self, why: Refusal) -> None:
        super().__init__(why)
        self.why = why


class NotThere(ClassroomError):
    """No such event, team or version."""

    code = "not_found"


class WrongTime(ClassroomError):
    """Right at another time: the event is in another state."""

    code = "wrong_time"


class NameRefused(ClassroomError):
    """A name that cannot be had; `free` is one like it that can, '' if there is none."""

    code = "name_refused"

    def __init__(self, why: Refusal, free: str = "") -> None:
        super().__init__(why)
        self.free = free


class NotAccepted(ClassroomError):
    """This page does not take such a thing at all."""

    code = "not_accepted"


class WrongCode(ClassroomError):
    """Not the code of the tournament."""

    code = "wrong_code"


class TooMany(ClassroomError):
    """A limit is reached."""

    code = "too_many"
