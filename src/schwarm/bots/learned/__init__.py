"""Learned evaluations: each game's rows, the nets that judge them, and their files."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from schwarm.bots.evaluation import RowsLayout, bot_file, evaluation_of
from schwarm.bots.learned.evaluator import LearnedEvaluator
from schwarm.bots.learned.net import Net
from schwarm.bots.learned.netfile import BadNet, NetFile, read_net, write_net
from schwarm.bots.learned.rows import Rows
from schwarm.bots.learned.weights import Numbers
from schwarm.game.errors import Refusal
from schwarm.search.evaluator import Evaluator

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

__all__ = [
    "BadNet",
    "LearnedEvaluator",
    "Net",
    "NetFile",
    "Numbers",
    "Rows",
    "check_rows",
    "layout_of",
    "learned_evaluator",
    "new_rows",
    "read_net",
    "rows_version",
    "shared",
    "shipped_file",
    "shipped_net",
    "write_net",
]


def new_rows(game: str) -> Rows:
    """A lister of a game's rows; BadNet where a game has none."""
    own = evaluation_of(game)
    if own is None or own.rows is None:
        raise BadNet(f"expected a game with rows for a net, not {game!r}")
    return own.rows()


def layout_of(game: str) -> RowsLayout:
    """What the rows of a game stand for; BadNet where a game has none."""
    own = evaluation_of(game)
    if own is None or own.layout is None:
        raise BadNet(f"expected a game with rows for a net, not {game!r}")
    return own.layout


def rows_version(game: str) -> int:
    """The version of a game's rows: a net belongs to one."""
    return layout_of(game).VERSION


def check_rows(net: NetFile) -> None:
    """BadNet unless a net belongs to the rows of its game, or to an earlier version that they begin with."""
    layout = layout_of(net.game)
    counts = {**getattr(layout, "EARLIER", {}), layout.VERSION: layout.COUNT}
    if counts.get(net.rows) != len(net.numbers.direct):
        raise BadNet(Refusal("net_rows", wanted=layout.VERSION, game=net.game, rows=net.rows))


def shipped_file(game: str) -> Traversable | None:
    """The file of the net that comes with the package, None where the hand-made evaluation plays better."""
    return bot_file(game, "best.net")


@cache
def shipped_net(game: str, name: str = "best.net") -> NetFile | None:
    """That net, or one of a frozen player."""
    file = bot_file(game, name)
    return read_net(file.read_bytes()) if file is not None else None


@cache
def shared(game: str, name: str = "best.net") -> Net:
    """The numbers of such a net, unpacked once for all its players."""
    net = shipped_net(game, name)
    if net is None:
        raise BadNet(f"expected a game with a net, not {game!r}")
    return Net(net.numbers, net.points)


def learned_evaluator(net: NetFile, guide: Evaluator, *, ready: Net | None = None) -> LearnedEvaluator:
    """An evaluator with a net; `guide` is the game's hand-made evaluator, which orders moves."""
    check_rows(net)
    rows = new_rows(net.game)
    rows.known = len(net.numbers.direct)
    return LearnedEvaluator(guide, rows, ready or Net(net.numbers, net.points), net.search)
