"""Two builds of this project against each other: `python -m bench.two_builds FOLDER [ROUNDS [BENCH]]`.

FOLDER is a second checkout, compiled in place. Every task that our side of the benches has in both is dealt
to both in turn. What is told is how much this build does while the other does one unit, by processor time
(the median of the rounds), and the load of the machine. Exit code 1 if something is slower.
"""

import os
import sys
from pathlib import Path
from statistics import median

from bench.compare import ROOT, ROUNDS, Candidate

STEADY = 0.97  # a build that does less than this part of the other's work is slower


def main(other: Path, rounds: int, bench: str) -> int:
    slower = 0
    for path in sorted((ROOT / "bench/peers").glob(f"ours_{bench}.py")):
        if not (other / path.relative_to(ROOT)).exists():
            continue
        now, before = (Candidate(f"bench.peers.{path.stem}", folder=folder) for folder in (ROOT, other))
        known = set(before.tasks())
        for task in now.tasks():
            if task in known:
                ratio = median(now.rate(task) / before.rate(task) for _ in range(rounds))
                told = "slower" if ratio < STEADY else ""
                print(f"{path.stem} {task}: {ratio:.3f}  load {os.getloadavg()[0]:.0f}  {told}", flush=True)
                slower += ratio < STEADY
        now.close()
        before.close()
    return 1 if slower else 0


if __name__ == "__main__":
    folder, rounds, bench, *_ = [*sys.argv[1:], *["", str(ROUNDS), "*"][len(sys.argv) - 1 :]]
    sys.exit(main(Path(folder).resolve(), int(rounds), bench))
