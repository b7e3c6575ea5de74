"""Strangers' input by the million: nothing but the promised refusals comes back.

`python -m bench.fuzz --inputs 10000000` spoils good inputs at every border of the product (the contest's wire
for each season, records, replays, ZIPs, positions and moves of each game, HTTP headers, requests, WebSocket
messages, engine protocol) and hands them in. A finding is an error other than the promised ones, an answer
that breaks a promise, or more than two seconds of processor time; its input is kept in bench/results/fuzz.
Ctrl-C or SIGTERM ends it early with a report on what was tried until then. Every piece that was tried is
written down in bench/results/fuzz.jsonl, and a second start goes on with the others; `--anew` forgets them.
"""

from __future__ import annotations

import argparse
import json
import logging
import multiprocessing
import os
import random
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from multiprocessing.pool import Pool
from pathlib import Path

from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from bench.borders.border import Border
from bench.compare import ROOT, Row, report
from schwarm.game import list_games

INPUTS = 100_000
PIECE = 20_000  # inputs of one border that one process tries at a time ...
SLOW_PIECE = 1000  # ... and where they take long
SLOW_SHARE = 100
SLOW_S = 2.0  # of processor time for one input
SAVED = 5  # inputs of each finding
# Of ten thousand inputs; the quicker a border answers, the more it gets.
SHARES = {
    "wire": 1000, "wire, protista": 400, "moves": 900, "moves, piranhas": 1270, "moves, protista": 400,
    "positions": 100, "positions, piranhas": 500, "positions, hive": 300, "engine protocol": 1270,
    "HTTP headers and tokens": 700, "HTTP requests": 20, "WebSocket frames": 8, "records as JSON": 60,
    "replays as XML": 12, "ZIPs": 60,
}  # fmt: skip
FOLDER = ROOT / "bench" / "results" / "fuzz"
LEDGER = FOLDER.with_suffix(".jsonl")
Piece = tuple[str, int, str]  # a border, how many inputs, and the seed they are drawn from


@dataclass
class Found:
    """What a piece of the campaign came to."""

    border: str
    task: Piece | None = None  # None: of several
    inputs: int = 0
    seconds: float = 0.0  # of processor time
    slowest: float = 0.0
    findings: Counter[str] = field(default_factory=Counter)  # by what they are
    inputs_of: dict[str, list[tuple[str, str | bytes, str]]] = field(default_factory=dict)

    def note(self, what: str, where: str, given: str | bytes, trace: str) -> None:
        """A finding."""
        self.findings[what] += 1
        kept = self.inputs_of.setdefault(what, [])
        if len(kept) < SAVED:
            kept.append((where, given, trace))

    def add(self, other: Found) -> None:
        """Both together."""
        self.inputs += other.inputs
        self.seconds += other.seconds
        self.slowest = max(self.slowest, other.slowest)
        self.findings += other.findings
        for what, inputs in other.inputs_of.items():
            self.inputs_of.setdefault(what, []).extend(inputs)


def borders() -> dict[str, int]:
    """Every border's name and its share of the inputs."""
    of_games = [f"{kind}, {game}" for kind in ("wire", "moves", "positions") for game in list_games()]
    found = [*of_games, *plain_borders()]
    return {name: SHARES.get(name) or SHARES[name.partition(", ")[0]] for name in found}


def plain_borders() -> dict[str, Callable[[], Border]]:
    """The borders that are no game's own, by name."""
    from bench.borders import engine, files, web

    return {
        "records as JSON": files.Records, "replays as XML": files.Replays, "ZIPs": files.Archives,
        "engine protocol": engine.Lines, "HTTP headers and tokens": web.HeaderLines,
        "HTTP requests": web.Requests, "WebSocket frames": web.Frames,
    }  # fmt: skip


def open_border(name: str) -> Border:
    """The border of that name."""
    from bench.borders import games, wire

    kind, _, game = name.partition(", ")
    if game:
        of_game: dict[str, Callable[[str], Border]] = {
            "wire": wire.Wire, "moves": games.Moves, "positions": games.Positions,
        }  # fmt: skip
        return of_game[kind](game)
    return plain_borders()[name]()


def piece(task: Piece) -> Found:
    """Try so many inputs at one border, drawn from this seed."""
    name, count, seed = task
    logging.disable(logging.CRITICAL)  # refusals that the page logs are no findings
    found = Found(name, task)
    chance = random.Random(seed)
    with closing(open_border(name)) as border:
        began = time.process_time()
        for number in range(count):
            given = border.draw(chance)
            before = time.process_time()
            try:
                border.attempt(given)
            except Exception as error:
                found.note(kind_of(error), f"seed {seed} input {number}", given, traceback.format_exc())
            took = time.process_time() - before
            if took > SLOW_S:
                found.note("slow", f"seed {seed} input {number}", given, f"{took:.1f} s")
            found.slowest = max(found.slowest, took)
            found.inputs += 1
        found.seconds = time.process_time() - began
    return found


def kind_of(error: BaseException) -> str:
    """The same mistake has the same name: what it is and where it was made."""
    cause: BaseException = error.__cause__ or error
    frames = [frame for frame in traceback.extract_tb(cause.__traceback__) if "schwarm" in frame.filename]
    place = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "nowhere"
    return f"{type(error).__name__} by {type(cause).__name__} at {place}"


def pieces(inputs: int, seed: int, wanted: str) -> list[Piece]:
    """The campaign in pieces, each of one border, in the order of their numbers: all borders go on alike."""
    shares = {name: share for name, share in borders().items() if wanted in name}
    if not shares:
        raise SystemExit(f"bench.fuzz: expected a border of {', '.join(borders())}, not {wanted}")
    made = []
    for name, share in shares.items():
        left = -(-inputs * share // sum(shares.values()))  # rounded up: never fewer in all than asked for
        number, size = 0, SLOW_PIECE if share <= SLOW_SHARE else PIECE
        while left > 0:
            made.append((number, name, min(size, left)))
            left -= size
            number += 1
    return [(name, count, f"{seed} {name} {number}") for number, name, count in sorted(made)]


def run(inputs: int, seed: int, jobs: int, wanted: str = "") -> list[Found]:
    """The campaign; what was found at each border."""
    tasks = pieces(inputs, seed, wanted)
    totals = {name: Found(name) for name in borders() if wanted in name}
    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.description}"),
    )
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with Progress(*columns) as progress, suppress(KeyboardInterrupt):  # then what was tried so far counts
        bar = progress.add_task("", total=sum(count for _, count, _ in tasks))
        known = written(set(tasks))
        for found in known.values():
            totals[found.border].add(found)
            progress.advance(bar, found.inputs)
        for found in results([task for task in tasks if task not in known], jobs):
            write(found)
            totals[found.border].add(found)
            if found.findings:
                save(totals[found.border])
            wrong = sum(one.findings.total() for one in totals.values())
            progress.update(bar, advance=found.inputs, description=f"{found.border}; {wrong} findings")
    return list(totals.values())


def results(tasks: list[Piece], jobs: int) -> Iterator[Found]:
    """Each piece's findings as they come, by so many processes."""
    pool: Pool
    with multiprocessing.get_context("spawn").Pool(jobs, ignore_interrupts, maxtasksperchild=20) as pool:
        yield from pool.imap_unordered(piece, tasks)


def write(found: Found) -> None:
    """Write down what a piece came to."""
    LEDGER.parent.mkdir(parents=True, exist_ok=True)
    line = [found.task, found.inputs, found.seconds, found.slowest, found.findings]
    with LEDGER.open("a") as file:
        file.write(json.dumps(line) + "\n")


def written(tasks: set[Piece]) -> dict[Piece, Found]:
    """What those of these pieces came to that were tried by earlier starts."""
    known = {}
    for line in LEDGER.read_text().splitlines() if LEDGER.exists() else []:
        (border, count, seed), inputs, seconds, slowest, findings = json.loads(line)
        task = (border, count, seed)
        if task in tasks:
            known[task] = Found(border, task, inputs, seconds, slowest, Counter(findings))
    return known


def ignore_interrupts() -> None:
    """Ctrl-C is for whoever started the processes: it ends them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def save(found: Found) -> None:
    """Write the first inputs of each finding, with what happened."""
    for what, inputs in found.inputs_of.items():
        for number, (where, given, trace) in enumerate(inputs[:SAVED]):
            FOLDER.mkdir(parents=True, exist_ok=True)
            name = "".join(
                letter if letter.isalnum() else "-" for letter in f"{found.border} {what} {number}"
            )
            data = given if isinstance(given, bytes) else given.encode(errors="surrogatepass")
            (FOLDER / f"{name}.input").write_bytes(data)
            (FOLDER / f"{name}.txt").write_text(f"{where}\n{given!a}\n{trace}", errors="backslashreplace")


def row(found: Found) -> Row:
    """For the table."""
    wrong = found.findings.total()
    rate = found.inputs / max(found.seconds, 1e-9)
    told = f"{found.inputs:,} inputs, {rate:,.0f}/s, slowest {1000 * found.slowest:.0f} ms"
    text = f"{found.border}: {told}; wrong"
    return Row(text, wrong, 0, "allowed", 0.0 if wrong else 1.0, 1)


def measure(inputs: int = INPUTS) -> list[Row]:
    """A short campaign."""
    return [row(found) for found in run(inputs, 0, os.cpu_count() or 1)]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--inputs", type=int, default=INPUTS, metavar="N", help="in all (default: %(default)s)"
    )
    parser.add_argument(
        "--seed", type=int, default=0, metavar="N", help="another campaign (default: %(default)s)"
    )
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="processes (default: one a core)"
    )
    parser.add_argument("--border", default="", metavar="NAME", help="only borders whose names contain this")
    parser.add_argument("--anew", action="store_true", help="forget the inputs of earlier starts")
    asked = parser.parse_args()
    if asked.anew:
        LEDGER.unlink(missing_ok=True)
    found = run(asked.inputs, asked.seed, asked.jobs, asked.border)
    for one in found:
        for what, times in one.findings.most_common():
            first = one.inputs_of.get(what, [("", "see bench/results/fuzz", "")])[0][1]
            print(f"{one.border}: {what}, {times} times: {first!a:.200}")
    reached = report("fuzz", [row(one) for one in found])
    total = sum(one.inputs for one in found)
    print(f"{total:,} inputs, {sum(one.findings.total() for one in found)} wrong")
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())
