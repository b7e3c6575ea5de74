"""One game under clocks: asks seats, checks, plays, ends, records, tells listeners."""

from schwarm.referee.adjudication import Adjudication, Adjudicator, Agreement, Judge, thousandths
from schwarm.referee.bot_seats import DirectSeat, ProcessSeat, RandomSeat, Think, ThreadSeat
from schwarm.referee.clock import CONTEST, UNLIMITED, Clock, Limits, now_ms, read_limits
from schwarm.referee.errors import Left, NeverCame, Resigned, SeatError, TimeUp, Unasked, fault_of
from schwarm.referee.events import Asked, Ended, Event, Listener, Moved, Paused, Resumed, Started
from schwarm.referee.forfeit import forfeit
from schwarm.referee.ledger import Ledger, NoLedger
from schwarm.referee.referee import Referee
from schwarm.referee.seat import Answer, Blame, Request, Seat, Thought

__all__ = [
    "CONTEST",
    "UNLIMITED",
    "Adjudication",
    "Adjudicator",
    "Agreement",
    "Answer",
    "Asked",
    "Blame",
    "Clock",
    "DirectSeat",
    "Ended",
    "Event",
    "Judge",
    "Ledger",
    "Left",
    "Limits",
    "Listener",
    "Moved",
    "NeverCame",
    "NoLedger",
    "Paused",
    "ProcessSeat",
    "RandomSeat",
    "Referee",
    "Request",
    "Resigned",
    "Resumed",
    "Seat",
    "SeatError",
    "Started",
    "Think",
    "Thought",
    "ThreadSeat",
    "TimeUp",
    "Unasked",
    "fault_of",
    "forfeit",
    "now_ms",
    "read_limits",
    "thousandths",
]
