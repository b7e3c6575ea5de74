"""A class tournament whose page is killed again and again: `python -m bench.class_kills --kills 50`.

Two teams play by hand, one with a client from elsewhere, one uploads programs, two are bots; match days
begin when the operator says so. The page is ended by SIGKILL at random moments and started again with the
same store; nobody reloads anything. Told are moves, uploads and results that somebody was told of and that
are there no more, and whether the tournaments come to their end.
"""

from __future__ import annotations

import argparse
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from bench.class_people import Gone, Hand, Line, Refused, Uploader, client
from bench.compare import ROOT, Row, report
from schwarm.classroom.rehearsal import broken, working

KILLS = 50
EARLY = 2  # kills of a tournament before its games begin
SHORTEST_S, LONGEST_S = 0.3, 4.0  # of play before a kill
TEAMS = (
    ("Hanna", "hand"),
    ("Hugo", "hand"),
    ("Remo", "remote"),
    ("Uta", "upload"),
    ("Lea", "level"),
    ("Lou", "level"),
)
SETUP = {
    "name": "Kills", "game": "piranhas", "preset": "class-round-robin", "options": {"rounds": 12},
    "days": "hand", "limits": {"move_ms": 20_000}, "hand_s": 600, "ready_s": 600,
}  # fmt: skip


class Page:
    """The page, at the same ports each time it is started."""

    def __init__(self, folder: Path) -> None:
        self.port, self.contest = free(), free()
        self._secret = folder / "token"
        self._command = [
            sys.executable, "-m", "schwarm.cli", "up", "--port", str(self.port), "--quiet",
            "--contest", str(self.contest), "--store", str(folder / "page.db"), "--event-processes", "1",
            "--operator-token-file", str(self._secret),
        ]  # fmt: skip
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it answers."""
        self.process = subprocess.Popen(self._command, cwd=ROOT, stdout=subprocess.DEVNULL)
        line = Line(self.port)
        while True:
            try:
                line.ask("/api/class")
                return
            except Gone:
                if self.process.poll() is not None:
                    raise SystemExit(f"the page ended with {self.process.returncode}") from None
                time.sleep(0.05)

    def kill(self) -> None:
        """Without a word."""
        assert self.process
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    @property
    def operator(self) -> Line:
        """Whoever runs the tournament."""
        return Line(self.port, self._secret.read_text().strip())


def free() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Round:
    """One tournament, from its creation to its end, however often the page is killed."""

    def __init__(self, page: Page) -> None:
        self.page, self.operator = page, page.operator
        made = self.operator.ask("/api/class/events", SETUP)
        self.path = f"/api/class/events/{made['id']}"
        self.teams = {}
        for name, kind in TEAMS:
            form = {
                "code": made["code"],
                "name": name,
                "kind": kind,
                "level": "random" if kind == "level" else "",
            }
            self.teams[name] = Line(page.port).ask(f"{self.path}/teams", form)
        self.hands = [Hand(page.port, self.teams[name]) for name in ("Hanna", "Hugo")]
        self.uploader = Uploader(page.port, self.teams["Uta"], [broken(), working("piranhas")], 8.0)
        self.client = client(page.contest, self.teams["Remo"])
        self.results: dict[int, list[int]] = {}  # of the games that somebody saw the end of, by record
        self.begun = False
        self.lost: list[str] = []
        for actor in (*self.hands, self.uploader):
            actor.start()

    def look(self) -> bool:
        """Do what an operator would do now, and compare what was told with what is there; is it over?"""
        shown = self.operator.patiently(self.path)
        tested = [team["qualification"] for team in shown["teams"] if team.get("qualification")]
        if not self.begun and tested and all(one["state"] in ("passed", "failed") for one in tested):
            self._act("start")
            self.begun = True
            self.uploader.go_on.set()
        if shown["day_over"]:
            self._act("day")
        if shown["event"] is not None:
            self._compare(shown["event"])
        return bool(shown["state"] == "finished")

    def _act(self, what: str) -> None:
        with suppress(Refused):  # done already, before the page was killed
            self.operator.ask(f"{self.path}/actions", {"what": what})

    def _compare(self, event: int) -> None:
        view = self.operator.patiently(f"/api/events/{event}")
        groups = [group for stage in view["stages"] for group in stage["groups"]]
        matches = [match for group in groups for day in group["days"] for match in day]
        found = {game["game"]: game["points"] for match in matches for game in match["games"] if game["game"]}
        self.lost += [f"result {key}" for key in self.results if found.get(key) != self.results[key]]
        self.results = found

    def check(self) -> None:
        """Are all moves and uploads there that somebody was told of?"""
        for hand in self.hands:
            for table, told in list(hand.told.items()):
                history = Line(self.page.port).patiently(f"/api/tables/{table}")["history"]
                if history[: len(told)] != told:
                    self.lost.append(f"moves at {table}: {len(told)} told, {len(history)} kept")
        own = self.operator.patiently(f"/api/class/teams/{self.teams['Uta']['id']}")
        kept = {version["number"] for version in own["versions"]}
        self.lost += [f"version {number}" for number in self.uploader.sent if number not in kept]

    def faults(self) -> int:
        """Games that somebody lost by a fault who did nothing wrong; the upload team may do what it likes."""
        event = self.operator.ask(self.path)["event"]
        view = self.operator.patiently(f"/api/events/{event}")
        groups = [group for stage in view["stages"] for group in stage["groups"]]
        games = [
            game for group in groups for day in group["days"] for match in day for game in match["games"]
        ]
        return sum(bool(set(game["faults"]) - {"Uta"}) for game in games)

    def close(self) -> None:
        """Let everybody go."""
        for actor in (*self.hands, self.uploader):
            actor.over.set()
        self.client.kill()
        self.client.wait()


def measure(kills: int = KILLS, seed: int = 1, most_s: float = 3_600.0) -> list[Row]:
    """Tournaments until the page was killed so often; the last one is played to its end."""
    chance, until = random.Random(seed), time.monotonic() + most_s
    killed, rounds, games, faults = 0, 0, 0, 0
    moves, uploads, lost, troubles = 0, 0, [], []
    with tempfile.TemporaryDirectory() as folder:
        page = Page(Path(folder))
        page.start()
        try:
            while killed < kills and time.monotonic() < until:
                one, over, early = Round(page), False, 0
                while not over:
                    rest = time.monotonic() + chance.uniform(SHORTEST_S, LONGEST_S)
                    while time.monotonic() < rest and not over:
                        over = one.look()
                        time.sleep(0.1)
                    early += not one.begun
                    if not one.begun and early > EARLY:
                        continue  # its first qualification has to come to an end
                    if not over and killed < kills and time.monotonic() < until:
                        page.kill()
                        killed += 1
                        page.start()
                        one.check()
                        print(
                            f"\r{killed} kills, {len(one.results)} games ",
                            end="",
                            file=sys.stderr,
                            flush=True,
                        )
                one.check()
                rounds, games, faults = rounds + 1, games + len(one.results), faults + one.faults()
                moves += sum(len(told) for hand in one.hands for told in hand.told.values())
                uploads += len(one.uploader.sent)
                lost += one.lost
                troubles += [trouble for actor in (*one.hands, one.uploader) for trouble in actor.troubles]
                one.close()
        finally:
            page.kill()
    print(f"\n{killed} kills in {rounds} tournaments to their end; {games} games, {moves} moves by hand and")
    print(f"{uploads} uploads were told; lost: {lost or 'nothing'}; games lost by a fault of ours: {faults}")
    print(f"requests that failed otherwise: {troubles or 'none'}")
    return [
        Row(
            "kills that lost nothing somebody was told of",
            killed - len(lost),
            killed,
            "kills",
            float(not lost),
            1,
        ),
        Row(
            "games without a fault of ours",
            games - faults,
            games,
            "games",
            (games - faults) / max(games, 1),
            1,
        ),
    ]


def main() -> int:
    """A campaign of any size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=KILLS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=3_600.0, help="after so long no further kills")
    asked = parser.parse_args()
    return 0 if report("class_kills", measure(asked.kills, asked.seed, asked.seconds)) else 1


if __name__ == "__main__":
    sys.exit(main())
