"""What a classroom says no with: one line for people, and a word for programs."""

from __future__ import annotations


class ClassroomError(Exception):
    """Refused, and why: data, or a plain text about a form; `code` tells programs what kind it is."""

    code = "bad_request"

    def __init__(self, why: str) -> None:
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

    def __init__(self, message: str, free: str = "") -> None:
        super().__init__(message)
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
