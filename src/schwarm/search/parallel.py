"""Alpha-beta on several threads: lazy SMP.

Every thread searches the same position on its own, and all of them share one transposition table. What one
thread has found cuts the work of the others short. The first thread's result counts; the helpers only fill
the table. Results depend on how the threads happen to run, so they do not repeat.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from threading import Thread

from schwarm.game.errors import GameError
from schwarm.game.game import Game
from schwarm.search.alphabeta import AlphaBeta
from schwarm.search.evaluator import Evaluator
from schwarm.search.report import Listener, SearchReport

PATIENCE_S = 0.001  # between two requests to stop: one may come before a helper's search has begun


class ParallelAlphaBeta:
    """Searches like `AlphaBeta`, on one thread for each evaluator; evaluators cannot be shared by threads."""

    def __init__(self, evaluators: Sequence[Evaluator], table_size: int = 1 << 17) -> None:
        if not evaluators:
            raise GameError("expected 1 thread or more, not 0")
        self.evaluator = evaluators[0]
        self.first = AlphaBeta(evaluators[0], table_size)
        self.helpers = [AlphaBeta(evaluator, table=self.first.table) for evaluator in evaluators[1:]]

    @property
    def nodes(self) -> int:
        """How many nodes all threads have visited in the present or last search."""
        return self.first.nodes + sum(helper.nodes for helper in self.helpers)

    @property
    def reserve(self) -> float:
        """The seconds a search keeps back for stalls of the machine."""
        return self.first.reserve

    @property
    def escapes(self) -> bool:
        """Does the first thread, whose result counts, leave moves that lose for others when the time ends?"""
        return self.first.escapes

    @escapes.setter
    def escapes(self, value: bool) -> None:
        self.first.escapes = value

    def stop(self) -> None:
        """Let a running search end soon; callable from another thread or a listener."""
        self.first.stop()

    def forget(self) -> None:
        """Lose all memory of earlier searches."""
        for searcher in (self.first, *self.helpers):
            searcher.forget()

    def moves_back_and_on(self, game: Game, times: int) -> tuple[list[int], list[int]]:
        """As `AlphaBeta.moves_back_and_on`."""
        return self.first.moves_back_and_on(game, times)

    def search(
        self,
        game: Game,
        *,
        depth: int = 100,
        nodes: int = 0,
        deadline: float | None = None,
        latest: float | None = None,
        lines: int = 1,
        only: Collection[int] = (),
        salt: int = 0,
        exact: bool = False,
        listener: Listener | None = None,
        spare: bool = False,
        standstill: int = 0,
    ) -> SearchReport:
        """As `AlphaBeta.search`; `nodes` limits all threads together, and reports count the nodes of all."""
        self.first.list_roots(game, only)  # an ended game is refused before any thread starts
        threads = [
            Thread(
                target=helper.search,
                args=(game.copy(),),
                kwargs={
                    "lines": lines,
                    "only": only,
                    "salt": salt,
                    "exact": exact,
                    "standstill": standstill,
                    "first_depth": 1 + number % 2,
                },
                daemon=True,
            )
            for number, helper in enumerate(self.helpers, 1)
        ]
        for thread in threads:
            thread.start()

        def tell(report: SearchReport) -> None:
            if listener is not None:
                listener(replace(report, nodes=self.nodes))

        share = max(1, nodes // (1 + len(self.helpers))) if nodes else 0
        try:
            found = self.first.search(
                game,
                depth=depth,
                nodes=share,
                deadline=deadline,
                latest=latest,
                lines=lines,
                only=only,
                salt=salt,
                exact=exact,
                listener=tell,
                spare=spare,
                standstill=standstill,
            )
        finally:
            for helper, thread in zip(self.helpers, threads, strict=True):
                while thread.is_alive():
                    helper.stop()
                    thread.join(PATIENCE_S)
        return replace(found, nodes=self.nodes)
