"""`make bench`: all benches but the long ones, or those named; exit code 1 if a target is missed."""

import sys
from importlib import import_module
from pathlib import Path

from bench.compare import report

PARTS = (
    "__init__",
    "__main__",
    "compare",
    "worker",
    "hostile",
    "page_player",
    "kill_campaign",
    "class_people",
    "kill_rounds",
    "server_kills",
    "tournament_kills",
    "nursery",
    "hostile_imports",
    "ladder",
    "ladder_curve",
    "ladder_tables",
    "two_builds",
    "recorded_puzzles",
)
BENCHES = sorted(path.stem for path in Path(__file__).parent.glob("*.py") if path.stem not in PARTS)
LONG = {
    "strength",
    "faults",
    "calibration",
    "fuzz",
    "classroom",
    "join_floods",
    "class_kills",
    "page_kills",
    "seated_crowd",
    "crowd",
}  # only when named


def main(names: list[str]) -> int:
    unknown = sorted(set(names) - set(BENCHES))
    if unknown:
        print(f"bench: expected names of {', '.join(BENCHES)}, not {', '.join(unknown)}", file=sys.stderr)
        return 2
    reached = [
        report(name, import_module(f"bench.{name}").measure())
        for name in names or sorted(set(BENCHES) - LONG)
    ]
    return 0 if all(reached) else 1


sys.exit(main(sys.argv[1:]))
