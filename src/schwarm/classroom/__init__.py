"""A class and its tournaments, run from the page: teams, uploads, qualification, match days, test matches.

`classroom.Classroom` is what operators and teams ask; `actions` is what operators do, `views` what is shown,
`export` what is taken home. It knows no HTTP: the page is its face.
"""

from schwarm.classroom.errors import (
    ClassroomError,
    NameRefused,
    NotAccepted,
    NotThere,
    TooMany,
    WrongTime,
)
from schwarm.classroom.limits import ClassLimits

__all__ = [
    "ClassLimits",
    "ClassroomError",
    "NameRefused",
    "NotAccepted",
    "NotThere",
    "TooMany",
    "WrongTime",
]
