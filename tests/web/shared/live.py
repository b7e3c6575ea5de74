"""What a table's socket says, with whole states: what has changed is applied, as the page does."""

from __future__ import annotations

from typing import Any

from starlette.testclient import WebSocketTestSession

from schwarm.web.tables.differences import applied

Message = dict[str, Any]


class Live:
    """Follows the states of one connection by their numbers."""

    def __init__(self) -> None:
        self.number = 0
        self.state: dict[str, Any] = {}

    def hear(self, message: Message) -> Message:
        """The message, where it tells of a state with the whole one."""
        if message["type"] == "change":
            if not self.state:
                return message  # a whole state is under way
            assert message["number"] == self.number + 1
            self.state = applied(self.state, message["change"])
        elif message["type"] == "state":
            self.state = message["state"]
        elif message["type"] == "moves":
            assert message["number"] == self.number
            return {**message, "state": {**self.state, "moves": message["moves"]}}
        else:
            return message
        self.number = message["number"]
        return {"type": "state", "number": self.number, "state": self.state}


class LiveSocket:
    """A connection of a test client to a table."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self.socket = socket
        self._live = Live()

    def say(self, **message: Any) -> None:
        """Send an object."""
        self.socket.send_json(message)

    def hear(self) -> Message:
        """The next message."""
        return self._live.hear(self.socket.receive_json())

    def until(self, kind: str) -> Message:
        """The next message of this type."""
        while (message := self.hear())["type"] != kind:
            pass
        return message
