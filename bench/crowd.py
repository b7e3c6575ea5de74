"""A crowd at the page: how fast watchers hear of moves, and what each push and each watcher costs the page.

locust (bench/peers/crowd_users.py) is the crowd: people who play bots, teams that play by hand in a class
tournament, and watchers who come while the games go on. Times are those of this machine at the load that is
told; processor time a push and memory a watcher are the page's own and hardly depend on it. It comes to a
page of one process, then to one of two and one of four, each on a PostgreSQL of its own, spread over all
processes as a proxy would, or, with `--by-path`, as one that chooses by the path.
`python -m bench.crowd --processes 1 --watchers 1000 --games 50` is a smaller one;
`--page HOST:PORT=PID`, given once for each process of a page, measures that page.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, chdir, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from bench.classroom import ask
from bench.compare import ROOT, Row, peer_python, report
from bench.page import served
from bench.peers.page_server import OPERATOR
from tests.store import postgres

WATCHERS, GAMES, CLASS_GAMES = 5_000, 100, 4
PLAY_S, ARRIVE_S, WATCH_S = 8.0, 20.0, 20.0
EVERY_S = 2.0  # between two moves of a person; the bot's come between them
PROCESSES = (1, 2, 4)
MORE = 1.7  # times the throughput of one process that two shall have
ECHO_MS, PUSH_MS, WATCHER_KB = 150.0, 0.03, 25.0  # wanted
HAND_S = 600.0


@dataclass(frozen=True)
class Process:
    """One process of a page; `pid` is 0 where it runs elsewhere."""

    address: str
    pid: int

    def seconds(self) -> float:
        """Processor time so far, its threads included, its workers not."""
        fields = Path(f"/proc/{self.pid}/stat").read_text(encoding="utf-8").rpartition(") ")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def kilobytes(self) -> float:
        """Memory that is its own."""
        lines = Path(f"/proc/{self.pid}/smaps_rollup").read_text(encoding="utf-8").splitlines()
        return float(next(line.split()[1] for line in lines if line.startswith("Pss:")))


@dataclass(frozen=True)
class Mark:
    """How things stood when a phase began."""

    at: float
    seconds: list[float]  # of each process
    kilobytes: float


def mark(processes: list[Process]) -> Mark:
    local = [one for one in processes if one.pid]
    return Mark(time.monotonic(), [one.seconds() for one in local], sum(one.kilobytes() for one in local))


def teams(address: str, token: str, games: int) -> list[dict[str, Any]]:
    """Teams that play by hand, two for each game of a tournament that has just begun."""
    if not games:
        return []
    setup = {"name": "Crowd", "game": "piranhas", "format": {"kind": "round robin", "games": 2}}
    event = ask(address, "/api/class/events", token, setup | {"hand_s": HAND_S, "ready_s": HAND_S})
    found = []
    for number in range(2 * games):
        form = {"code": event["code"], "name": f"team {number}", "kind": "hand", "level": ""}
        team = ask(address, f"/api/class/events/{event['id']}/teams", form=form)
        found.append({"id": team["id"], "token": team["token"]})
    ask(address, f"/api/class/events/{event['id']}/actions", token, {"what": "start"})
    return found


def crowd(processes: list[Process], plan: dict[str, Any]) -> tuple[dict[str, Mark], dict[str, Any]]:
    """Let the crowd come; how things stood at each phase, and what it heard."""
    command = [str(peer_python("locust")), str(ROOT / "bench" / "peers" / "crowd_users.py"), json.dumps(plan)]
    marks: dict[str, Mark] = {}
    told: dict[str, Any] = {}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as made:
        assert made.stdout is not None
        for line in made.stdout:
            told = json.loads(line)
            if "phase" in told:
                marks[told["phase"]] = mark(processes)
    if "phases" not in told:
        raise RuntimeError("the crowd ended before its time")
    return marks, told


def measure(counts: tuple[int, ...] = PROCESSES, **asked: Any) -> list[Row]:
    """The crowd at pages of so many processes on one PostgreSQL each, one after the other."""
    found, carried = [], {}
    for count in counts:
        with several(count, asked.get("relay", "")) as pages:
            seen, carried[count] = visit(pages, **asked)
        found += [replace(row, what=f"{count} process(es): {row.what}") for row in seen]
    for count in counts:
        times = carried[count] / carried[counts[0]]
        wanted = MORE if (counts[0], count) == (1, 2) else 0
        what = f"throughput, {count} : {counts[0]} process(es), times"
        found.append(Row(what, times, wanted, "wanted" if wanted else "-", times / MORE, bool(wanted)))
    return found


@contextmanager
def several(count: int, relay: str) -> Iterator[list[Process]]:
    """Pages on one database of their own."""
    programs = postgres.programs()
    if programs is None:
        raise SystemExit("bench: expected PostgreSQL to be installed")
    with ExitStack() as stack:
        stack.enter_context(chdir(stack.enter_context(tempfile.TemporaryDirectory())))
        url = stack.enter_context(postgres.cluster(programs)).format(database="postgres")
        more = [relay] if relay else []
        yield [Process(*stack.enter_context(served(*more, store=url))) for _ in range(count)]


def visit(
    pages: list[Process],
    watchers: int = WATCHERS,
    games: int = GAMES,
    class_games: int = CLASS_GAMES,
    token: str = OPERATOR,
    relay: str = "",
    **more: Any,
) -> tuple[list[Row], float]:
    """The crowd at these processes of a page; what was seen, and the throughput (see `rows`)."""
    plan = {
        "pages": [one.address for one in pages], "watchers": watchers, "games": games, "game": "piranhas",
        "teams": teams(pages[0].address, token, class_games), "every_s": EVERY_S, "play_s": PLAY_S,
        "arrive_s": ARRIVE_S, "watch_s": WATCH_S, "by_path": False,
    } | more  # fmt: skip
    marks, told = crowd(pages, plan)
    who = (
        f"{told['watchers']} watchers, {games} games and {class_games} of a class at {len(pages)} process(es)"
    )
    print(f"{who}; load {os.getloadavg()[0]:.1f}; {told['failed']} failed", flush=True)
    return rows(marks, told, local=all(one.pid for one in pages))


def rows(marks: dict[str, Mark], told: dict[str, Any], *, local: bool) -> tuple[list[Row], float]:
    """What was seen, in the words of a table; `local`: do the processes run here?

    The throughput is how many pushes a second there would be if the busiest process had a whole core: the
    crowd itself needs more than a core to hear as many as that.
    """
    found = []
    for name in ("arriving", "watching"):
        seen = told["phases"][name]
        late = f"{name}; the crowd itself was late by {seen['late_p50']:.0f} and {seen['late_p99']:.0f}"
        found.append(
            Row(f"echo, median, ms ({late})", seen["p50"], ECHO_MS, "-", ECHO_MS / max(seen["p50"], 1), 0)
        )
        ratio = ECHO_MS / max(seen["p99"], 1)
        found.append(Row(f"echo, 99th percentile, ms ({name})", seen["p99"], ECHO_MS, "allowed", ratio, 1))
    seen = told["phases"]["watching"]
    wall = marks["done"].at - marks["watching"].at
    found.append(Row("pushes a second", seen["messages"] / wall, 0, "-", 0, 0))
    found.append(Row("bytes of a push, not deflated", seen["bytes"] / max(seen["messages"], 1), 0, "-", 0, 0))
    if not local:
        return found, 0.0

    def shares(begin: str, end: str) -> list[float]:
        took = marks[end].at - marks[begin].at
        pairs = zip(marks[begin].seconds, marks[end].seconds, strict=True)
        return [(after - before) / took for before, after in pairs]

    alone, beside = sum(shares("playing", "arriving")), sum(shares("watching", "done"))
    arriving = sum(shares("arriving", "watching"))
    busiest = max(shares("watching", "done"))
    push = 1000 * (beside - alone) * wall / max(seen["messages"], 1)
    whole = 1000 * beside * wall / max(seen["messages"], 1)
    came = marks["watching"].at - marks["arriving"].at
    arrival = 1000 * (arriving - alone) * came / max(told["watchers"], 1)
    kilobytes = (marks["done"].kilobytes - marks["arriving"].kilobytes) / max(told["watchers"], 1)
    carried = seen["messages"] / wall / busiest
    return [
        *found,
        Row("processor time a push, ms", push, PUSH_MS, "allowed", PUSH_MS / max(push, 1e-6), 1),
        Row("the same, the games themselves included, ms", whole, PUSH_MS, "-", PUSH_MS / whole, 0),
        Row("processor time an arrival, ms, pushes meanwhile included", arrival, 0, "-", 0, 0),
        Row("share of a core: games alone", alone, 0, "-", 0, 0),
        Row("share of a core: watchers arriving", arriving, 0, "-", 0, 0),
        Row("share of a core: watchers there", beside, 0, "-", 0, 0),
        Row("the busiest process", busiest, 0, "-", 0, 0),
        Row("pushes a second if that one had a whole core", carried, 0, "-", 0, 0),
        Row("memory a watcher, kB", kilobytes, WATCHER_KB, "allowed", WATCHER_KB / max(kilobytes, 1e-6), 1),
    ], carried


def process(text: str) -> Process:
    """HOST:PORT or HOST:PORT=PID."""
    address, _, pid = text.partition("=")
    return Process(address.removeprefix("http://").rstrip("/"), int(pid or 0))


def main() -> int:
    """A crowd of any size."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--watchers", type=int, default=WATCHERS)
    parser.add_argument("--games", type=int, default=GAMES, help="of people against bots")
    parser.add_argument("--class-games", type=int, default=CLASS_GAMES, help="by hand, at a time")
    parser.add_argument("--page", type=process, action="append", metavar="HOST:PORT[=PID]")
    parser.add_argument("--token", default=OPERATOR, help="of the operator of those pages")
    parser.add_argument("--arrive", type=float, default=ARRIVE_S, help="seconds until all watchers are there")
    parser.add_argument("--watch", type=float, default=WATCH_S, help="seconds to watch from then on")
    parser.add_argument("--processes", type=int, nargs="+", default=PROCESSES, help="of a page made for it")
    parser.add_argument("--by-path", action="store_true", help="all of one game come to one process")
    parser.add_argument("--relay", default="", help="redis://... between them, instead of PostgreSQL")
    asked = parser.parse_args()
    given: dict[str, Any] = {
        "watchers": asked.watchers, "games": asked.games, "class_games": asked.class_games,
        "token": asked.token, "arrive_s": asked.arrive, "watch_s": asked.watch, "relay": asked.relay,
        "by_path": asked.by_path,
    }  # fmt: skip
    if asked.page:
        found, _ = visit(asked.page, **given)
    else:
        found = measure(tuple(asked.processes), **given)
    return 0 if report("crowd", found) else 1


if __name__ == "__main__":
    sys.exit(main())
