"""An evaluation by a learned net: it judges positions, the hand-made evaluation orders moves."""

from __future__ import annotations

from collections.abc import Mapping

from schwarm.bots.learned.net import Net
from schwarm.bots.learned.rows import Rows
from schwarm.bots.learned.weights import LIMIT
from schwarm.game.game import Game
from schwarm.search.evaluator import Evaluator


class LearnedEvaluator(Evaluator):
    """Rows, summed and judged by a net; `guide` orders moves and knows what is pressing."""

    guide: Evaluator
    rows: Rows
    net: Net

    def __init__(self, guide: Evaluator, rows: Rows, net: Net, settings: Mapping[str, int]) -> None:
        """`settings` are the search's own numbers, in the net's points."""
        super().__init__()
        self.plays = guide.plays
        self.guide = guide
        self.rows = rows
        self.net = net
        self.futility_margin = settings["futility_margin"]
        self.scale = settings["scale"]
        self.quiescence_plies = settings["quiescence_plies"]
        self.null_moves = bool(settings["null_moves"])
        self.late_move_count = settings["late_move_count"]
        self.chance_moves = guide.chance_moves

    def value(self, game: Game) -> int:
        self.rows.list_rows(game)
        if self.rows.listed < 0:
            return self.guided(game)
        points = self.net.weigh(self.rows)
        return -points if game.side else points

    def guided(self, game: Game) -> int:
        """What the hand-made evaluation says, in the net's points: where the net would not know the board."""
        points = self.guide.value(game)
        size = (points if points >= 0 else -points) * self.scale // self.guide.scale
        size = min(size, LIMIT)
        return size if points >= 0 else -size

    def prior(self, game: Game, move: int) -> int:
        return self.guide.prior(game, move)

    def is_chance_move(self, game: Game, move: int) -> bool:
        return self.guide.is_chance_move(game, move)

    def under_threat(self, game: Game) -> bool:
        return self.guide.under_threat(game)

    def make_null_move(self, game: Game) -> None:
        self.guide.make_null_move(game)

    def unmake_null_move(self, game: Game) -> None:
        self.guide.unmake_null_move(game)
