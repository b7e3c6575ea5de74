"""Several pages on one PostgreSQL, killed again and again: `python -m bench.page_kills --kills 100`.

Sixty games go on, each of somebody who plays both sides over HTTP, and every request goes to any of three
pages, as an ordinary proxy would send it. At random moments one of the pages is ended by SIGKILL, and another
one started in its place. Told are plies that somebody was told of and that are there no more, or twice;
games that did not come to their end; and how long a game had nobody who answered.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import random
import signal
import sys
import tempfile
import threading
import time
from typing import Any

from bench.compare import Row, report
from bench.nursery import Nursery
from schwarm.game.record import Record
from schwarm.store import open_store
from schwarm.store.page_tables import PageTables
from tests.store import postgres

PAGES, GAMES, KILLS = 3, 60, 100
SHORTEST_S, LONGEST_S = 0.2, 3.0  # between two kills
THINK_S = 0.7  # of a player, on average
WITHIN_S = 5.0  # somebody else answers
GIVE_UP_S = 120.0  # a game that nobody answers for is lost
AWAY = ("not_yet", "store")  # what a page says of a game that goes on in a moment


class Pages:
    """Where the pages are that live."""

    def __init__(self, url: str, count: int) -> None:
        self._nursery = Nursery("page")
        self._url = url
        self._live = [self._nursery.start(url) for _ in range(count)]

    def any(self, chance: random.Random) -> int:
        """The port of one of them."""
        return chance.choice(self._live)[1]

    def kill(self, chance: random.Random) -> None:
        """End one of them, and start another."""
        victim = chance.choice(self._live)
        os.kill(victim[0], signal.SIGKILL)
        fresh = self._nursery.start(self._url)  # until then the proxy still sends people to the dead one
        self._live = [*(page for page in self._live if page is not victim), fresh]

    def errors(self) -> str:
        """What they wrote of themselves."""
        return self._nursery.errors()

    def close(self) -> None:
        """End them all."""
        self._nursery.close()


class Player(threading.Thread):
    """Plays one game after the other; `played` are the tables with the moves that were told of each."""

    def __init__(self, pages: Pages, seed: int, enough: threading.Event) -> None:
        super().__init__(daemon=True)
        self.played: dict[str, list[str]] = {}
        self.ended = 0
        self.waits_s: list[float] = []  # for an answer that did not come at the first try
        self.wrong: list[str] = []
        self._pages = pages
        self._chance = random.Random(seed)
        self._enough = enough
        self._headers: dict[str, str] = {}

    def run(self) -> None:
        """Play until there is enough, and the last game to its end."""
        while not self._enough.is_set():
            self._headers = {"content-type": "application/json"}
            seat = self._ask("POST", "/api/tables", {"game": "piranhas", "opponent": "here"})
            self._headers["authorization"] = f"Bearer {next(iter(seat['tokens'].values()))}"
            try:
                self._play(seat["id"])
            except TimeoutError:
                self.wrong.append(f"{seat['id']}: nobody answered for {GIVE_UP_S:.0f} s")

    def _play(self, table: str) -> None:
        told: list[str] = []
        sent: set[str] = (
            set()
        )  # moves that were sent for the next ply: one may come long after it was given up
        self.played[table] = told
        while True:
            state = self._ask("GET", f"/api/tables/{table}")
            if "history" not in state:
                self.wrong.append(f"{table}: {state}")
                return
            history = state["history"]
            if history != told:
                if history[:-1] != told or history[-1] not in sent:
                    self.wrong.append(f"{table}: told {told}, sent {sorted(sent)}, found {history}")
                told[:] = history
                sent.clear()
            if state["end"]:
                self.ended += 1
                return
            time.sleep(self._chance.expovariate(1 / THINK_S) if not self._enough.is_set() else 0.01)
            if not state["moves"]:  # its end is being written
                continue
            move = self._chance.choice(state["moves"])["move"]
            sent.add(move)
            made = self._once("POST", f"/api/tables/{table}/moves", {"move": move, "ply": len(told)})
            if made is not None and made.get("ply") == len(told) + 1:
                told.append(move)
                sent.clear()

    def _ask(self, method: str, path: str, form: dict[str, Any] | None = None) -> dict[str, Any]:
        """The answer, whichever page gives it."""
        began = time.monotonic()
        if (answer := self._once(method, path, form)) is not None:
            return answer
        while (answer := self._once(method, path, form)) is None:
            if time.monotonic() - began > GIVE_UP_S:
                raise TimeoutError
            time.sleep(0.05)
        self.waits_s.append(time.monotonic() - began)
        return answer

    def _once(self, method: str, path: str, form: dict[str, Any] | None) -> dict[str, Any] | None:
        """The answer of some page; None if it is dead, or the game goes on in a moment."""
        line = http.client.HTTPConnection("127.0.0.1", self._pages.any(self._chance), timeout=30)
        try:
            line.request(method, path, None if form is None else json.dumps(form), self._headers)
            answer: dict[str, Any] = json.loads(line.getresponse().read())
        except (OSError, http.client.HTTPException, ValueError):
            return None
        finally:
            line.close()
        return None if answer.get("error", {}).get("code") in AWAY else answer


def kept(url: str, players: list[Player]) -> tuple[int, list[str]]:
    """How many plies were told of, and each game whose record says otherwise."""
    announced, wrong = 0, []
    with open_store(url) as store:
        tables = PageTables(store)
        for table, told in (one for player in players for one in player.played.items()):
            saved = tables.find(table)
            record: Record | None = store.record(saved.game) if saved and saved.game is not None else None
            moves = [] if record is None else [ply.move for ply in record.plies]
            announced += len(told)
            if moves != told:
                wrong.append(f"{table}: told {told}, kept {moves}")
    return announced, wrong


def measure(kills: int = KILLS, pages: int = PAGES, games: int = GAMES, seed: int = 0) -> list[Row]:
    """Kill, and compare."""
    chance, enough = random.Random(seed), threading.Event()
    found = postgres.programs()
    if found is None:
        raise SystemExit("bench: expected PostgreSQL to be installed")
    with tempfile.TemporaryDirectory() as folder, postgres.cluster(found) as address:
        os.chdir(folder)  # the secret of a database that is no file lies where the program runs
        url = address.format(database="postgres")
        living = Pages(url, pages)
        players = [Player(living, chance.getrandbits(40), enough) for _ in range(games)]
        try:
            for player in players:
                player.start()
            for number in range(kills):
                time.sleep(chance.uniform(SHORTEST_S, LONGEST_S))
                living.kill(chance)
                if number % 10 == 9:
                    print(
                        f"  {number + 1} kills, {sum(one.ended for one in players)} games ended", flush=True
                    )
            enough.set()
            for player in players:
                player.join()
            announced, lost = kept(url, players)
            if errors := living.errors():
                print(errors, flush=True)
        finally:
            living.close()
    wrong = [*lost, *(line for player in players for line in player.wrong)]
    for line in wrong:
        print(f"  {line}", flush=True)
    played, ended = sum(len(one.played) for one in players), sum(one.ended for one in players)
    waits = sorted(wait for player in players for wait in player.waits_s) or [0.0]
    usual = waits[len(waits) // 2]
    what = f"{kills} kills of {pages} pages, {played} games, {announced} plies announced; wrong games"
    return [
        Row(what, len(wrong), 0, "allowed", 0.0 if wrong else 1.0, 1),
        Row("games that came to their end", ended, played, "games", ended / max(played, 1), 1),
        within("median wait where a page had died, s", usual),
        within("longest, also where the next one died as well, s", waits[-1]),
    ]


def within(what: str, seconds: float) -> Row:
    """A wait, and how long it may be."""
    return Row(what, seconds, WITHIN_S, "allowed", WITHIN_S / max(seconds, 1e-9), 1)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for name, usual in (("kills", KILLS), ("pages", PAGES), ("games", GAMES), ("seed", 0)):
        parser.add_argument(f"--{name}", type=int, default=usual, help="(default: %(default)s)")
    asked = parser.parse_args()
    rows = measure(asked.kills, asked.pages, asked.games, asked.seed)
    return 0 if report("page_kills", rows) else 1


if __name__ == "__main__":
    sys.exit(main())
