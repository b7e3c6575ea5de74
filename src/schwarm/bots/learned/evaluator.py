"""An evaluation by a learned net: positions are judged by the net, moves are guessed at by the hand-made one."""

from __future__ import annotations

from collections.abc import Mapping


from schwarm.bots.learned.net import Net
from schwarm.bots.learned.rows import Rows
from schwarm.games.game import Game
from schwarm.search.evaluator import Evaluator


class LearnedEvaluator(Evaluator):
    """Rows, summed and judged by a net; `guide` orders moves and knows what is pressing."""

    guide: Evaluator
    rows: Rows
    net: Net

    def __init__(self, guide: Evaluator, rows: Rows, net: Net, settings: Mapping[str, int]) -> None:
        """`settings` are the search's own numbers, in the net's points."""
        super().__init__()
        self.guide = guide
        self.rows = rows
        self.net = net
        self.margin = settings["margin"]
        self.scale = settings["scale"]
        self.quiet_plies = settings["quiet_plies"]
        self.may_skip = bool(settings["may_skip"])
        self.crowd = settings["crowd"]
        self.lottery = guide.lottery

    def value(self, game: Game) -> int:
        self.rows.list_rows(game)
        points = self.net.weigh(self.rows)
        return -points if game.side else points

    def prior(self, game: Game, move: int) -> int:
        return self.guide.prior(game, move)

    def is_drawn(self, game: Game, move: int) -> bool:
        return self.guide.is_drawn(game, move)

    def is_pressed(self, game: Game) -> bool:
        return self.guide.is_pressed(game)

    def skip(self, game: Game) -> None:
        self.guide.skip(game)

    def unskip(self, game: Game) -> None:
        self.guide.unskip(game)
