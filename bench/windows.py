"""The wheel for Windows under Wine against this build: `python -m bench.windows`, by processor time.

`python -m tools.windows_tests tests/platform` makes and installs that wheel.
"""

import sys
from pathlib import Path

from bench.compare import Candidate, compare, report
from bench.peers.ours_perft import DEPTHS
from tools.windows_python import prepare

TARGET = 0.8


def main() -> bool:
    prepare()
    here = Candidate("bench.peers.ours_perft")
    there = Candidate("tools.windows_python", arguments=("-m", "bench.peers.ours_perft"))
    rows = [
        compare(
            f"perft({game}, {depth})",
            (there, game),
            (here, game),
            f"{Path(sys.executable).name} here",
            TARGET,
        )
        for game, depth in DEPTHS.items()
    ]
    here.close()
    there.close()
    return report("Windows", rows)


if __name__ == "__main__":
    sys.exit(not main())
