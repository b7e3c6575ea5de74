"""One push for all who watch: encoded once, deflated for whoever takes it so, skipped by slow readers."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.request import Request, urlopen

from websockets.sync.client import ClientConnection, connect

from schwarm.web import Settings
from schwarm.web.shared.connections import BACKLOG, LINE, Listener, Push
from schwarm.web.tables.watchers import Watchers
from tests.web.shared.live import Live
from tests.web.shared.thread_page import ThreadPage


class SlowLine:
    """A line whose peer reads when it is told to."""

    def __init__(self) -> None:
        self.full = False
        self.ended = False
        self.drained: Callable[[], None] = lambda: None
        self.written: list[str] = []

    def put(self, *pushes: Push) -> None:
        self.written += [push.text for push in pushes]

    def cut(self) -> None:
        self.ended = True

    def forget(self) -> None:
        self.drained = lambda: None


def listening(*sides: str) -> tuple[Listener, SlowLine]:
    line = SlowLine()
    socket: Any = SimpleNamespace(scope={LINE: line})
    return Listener(socket, sides=sides), line


def test_a_slow_reader_is_brought_up_to_date_instead_of_queued() -> None:
    slow, line = listening()
    slow.catch_up = lambda: slow.push(Push(b"newest"))
    slow.push(Push(b"1"))
    line.full = True
    slow.push(Push(b"2"))
    slow.push(Push(b"said", lasting=True))
    line.full = False
    slow.push(Push(b"3"))  # it still does not know 2
    assert line.written == ["1", "said"]
    line.drained()
    slow.push(Push(b"4"))
    line.drained()
    assert line.written == ["1", "said", "newest", "4"]


def test_one_who_never_reads_is_let_go() -> None:
    slow, line = listening()
    line.full = True
    for _ in range(BACKLOG):
        slow.say(type="pong")
    assert not line.ended
    slow.say(type="pong")
    assert line.ended


def test_a_side_hears_what_is_told_to_it_and_everybody_all_else() -> None:
    here = Watchers()
    (red, red_line), (all_of, line) = listening("red"), listening()
    for one in (red, all_of):
        here.add(one)
    here.tell({"type": "change"}, number=5)
    here.tell({"type": "moves"}, number=5, side="red")
    assert line.written == ['{"type":"change"}']
    assert red_line.written == ['{"type":"change"}', '{"type":"moves"}']
    here.discard(red)
    here.discard(red)
    assert (here.sides(), here.spectators(), len(here)) == (set(), 1, 1)


def told(line: ClientConnection, live: Live, kind: str) -> dict[str, Any]:
    while (message := live.hear(json.loads(line.recv())))["type"] != kind:
        pass
    return message


def test_with_and_without_deflate_the_same_is_heard_and_a_gap_is_healed(tmp_path: Path) -> None:
    with ThreadPage(Settings(store=str(tmp_path / "page.db"))) as page:
        api = f"http://127.0.0.1:{page.port}/api/tables"
        head = {"content-type": "application/json"}
        body = json.dumps({"game": "piranhas", "opponent": "here", "seed": 1, "side": "red"}).encode()
        with urlopen(Request(api, body, head)) as answer:
            seat = json.load(answer)
        address = f"ws://127.0.0.1:{page.port}/api/tables/{seat['id']}/socket"
        with connect(address) as packed, connect(address, compression=None) as plain:
            assert packed.response
            agreed = packed.response.headers["Sec-WebSocket-Extensions"]
            assert "server_no_context_takeover" in agreed
            assert "client_no_context_takeover" in agreed
            lives = {line: Live() for line in (packed, plain)}
            for line, live in lives.items():
                line.send(json.dumps({"type": "hello"}))
                told(line, live, "people")
            head["authorization"] = f"Bearer {seat['tokens']['red']}"
            move = json.dumps({"move": "A4-C4", "side": "red"}).encode()
            urlopen(Request(f"{api}/{seat['id']}/moves", move, head)).close()
            for line, live in lives.items():
                while live.state["ply"] != 1:
                    told(line, live, "state")
            one, other = lives.values()
            assert (one.number, one.state) == (other.number, other.state)
            packed.send(json.dumps({"type": "state"}))
            again = told(packed, Live(), "state")
            assert (again["number"], again["state"]) == (one.number, one.state)
