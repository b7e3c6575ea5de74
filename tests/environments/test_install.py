"""The plain install: numpy and its followers are imported only when they are asked for."""

import subprocess
import sys

from schwarm import environments

HEAVY = ("numpy", "gymnasium", "pettingzoo", "pyspiel", "torch")


def test_importing_the_package_imports_nothing_heavy() -> None:
    code = "import sys, schwarm, schwarm.environments; print([m for m in sys.argv[1:] if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code, *HEAVY], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_every_public_name_is_there() -> None:
    for name in environments.__all__:
        assert getattr(environments, name) is not None


def test_without_numpy_the_error_says_what_to_install() -> None:
    code = "import sys; sys.modules['numpy'] = None; from schwarm.environments import observe"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "needs numpy: pip install schwarm[learn]" in done.stderr
