"""`pytest --schwarm-game NAME` runs the contract suite over an installed game; pytest knows it by itself."""

from __future__ import annotations

from pathlib import Path

import pytest

OPTION = "--schwarm-game"
SUITE = "schwarm.testing.contract"
pytest.register_assert_rewrite(SUITE)


def pytest_addoption(parser: pytest.Parser) -> None:
    """The one option."""
    parser.getgroup("schwarm").addoption(
        OPTION,
        action="append",
        default=[],
        metavar="NAME",
        help="run the contract that every game keeps over this installed game; may be given several times",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Where no file is named the suite is what is run."""
    games: list[str] = config.getoption(OPTION)
    if not games:
        return
    from schwarm.game import GameError, rule_book

    for game in games:
        try:
            rule_book(game)
        except GameError as error:
            raise pytest.UsageError(f"{OPTION}: {error}") from None
    named = set(map(str, config.invocation_params.args)) - set(games)  # a game's folder may have its name
    if not any(Path(text.partition("::")[0]).exists() for text in named):
        config.args[:] = [str(Path(__file__).with_name("contract.py"))]
