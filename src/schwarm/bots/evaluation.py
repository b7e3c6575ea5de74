"""How a game's folder offers what its bots know: the face `evaluation`, and the data files beside it.

`bot.py` of the folder holds EVALUATION. Its folder `data` may hold `bots.json` (weights, settings of the
search, levels, `rules`: round weights, chosen by hand, of what the rules count and the way to it,
`levels_by_hand` where levels judge without the net, or `levels_net` where they judge by an older one, so that
they stay as strong as they were measured, `chance_scale`: points of the strongest player that make odds of
e to 1, measured by `python -m bench.chance_scale GAME`), `bots-VERSION.json` (the same of a frozen player;
`net` names the file of its net with its digest, and `strives` says that it searches as the strongest player
does since version 0.2), `best.net` (a net) and `ladder.json` (how strong the players are, measured). Whoever
replaces a net that a frozen player or the levels name keeps the old one under another name. `policy` in
`bots.json` has the weights of what random games and tree search know.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from schwarm.game.faces import data, face

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from schwarm.bots.learned.rows import Rows
    from schwarm.search.evaluator import Evaluator
    from schwarm.search.policy import Policy

DATA = "data"  # the folder's folder


class RowsLayout(Protocol):
    """What the rows of a net's table stand for: as a rule a module `rows_layout.py`.

    Where a version only added rows at the end, `EARLIER` says how many an earlier one had: its nets play on.
    """

    VERSION: int  # a net belongs to one
    COUNT: int  # of rows

    def symmetries(self) -> list[list[int]]:
        """For each symmetry of the board, which row each row becomes."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What a game's folder offers its bots.

    `evaluator` makes an evaluator of weights and settings, those of `bots.json`; `rows` makes a lister of the
    rows that nets judge, laid out as `layout` says; a game without them has no nets. `policy` makes what
    draws the moves of random games and gives first visits in tree search; without one all moves are equal.
    """

    evaluator: Callable[[Mapping[str, Sequence[int]], Mapping[str, int]], Evaluator]
    rows: Callable[[], Rows] | None = None
    layout: RowsLayout | None = None
    policy: Callable[[Mapping[str, Sequence[float]]], Policy] | None = None


def evaluation_of(game: str) -> Evaluation | None:
    """What a game's folder offers, None where it offers nothing."""
    found: Evaluation | None = face(game, "evaluation")
    return found


def bot_file(game: str, name: str) -> Traversable | None:
    """A data file of a game's bots, None where there is none."""
    return data(game, DATA, name)


def read_bot_file(game: str, name: str) -> dict[str, Any] | None:
    """What such a file of JSON says, None where there is none."""
    file = bot_file(game, name)
    if file is None:
        return None
    said: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return said
