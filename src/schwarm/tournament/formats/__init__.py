"""Events as data, and the formats they are played in.

event says what an event is, reading makes one of a file, stage is what all formats share; round_robin,
gauntlet, swiss, pair and knock_out are the formats, each with its own settings, pairing, judging and table.
"""

from schwarm.tournament.formats.event import Entrant, Event, with_seed, without
from schwarm.tournament.formats.reading import (
    KINDS,
    check,
    from_json,
    preset,
    presets,
    read,
    read_file,
)
from schwarm.tournament.formats.stage import Stage

__all__ = [
    "KINDS",
    "Entrant",
    "Event",
    "Stage",
    "check",
    "from_json",
    "preset",
    "presets",
    "read",
    "read_file",
    "with_seed",
    "without",
]
