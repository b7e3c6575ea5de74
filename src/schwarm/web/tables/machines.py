"""Who plays without being a person: our own bots always, foreign programs where the operator offers them."""

from __future__ import annotations

from dataclasses import replace

from schwarm import players
from schwarm.players import BotSpec, PlayerSpec
from schwarm.web.shared.errors import Problem
from schwarm.web.shared.forms import Machine
from schwarm.web.shared.programs import Programs
from schwarm.web.shared.texts import catalogue
from schwarm.web.shared.thinking import check_bot
from schwarm.web.tables.plans import BOT, PROGRAM, SeatPlan

BRIEF = " \N{EN DASH} "  # what follows explains a level's number


def machine(asked: Machine, game: str, programs: Programs) -> SeatPlan:
    """A seat for whom somebody asked for; PlayerError or Problem if nobody may ask for that one."""
    if not asked.program:
        check_bot(asked.bot, game)
        return SeatPlan(BOT, f"bot {asked.bot}", level=asked.bot)
    if asked.program not in programs.names(game):
        raise Problem(422, "bad_request", f"there is no program {asked.program!r} for this game")
    return SeatPlan(PROGRAM, asked.program)


def spec_of(seat: SeatPlan, programs: Programs, move_ms: int) -> PlayerSpec:
    """The same one as a player of the workers; a bot thinks no longer than that about a move."""
    if seat.kind == PROGRAM:
        return programs.spec(seat.name)
    spec = players.read(seat.level)
    assert isinstance(spec, BotSpec), "machine lets nobody else in"
    return replace(spec, time_ms=min(spec.time_ms or move_ms, move_ms))


def name_of(seat: SeatPlan, language: str) -> str:
    """What readers of a language call it, as short as can be."""
    if seat.kind == PROGRAM:
        return seat.name
    words = catalogue(language)
    level = words["ui"]["levels"].get(seat.level, seat.level)
    return str(words["ui"]["bot_level"]).format(level=str(level).partition(BRIEF)[0])
