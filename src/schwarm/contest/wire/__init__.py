"""Bytes and messages: an incremental reader, typed messages, one codec for each season."""

from schwarm.contest.wire.element import Element, render, tag
from schwarm.contest.wire.errors import Malformed, OutOfTurn, TooLong, WireError
from schwarm.contest.wire.reader import Reader
from schwarm.contest.wire.season import Season
from schwarm.contest.wire.seasons import game_types, season_of_game, season_of_type

__all__ = [
    "Element",
    "Malformed",
    "OutOfTurn",
    "Reader",
    "Season",
    "TooLong",
    "WireError",
    "game_types",
    "render",
    "season_of_game",
    "season_of_type",
    "tag",
]
