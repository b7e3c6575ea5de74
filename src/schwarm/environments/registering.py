"""Our games among Gymnasium's: `gymnasium.make("schwarm/Piranhas-v0")`.

`import schwarm.environments` sees to it, in whichever order a program imports both. Gymnasium takes a while
to import, so that it is not imported for this.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType

from schwarm.game import list_games


def register() -> None:
    """Name all games to Gymnasium; those that it knows already stay as they are."""
    from gymnasium.envs import registration

    for game in list_games():
        name = f"schwarm/{game.title().replace('_', '')}-v0"
        if name not in registration.registry:
            registration.register(
                name, entry_point="schwarm.environments.gymnasium_env:SoloEnv", kwargs={"game": game}
            )


class Waiter:
    """Waits for Gymnasium to be imported, the first of those who find modules; then it goes."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Where Gymnasium is, with our names added at the end of its import; nothing about other modules."""
        if name != "gymnasium":
            return None
        sys.meta_path.remove(self)
        spec = find_spec(name)
        if spec is not None and spec.loader is not None:
            run = spec.loader.exec_module

            def run_and_register(module: ModuleType) -> None:
                run(module)
                register()

            spec.loader.exec_module = run_and_register  # type: ignore[method-assign]
        return spec


def register_when_imported() -> None:
    """Now if Gymnasium is imported already, else as soon as it is."""
    if sys.modules.get("gymnasium") is not None:
        register()
    elif "gymnasium" not in sys.modules and not any(isinstance(finder, Waiter) for finder in sys.meta_path):
        sys.meta_path.insert(0, Waiter())
