"""Somebody who plays both sides of a game on the page over HTTP, until the page is gone."""

from __future__ import annotations

import http.client
import json
import random
import threading
from typing import Any

UNKEPT = ("no_room", "store")  # what the page says of moves that wait until they can be kept


class PagePlayer(threading.Thread):
    """`told` are the moves the page has confirmed, `sent` those and the one on its way, `table` is where."""

    def __init__(self, port: int, seed: int) -> None:
        super().__init__(daemon=True)
        self.table = ""
        self.told: list[str] = []
        self.sent: list[str] = []
        self._port = port
        self._chance = random.Random(seed)
        self._headers = {"content-type": "application/json"}

    def run(self) -> None:
        """Play until the connection breaks."""
        try:
            self._line = http.client.HTTPConnection("127.0.0.1", self._port, timeout=60)
            seat: dict[str, Any] = {}
            while "tokens" not in seat:  # refused while there is no room on the disk
                seat = self._ask("POST", "/api/tables", {"game": "piranhas", "opponent": "here"})
            self._headers["authorization"] = f"Bearer {next(iter(seat['tokens'].values()))}"
            self.table = seat["id"]
            while True:
                state = self._ask("GET", f"/api/tables/{self.table}")
                history = state["history"]
                if len(history) < len(self.sent):  # a move that could not be kept yet is made later
                    continue
                self.sent = self.told = history
                if state["end"]:
                    return
                if state["moves"]:
                    move = self._chance.choice(state["moves"])["move"]
                    self.sent = [*self.told, move]
                    made = self._ask("POST", f"/api/tables/{self.table}/moves", {"move": move})
                    if made.get("ply") == len(self.sent):
                        self.told = self.sent
                    elif made.get("error", {}).get("code") not in UNKEPT:
                        self.sent = self.told
        except (OSError, http.client.HTTPException, ValueError):
            return  # killed

    def _ask(self, method: str, path: str, form: dict[str, Any] | None = None) -> dict[str, Any]:
        body = None if form is None else json.dumps(form)
        self._line.request(method, path, body, self._headers)
        answer: dict[str, Any] = json.loads(self._line.getresponse().read())
        return answer
