"""The plain install: numpy and its followers are imported only when they are asked for."""

import re
import subprocess
import sys

import pytest

from schwarm import environments

pytestmark = pytest.mark.compiled_only  # about packages, not about rules

HEAVY = ("numpy", "gymnasium", "pettingzoo", "pyspiel", "torch")


def test_importing_the_package_imports_nothing_heavy() -> None:
    code = "import sys, schwarm, schwarm.environments; print([m for m in sys.argv[1:] if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code, *HEAVY], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_every_public_name_is_there() -> None:
    for name in environments.__all__:
        assert getattr(environments, name) is not None


@pytest.mark.compiled_only
@pytest.mark.parametrize("imports", ["gymnasium, schwarm.environments", "schwarm.environments, gymnasium"])
def test_gymnasium_makes_our_games_in_a_fresh_process(imports: str) -> None:
    pytest.importorskip("gymnasium", reason="Gymnasium is not installed")
    code = f"""import {imports}, sys
env = gymnasium.make("schwarm/MississippiQueen-v0")
print(env.reset(seed=1)[0].shape == env.observation_space.shape, "torch" in sys.modules)"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("True False\n", "")


@pytest.mark.parametrize(
    ("package", "wanted", "told"),
    [
        ("numpy", "schwarm.environments import observe", r"needs numpy: pip install '.*\[env\]'$"),
        ("gymnasium", "schwarm.environments import make_vec", r"needs gymnasium: pip install '.*\[env\]'$"),
        ("pettingzoo", "schwarm.environments import schwarm_hive_v0", r"needs pettingzoo: .*\[env\]'$"),
        ("pyspiel", "schwarm.environments import openspiel", r"needs OpenSpiel: .*\[open_spiel\]'$"),
    ],
)
def test_without_a_package_the_error_says_what_to_install(package: str, wanted: str, told: str) -> None:
    code = f"import sys; sys.modules[{package!r}] = None; from {wanted}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert re.search(told, done.stderr.strip().splitlines()[-1])
