"""New tables: who may have how many; against bots, programs, people; and the next game of the same two."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from dataclasses import replace
from typing import Any

from schwarm.game import Game, rule_book
from schwarm.game.random64 import fresh_seed
from schwarm.web import boards
from schwarm.web.shared.errors import Problem, unkept
from schwarm.web.shared.forms import NewDuel, NewTable
from schwarm.web.shared.security import fingerprint, new_token
from schwarm.web.shared.thinking import check_bot
from schwarm.web.tables.joining import sit
from schwarm.web.tables.machines import machine
from schwarm.web.tables.open_tables import OpenTables
from schwarm.web.tables.plans import BOT, CLASS, CLIENT, OPEN, PERSON, PROGRAM, Conducting, Plan, SeatPlan
from schwarm.web.tables.seating import TokenSeat, may_be_rated
from schwarm.web.tables.table import Table


def planned(form: NewTable | NewDuel, first: Game, visitor: str, **more: Any) -> Plan:
    """A table as a form asks for it, which starts from `first`; `more` says who sits where, and the rest."""
    return Plan(
        id=new_token()[:16],
        game=form.game,
        profile=first.profile,
        options=dict(first.options),
        seed=first.seed,
        position=form.position,
        moves=tuple(form.moves),
        visitor=visitor,
        listed=form.listed,
        **more,
    )


async def start(
    open_tables: OpenTables,
    visitor: str,
    form: NewTable,
    who: TokenSeat | None = None,
    asked: SeatPlan | None = None,
) -> tuple[Table, dict[str, str], str | None]:
    """A new table, the creator's tokens by side, and the invitation if a person is to come.

    `who` sits down, a nameless guest if nobody is told; `asked` is whom they challenge.
    """
    _count(open_tables, visitor)
    who = who or TokenSeat.guest(form.name)
    if form.opponent in ("lobby", "person"):
        _count_offers(open_tables, who.seat)
    sides = rule_book(form.game).sides
    hides = boards.module(form.game).HIDDEN and form.opponent in ("link", "lobby", "person")
    if hides and form.seed is not None:
        raise Problem(422, "bad_request", "with a chosen seed you would know what is hidden from the other")
    first = await asyncio.to_thread(form.opened)
    if first.finished():
        raise Problem(422, "bad_request", "the game is over in this position")
    if form.opponent == "bot":
        check_bot(form.level, form.game)
    if form.opponent == "program":
        if form.program not in open_tables.programs.names(form.game):
            raise Problem(422, "bad_request", f"there is no program {form.program!r} for this game")
        count_programs(open_tables, visitor)
    if form.opponent == CLIENT and open_tables.contest.address() is None:
        raise Problem(409, "no_port", "this page has no contest port for programs of one's own")
    own = form.side if form.side in sides else sides[fresh_seed() % 2]
    invite = new_token()
    mine = replace(who.seat, creator=True)
    others = {
        "bot": SeatPlan(BOT, f"bot {form.level}", level=form.level),
        "program": SeatPlan(PROGRAM, form.program),
        "here": replace(mine, creator=False),
        "link": SeatPlan(OPEN, "", invite=fingerprint(invite)),
        "lobby": SeatPlan(OPEN, "", invite=fingerprint(invite)),
        "person": asked or SeatPlan(OPEN, ""),
        CLIENT: SeatPlan(PROGRAM, "own program", level=CLIENT, code=new_token()),
    }
    plan = planned(
        form,
        first,
        visitor,
        seats={side: mine if side == own else others[form.opponent] for side in sides},
        move_seconds=form.move_seconds if form.bank_seconds is None else None,
        bank_seconds=form.bank_seconds,
        increment_seconds=form.increment_seconds if form.bank_seconds is not None else 0.0,
        rated=may_be_rated(form, mine, first),
        open=form.opponent == "lobby",
    )
    table = await open_tables.seat_down(plan, first)
    tokens = dict.fromkeys(plan.side_of(mine.key), who.token)
    return table, tokens, invite if form.opponent in ("link", "lobby") else None


def _count_offers(open_tables: OpenTables, seat: SeatPlan) -> None:
    """Only somebody with a name opens games to others, and only a few."""
    if not seat.person:
        raise Problem(409, "no_name", "expected somebody with a name: take one first")
    held = sum(
        table.status == "waiting"
        and any(one.creator and one.person == seat.person for one in table.plan.seats.values())
        for table in open_tables.glimpses()
    )
    if held >= open_tables.settings.offers_of_person:
        raise Problem(
            429, "too_many", f"expected at most {open_tables.settings.offers_of_person} open offers"
        )


async def start_duel(open_tables: OpenTables, visitor: str, form: NewDuel) -> tuple[Table, str]:
    """A new game between two machines, and the token of whoever conducts it."""
    _count(open_tables, visitor)
    first = await asyncio.to_thread(form.opened)
    if first.finished():
        raise Problem(422, "bad_request", "the game is over in this position")
    token = new_token()
    seats = [machine(player, form.game, open_tables.programs) for player in (form.first, form.second)]
    if asked := sum(seat.kind == PROGRAM for seat in seats):
        count_programs(open_tables, visitor, asked)
    plan = planned(
        form,
        first,
        visitor,
        seats=dict(zip(rule_book(form.game).sides, seats, strict=True)),
        duel=Conducting(fingerprint(token), form.playing, form.pace_ms),
    )
    return await open_tables.seat_down(plan, first), token


def _count(open_tables: OpenTables, visitor: str) -> None:
    if (fault := open_tables.store.fault()) is not None:
        raise unkept(fault)
    held = Counter(table.plan.visitor for table in open_tables.glimpses())
    if held.total() >= open_tables.settings.tables:
        raise Problem(503, "full", "no table is free: come back later")
    if held[visitor] >= open_tables.settings.tables_of_visitor:
        raise Problem(
            429, "too_many", f"expected at most {open_tables.settings.tables_of_visitor} open games"
        )


def count_programs(open_tables: OpenTables, visitor: str, more: int = 1) -> None:
    """A program is a process of its own, not a place in a queue: there are only so many."""
    held = Counter(
        table.plan.visitor
        for table in open_tables.glimpses()
        if table.status == "running" and table.plan.source != "contest"  # these run elsewhere
        for seat in table.plan.seats.values()
        if seat.kind == PROGRAM and not seat.code  # somebody's own program runs where they are
    )
    if held[visitor] + more > open_tables.settings.programs_of_visitor:
        most = open_tables.settings.programs_of_visitor
        raise Problem(429, "too_many", f"expected at most {most} programs in your open games")
    if held.total() + more > open_tables.settings.programs_at_once:
        raise Problem(503, "full", "all programs are playing: come back later")


async def rematch(open_tables: OpenTables, table: Table, key: str) -> Table:
    """The next game of the same two, sides changed; it begins once the other one wants it too.

    Both may ask in the same moment: one of them waits until the other one's table is there.
    """
    async with table.following:
        return await _rematch(open_tables, table, key)


async def _following(open_tables: OpenTables, table: Table) -> Table | None:
    """The next game, if it was made and not declined; Problem where another page has it."""
    try:
        return await open_tables.find(table.plan.rematch or "")
    except Problem as problem:
        if problem.status == 404:
            return None
        open_tables.release(table)
        raise


async def _rematch(open_tables: OpenTables, table: Table, key: str) -> Table:
    if table.status != "ended":
        raise Problem(409, "running", "the game has not ended")
    if table.plan.source == CLASS:
        raise Problem(409, "no_rematch", "this was a game of a tournament")
    if table.plan.rematch is not None and (following := await _following(open_tables, table)) is not None:
        for side in following.open_sides():
            if following.plan.seats[side].key == key:
                sit(open_tables, following, side, replace(following.plan.seats[side], kind=PERSON))
        return following
    _count(open_tables, table.plan.visitor)
    if asked := sum(seat.kind == PROGRAM and not seat.code for seat in table.plan.seats.values()):
        count_programs(open_tables, table.plan.visitor, asked)
    first, second = rule_book(table.plan.game).sides
    seats = {first: table.plan.seats[second], second: table.plan.seats[first]}
    seats = {side: replace(seat, code=new_token()) if seat.code else seat for side, seat in seats.items()}
    if table.plan.between_people():
        seats = {
            side: replace(seat, creator=True) if seat.key == key else replace(seat, kind=OPEN, creator=False)
            for side, seat in seats.items()
        }
    plan = replace(
        table.plan, id=new_token()[:16], seats=seats, created=time.time(), rematch=None,
        seed=fresh_seed(),
        position=None, moves=(), source="page", open=False,
    )  # fmt: skip
    if table.plan.position is not None or table.plan.moves:
        plan = replace(plan, position=table.plan.position, moves=table.plan.moves, seed=table.plan.seed)
    following = await open_tables.seat_down(plan, await asyncio.to_thread(plan.start))
    table.alter(replace(table.plan, rematch=plan.id))
    return following
