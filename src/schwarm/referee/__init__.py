"""One game under clocks: asks seats, checks, plays, ends, records, tells listeners."""

from schwarm.referee.clock import CONTEST, UNLIMITED, Clock, Limits, now_ms
from schwarm.referee.errors import Left, Resigned, SeatError, TimeUp, Unasked
from schwarm.referee.events import Asked, Ended, Event, Listener, Moved, Paused, Resumed, Started
from schwarm.referee.ledger import Ledger, NoLedger
from schwarm.referee.local import ProcessSeat, RandomSeat, Think, ThreadSeat
from schwarm.referee.referee import Referee
from schwarm.referee.seat import Answer, Request, Seat

__all__ = [
    "CONTEST",
    "UNLIMITED",
    "Answer",
    "Asked",
    "Clock",
    "Ended",
    "Event",
    "Ledger",
    "Left",
    "Limits",
    "Listener",
    "Moved",
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
    "now_ms",
]
