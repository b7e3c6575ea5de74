"""An event loop that is busy while an answer comes, as a crowded machine makes it."""

import asyncio
import time
from selectors import DefaultSelector
from typing import Any

import pytest

from schwarm.contest.server.seat import ContestSeat


def busy_when_asked(
    monkeypatch: pytest.MonkeyPatch, seconds: float, *, until_answered: bool = True
) -> list[ContestSeat]:
    """Whoever asks a client first is busy from then on: for so long, counted from when the answer has come.

    The seat that was asked is in the list that comes back.
    """
    asked: list[ContestSeat] = []
    ask = ContestSeat.ask

    def ask_and_be_busy(seat: ContestSeat) -> None:
        ask(seat)
        if not asked:
            asked.append(seat)
            asyncio.get_running_loop().call_soon(be_busy)

    def be_busy() -> None:
        while until_answered and not answer_lies_there():
            pass
        time.sleep(seconds)

    monkeypatch.setattr(ContestSeat, "ask", ask_and_be_busy)
    return asked


def answer_lies_there() -> bool:
    """Has something come that the running loop has not read yet? It looks without the loop's noticing."""
    loop: Any = asyncio.get_running_loop()
    ready = DefaultSelector.select(loop._selector, 0.01)
    return any(key.fd != loop._ssock.fileno() for key, _ in ready)
