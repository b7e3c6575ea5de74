"""The tests under a Windows Python: `make test-windows`, or `python -m tools.windows_tests [PYTEST OPTIONS]`.

It makes the compiled wheel for Windows, installs it under Wine and runs there what tests/windows.md does not
name. Where Wine cannot be had a line says so, and nothing is run.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence

from tools.windows_python import HOME, PACKAGES, PYTHON, ROOT, NoWine, copy, install, start
from tools.windows_wheel import make

# All that is not said to need another system; what is long on Linux is not run twice.
USUAL = ("-q", "-m", "not long", "-p", "no:cacheprovider", "tests")


def installed() -> str:
    """Install today's wheel; the path of the Windows Python. NoWine if there is none."""
    wheel = make(HOME / "dist")
    for old in PACKAGES.glob("schwarm*"):
        shutil.rmtree(old)
    install("--no-deps", str(wheel))
    return str(PYTHON / "python.exe")


def run(arguments: Sequence[str]) -> int:
    """Run pytest there with what it prints passed on; its exit status."""
    program = installed()
    process = start([program, "-m", "pytest", *arguments], ROOT)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.close()
    copy(process.stdout, sys.stdout.buffer)
    return process.wait()


def main() -> int:
    """Run the tests; success where they cannot be run, which is said."""
    try:
        return run(sys.argv[1:] or USUAL)
    except NoWine as error:
        print(f"not tested on Windows: {error}")
        return 0


if __name__ == "__main__":
    sys.exit(main())
