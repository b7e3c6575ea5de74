"""One game under clocks: asks seats, checks, plays, ends, records, tells listeners."""

from schwarm.referee.bot_seats import DirectSeat, ProcessSeat, RandomSeat, Think, ThreadSeat
from schwarm.referee.clock import CONTEST, UNLIMITED, Clock, Limits, now_ms
from schwarm.referee.errors import Left, NeverCame, Resigned, SeatError, TimeUp, Unasked
from schwarm.referee.events import Asked, Ended, Event, Listener, Moved, Paused, Resumed, Started
from schwarm.referee.forfeit import forfeit
from schwarm.referee.ledger import Ledger, NoLedger
from schwarm.referee.referee import Referee
from schwarm.referee.seat import Answer, Blame, Request, Seat

__all__ = [
    "CONTEST",
    "UNLIMITED",
    "Answer",
    "Asked",
    "Blame",
    "Clock",
    "DirectSeat",
    "Ended",
    "Event",
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
    "ThreadSeat",
    "TimeUp",
    "Unasked",
    "forfeit",
    "now_ms",
]
