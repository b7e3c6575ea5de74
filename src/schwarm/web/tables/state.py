"""What a table tells: its whole state to those at it, and a line of it to those who look at lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schwarm.game import rule_book
from schwarm.game.record import Irregular
from schwarm.referee import fault_of, now_ms
from schwarm.store.page_tables import FinishedTable
from schwarm.tournament.words import in_languages
from schwarm.web import boards
from schwarm.web.boards.messages import End
from schwarm.web.tables import messages
from schwarm.web.tables.plans import MACHINES, Plan, SeatPlan

if TYPE_CHECKING:
    from schwarm.web.tables.table import Table

JUDGED = frozenset(map(str, Irregular))  # ends whose numbers are the referee's, not the position's


def state_of(table: Table, player: bool) -> messages.State:
    """Everything a player or a spectator may know; players also get the legal moves."""
    game = table.course.shown
    drawn = boards.of(game)
    limits = table.plan.limits()
    return {
        "id": table.plan.id,
        "game": table.plan.game,
        "title": rule_book(table.plan.game).title,
        "profile": game.profile,
        "options": dict(game.options),
        "status": table.status,
        "sides": list(game.setup.book.sides),
        "ply": len(table.course.plies),
        "turn": game.turn,
        "to_move": game.to_move if table.course.end is None else None,
        "seats": {side: seat_of(table, side) for side in table.plan.seats},
        "board": drawn.board(game),
        "composed": drawn.COMPOSED,
        "moves": table.display.choices.now() if player else None,
        "last": drawn.last(game),
        "history": [ply.move for ply in table.course.plies],
        "told": table.display.teller.last(game, table.course.plies),
        "start": len(table.plan.moves),
        "seed": known_seed(table),
        "position": game.public_position(),
        "clock": table.clock(),
        "end": end_of(table),
        "queue": table.place,
        "listed": table.plan.listed,
        "rematch": table.plan.rematch,
        "duel": duel_of(table),
        "offers": dict(table.talk.offers),
        "rated": table.plan.rated,
        "open": table.plan.open,
        "bank_ms": limits.bank_ms,
        "increment_ms": limits.increment_ms,
        "hand": table.hand(),
    }


def duel_of(table: Table) -> messages.Duel | None:
    """How a game between machines goes on; None for any other one."""
    told = table.plan.duel
    return None if told is None else {"playing": told.playing, "pace_ms": told.pace_ms}


def seat_of(table: Table, side: str) -> messages.Seat:
    """Who sits there and whether they are connected."""
    seat = table.plan.seats[side]
    here = seat.kind in MACHINES or side in table.watchers.sides()
    return shown_seat(
        seat, here=here and not (seat.code and table.status == "running" and table.course.expecting())
    )


def shown_seat(seat: SeatPlan, *, here: bool) -> messages.Seat:
    """A seat as everybody may know it."""
    return {
        "kind": seat.kind,
        "name": seat.name,
        "level": seat.level,
        "here": here,
        "person": seat.person,
        "elo": seat.elo,
        "provisional": seat.provisional,
        "new_elo": seat.new_elo,
    }


def clock_of(table: Table) -> messages.Clock:
    """Time used by each side, and how long the one to move has been thinking."""
    used = dict.fromkeys(table.plan.seats, 0.0)
    timed = dict.fromkeys(table.plan.seats, 0)
    for side, ply in zip(table.course.movers, table.course.plies, strict=True):
        used[side] += ply.think_ms or 0.0
        timed[side] += ply.think_ms is not None
    limits = table.plan.limits()
    left = {
        side: round(limits.now(used[side], timed[side]).bank_ms or 0)
        for side, seat in table.plan.seats.items()
        if seat.kind not in MACHINES
    }
    limit, asked = table.plan.move_seconds, table.course.asked_ms
    running = table.course.shown.to_move if asked is not None and table.course.end is None else None
    return {
        "limit_ms": None if limit is None else 1000 * limit,
        "left_ms": None if limits.bank_ms is None else left,
        "used_ms": {side: round(ms) for side, ms in used.items()},
        "running": running,
        "thinking_ms": None if asked is None else round(now_ms() - asked),
    }


def known_seed(table: Table) -> str | None:
    """The seed, once nobody could learn from it what is hidden from them."""
    secret = table.course.end is None and boards.of(table.course.shown).HIDDEN
    return None if secret or table.plan.position is not None else str(table.plan.seed)


def end_of(table: Table) -> End | None:
    """How the game ended. After a resignation and the like the contest counts zeros; people want to
    know how the position stood, as the strips beside the board tell it.
    """
    if table.course.end is None:
        return None
    scores = {side: list(numbers) for side, numbers in table.course.end.scores.items()}
    if table.course.end.reason in JUDGED and table.course.plies:
        for side, numbers in table.course.shown.standing().items():
            scores[side] = [*(scores.get(side) or numbers)[:1], *numbers[1:]]
    return {
        "winner": table.course.end.winner,
        "reason": str(table.course.end.reason),
        "scores": scores,
        "score_names": list(rule_book(table.plan.game).score_names),
        "faults": {
            side: in_languages(fault_of(error))["words"] for side, error in table.course.faults.items()
        },
    }


# --- lines of lists ---------------------------------------------------------------------------------------
def entry_of(table: Table) -> messages.Entry:
    """An open table in the list of games."""
    return {
        "id": table.plan.id,
        "game": table.plan.game,
        "status": table.status,
        "ply": len(table.course.plies),
        "seats": {side: seat_of(table, side) for side in table.plan.seats},
        "to_move": table.course.shown.to_move if table.status == "running" else None,
        "end": end_of(table),
        "watchers": table.watchers.spectators(),
        "created": table.plan.created,
        "ended": None if table.course.end is None else table.touched,
        "living": table.living(),
        "source": table.plan.source,
    }


def replay_entry(plan: Plan, replay: FinishedTable) -> messages.Entry:
    """A finished game of the store in the list of games, without playing it through."""
    return {
        "id": plan.id,
        "game": plan.game,
        "status": "ended",
        "ply": replay.plies,
        "seats": {side: shown_seat(seat, here=False) for side, seat in plan.seats.items()},
        "to_move": None,
        "end": {"winner": replay.winner, "reason": replay.reason},
        "watchers": 0,
        "created": plan.created,
        "ended": replay.ended.timestamp(),
        "living": False,
        "source": plan.source,
    }
