"""Ratios within one run: tasks dealt in turn to live processes, medians over rounds."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).parent.parent
PEERS = ROOT / ".venv-bench"
ROUNDS = 7


@dataclass(frozen=True)
class Row:
    """One line of a bench's table; `target` is the ratio to reach, 0 where none is set."""

    what: str
    ours: float
    peer: float
    peer_name: str
    ratio: float
    target: float

    @property
    def reached(self) -> bool:
        return self.ratio >= self.target


class Candidate:
    """A measuring process, see bench/worker.py."""

    def __init__(
        self,
        module: str,
        python: Path | str = sys.executable,
        folder: Path = ROOT,
        arguments: Sequence[str] = (),
    ) -> None:
        self.process = subprocess.Popen(
            [str(python), "-m", module, *arguments],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(folder / "src")},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, line: str) -> list[str]:
        """The words of its answer."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().split()

    def rate(self, task: str) -> float:
        """Units a second of processor time."""
        units, seconds = self.ask(task)
        return int(units) / float(seconds)

    def tasks(self) -> list[str]:
        """What it can be asked to do."""
        return self.ask("tasks")

    def close(self) -> None:
        """End the process."""
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait()


def compare(
    what: str, ours: tuple[Candidate, str], peer: tuple[Candidate, str], name: str, target: float
) -> Row:
    """Deal two tasks in turn; the ratio is the median of the rounds' ratios."""
    rounds = [(ours[0].rate(ours[1]), peer[0].rate(peer[1])) for _ in range(ROUNDS)]
    return Row(
        what=what,
        ours=median(mine for mine, _ in rounds),
        peer=median(other for _, other in rounds),
        peer_name=name,
        ratio=median(mine / other for mine, other in rounds),
        target=target,
    )


def peer_python(*packages: str) -> Path:
    """The interpreter of the peers' environment, with these packages in it."""
    python = PEERS / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(PEERS)], check=True)
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, *packages], check=True)
    return python


def report(title: str, rows: list[Row]) -> bool:
    """Print the table, write it as JSON to bench/results; are all targets reached?"""
    table = Table(title=title)
    for heading in ("what", "ours /s", "peer /s", "peer", "ratio", "target", ""):
        table.add_column(heading, justify="left" if heading in ("what", "peer", "") else "right")
    for row in rows:
        table.add_row(
            row.what,
            f"{row.ours:,.4g}" if row.ours < 1000 else f"{row.ours:,.0f}",
            f"{row.peer:,.4g}" if row.peer < 1000 else f"{row.peer:,.0f}",
            row.peer_name,
            f"{row.ratio:,.1f}",
            f"{row.target:g}" if row.target else "",
            "" if row.reached else "missed",
        )
    Console(width=120).print(table)
    results = ROOT / "bench" / "results"
    results.mkdir(exist_ok=True)
    name = title.lower().replace(" ", "-")
    (results / f"{name}.json").write_text(json.dumps([asdict(row) for row in rows], indent=1) + "\n")
    return all(row.reached for row in rows)
