"""Lines that say nothing, or half a thing, hold their places for a while only; slow bodies hold up nobody."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path

import pytest
from starlette.requests import Request
from starlette.types import Message

from schwarm.web import Settings, doorway
from schwarm.web.serving import LONGEST_MESSAGE
from schwarm.web.shared.errors import Problem
from schwarm.web.shared.intake import Intake
from tests.waiting import PATIENCE_S, run_apart, wait
from tests.web.shared.thread_page import ThreadPage

FEW = 6
ASK = b"GET /robots.txt HTTP/1.1\r\nHost: localhost\r\n\r\n"
HALF_BODY = (
    b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b'Content-Length: 5000\r\n\r\n{"game":'
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThreadPage]:
    store = tmp_path_factory.mktemp("doorway") / "page.db"
    settings = Settings(
        store=str(store), warm_up=False, bot_workers=1, series_workers=0, connections_of_visitor=FEW
    )
    with ThreadPage(settings) as made:
        yield made


def line_to(site: ThreadPage) -> socket.socket:
    return socket.create_connection(("127.0.0.1", site.port), timeout=PATIENCE_S)


def rest(line: socket.socket) -> bytes:
    """All that comes until the other side hangs up."""
    said = b""
    try:
        while more := line.recv(65536):
            said += more
    except ConnectionResetError:
        pass
    return said


@pytest.mark.parametrize(
    ("sent", "answer"),
    [(b"", b""), (ASK[:20], b"HTTP/1.1 408 "), (HALF_BODY, b""), (ASK + ASK[:9], b"HTTP/1.1 ")],
    ids=["nothing", "half a header", "half a body", "half a second request"],
)
def test_who_keeps_the_page_waiting_is_let_go(
    site: ThreadPage, monkeypatch: pytest.MonkeyPatch, sent: bytes, answer: bytes
) -> None:
    for name in ("HEAD_S", "LOOK_S", "BODY_S"):
        monkeypatch.setattr(doorway, name, 0.2)
    with line_to(site) as line:
        line.sendall(sent)
        assert rest(line).startswith(answer)


def test_a_body_that_grows_may_take_long(site: ThreadPage, monkeypatch: pytest.MonkeyPatch) -> None:
    heard = bytearray()
    hear = doorway.Doorway.data_received

    def note(line: doorway.Doorway, data: bytes) -> None:
        hear(line, data)
        heard.extend(data)

    monkeypatch.setattr(doorway.Doorway, "data_received", note)
    monkeypatch.setattr(doorway, "LOOK_S", 0.02)
    monkeypatch.setattr(doorway, "BODY_RATE", 0.001)  # whatever the machine does between two pieces
    body = b"[" + b" " * 60 + b"]"
    head = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    head += b"Content-Length: %d\r\n\r\n" % len(body)
    with line_to(site) as line:
        line.sendall(head)
        wait(lambda: len(heard) == len(head))
        line.sendall(body[:4])  # what comes with the head does not count
        wait(lambda: len(heard) == len(head) + 4)
        monkeypatch.setattr(doorway, "BODY_S", 0.05)
        for start in range(4, len(body), 4):
            line.sendall(body[start : start + 4])
            time.sleep(0.02)
        assert line.recv(100).startswith(b"HTTP/1.1 422")


def test_a_visitor_has_few_lines_and_the_oldest_idle_one_makes_room(site: ThreadPage) -> None:
    with ExitStack() as stack:
        idle = [stack.enter_context(line_to(site)) for _ in range(FEW)]
        for line in idle[1:]:
            line.sendall(ASK)
            assert line.recv(100).startswith(b"HTTP/1.1 ")  # all of them are known to the page by now
        another = stack.enter_context(line_to(site))
        another.sendall(ASK)
        assert another.recv(100).startswith(b"HTTP/1.1 ")
        assert rest(idle[0]) == b""


def test_lines_that_are_gone_and_those_of_sockets_are_not_counted(site: ThreadPage) -> None:
    upgrade = (
        b"GET /api/lobby/socket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    with ExitStack() as stack:
        for _ in range(FEW + 2):
            line = stack.enter_context(line_to(site))
            line.sendall(upgrade)
            assert line.recv(200).startswith(b"HTTP/1.1 101")
        for _ in range(3 * FEW):
            with line_to(site) as one:
                one.sendall(ASK)
                assert one.recv(100).startswith(b"HTTP/1.1 ")


def request(more: asyncio.Event | None) -> Request:
    """A request whose body is there, or never ends before the event."""

    async def receive() -> Message:
        if more is not None:
            await more.wait()
        return {"type": "http.request", "body": b"whole", "more_body": False}

    return Request({"type": "http", "method": "PUT", "headers": []}, receive)


def test_a_crowd_is_let_in_one_by_one_and_what_else_is_due_comes_between() -> None:
    order: list[str] = []

    def due() -> None:
        order.append("due")
        if "third" not in order:
            asyncio.get_running_loop().call_soon(due)

    async def crowd() -> None:
        entrance = doorway.Entrance()
        for name in ("first", "second", "third"):
            entrance.enter(partial(order.append, name))
        asyncio.get_running_loop().call_soon(due)
        while order[-2:] != ["third", "due"]:
            await asyncio.sleep(0)

    asyncio.run(crowd())
    assert order == ["first", "due", "second", "due", "third", "due"]


UPGRADE = (
    b"GET /api/lobby/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MTIzNDU2Nzg5MDEyMzQ1Ng==\r\n\r\n"
)
TOO_LONG = (1009).to_bytes(2, "big")  # why a WebSocket is closed
PING, PONGS = b"\x89\x80\0\0\0\0", b"\x8a\0"
FLOOD = 60_000


def test_a_socket_that_is_flooded_with_small_frames_is_read_only_as_fast_as_others_can_bear(
    site: ThreadPage,
) -> None:
    """A browser says a few hundred bytes; whoever says more waits, and keeps nobody else waiting."""
    rude = line_to(site)
    rude.sendall(UPGRADE)
    assert b" 101 " in rude.recv(65536)
    rude.setblocking(False)
    with suppress(BlockingIOError):
        sent = 0
        while sent < FLOOD:
            sent += rude.send(PING * 1000) // len(PING)
    for _ in range(5):
        with line_to(site) as honest:
            honest.sendall(ASK)
            assert honest.recv(16).startswith(b"HTTP/1.1 200")
    answered = 0
    with suppress(BlockingIOError):
        while said := rude.recv(65536):
            answered += said.count(PONGS)
    rude.close()
    assert 0 < answered < FLOOD // 6


def test_a_message_of_a_socket_that_is_too_long_is_refused_by_its_header(site: ThreadPage) -> None:
    with line_to(site) as line:
        line.sendall(UPGRADE)
        assert b" 101 " in line.recv(65536)
        line.sendall(b"\x81\xff" + (LONGEST_MESSAGE + 1).to_bytes(8, "big") + bytes(4))
        assert TOO_LONG in rest(line)


def test_slow_bodies_make_room_for_who_waits() -> None:
    async def play() -> None:
        intake = Intake(2, spared_s=0.05)
        never = asyncio.Event()
        slow = []
        for number in range(2):
            slow.append(asyncio.create_task(intake.body(request(never))))
            while len(intake._reading) <= number:
                await asyncio.sleep(0)
        assert await intake.body(request(None)) == b"whole"
        with pytest.raises(Problem) as refused:
            await slow[0]
        assert refused.value.status == 408
        assert not slow[1].done()  # one place was enough
        never.set()
        assert await slow[1] == b"whole"

    run_apart(play())


def test_nobody_has_to_leave_while_there_is_a_place() -> None:
    async def play() -> None:
        intake = Intake(2, spared_s=0.0)
        later = asyncio.Event()
        slow = asyncio.create_task(intake.body(request(later)))
        while not intake._reading:
            await asyncio.sleep(0)
        for _ in range(5):
            assert await intake.body(request(None)) == b"whole"
        later.set()
        assert await slow == b"whole"

    run_apart(play())


def test_eight_slow_imports_keep_nobody_out(tmp_path: Path) -> None:
    from schwarm.web.analysis.imports import Imports

    async def play() -> None:
        imports = Imports(2, 1.0)
        imports._intake.spared_s = 0.05
        never = asyncio.Event()

        async def one(visitor: str, body: Request) -> object:
            body.scope["headers"] = [(b"content-type", b"application/json")]
            body.scope["client"] = (visitor, 1)
            with imports.admit(visitor):
                return await imports.read(body)

        slow = [asyncio.create_task(one(f"192.0.2.{n}", request(never))) for n in range(8)]
        while len(imports._intake._reading) < 2:
            await asyncio.sleep(0)
        with pytest.raises(Problem) as refused:
            await one("198.51.100.1", request(None))
        assert refused.value.status == 422  # it was read, and is no game
        for task in slow:
            task.cancel()
        await asyncio.gather(*slow, return_exceptions=True)
        await imports.close()

    run_apart(play())
