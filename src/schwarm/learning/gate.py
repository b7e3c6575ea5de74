"""The gate: a new net stays only if it wins a match against the player before it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial

from schwarm.bots import SearchBot, knowledge
from schwarm.learning.selfplay import evaluator_of
from schwarm.players import BotSpec, PlayerSpec
from schwarm.ratings import Sprt, match_rating
from schwarm.referee import DirectSeat, Limits, Think
from schwarm.workers import Contestant, Report, Tally, Task, judge, map_processes, pairs, start

TEST = Sprt(elo0=0.0, elo1=40.0)
NEW, OLD = "new net", "player before"
AMPLE_MS = 60_000  # where nodes limit a move, not time
PAIRS = 8  # pairs a process plays before the test is looked at


@dataclass(frozen=True, slots=True)
class Duel:
    """A match between two players (files of nets; empty: the hand-made evaluation) at equal time or nodes."""

    game: str
    players: tuple[str, str]
    profiles: tuple[str, ...]
    games: int
    seed: int
    time_ms: int = 100
    nodes: int = 0
    opening_plies: int = 4

    def tasks(self) -> list[Task]:
        """Two games of each start with the sides changed; the profiles take turns."""
        spec = BotSpec("best", nodes=self.nodes)
        limit_ms = AMPLE_MS if self.nodes else self.time_ms
        found: list[Task] = []
        for number in range((self.games + 1) // 2):
            both = pairs(
                self.game,
                Contestant(NEW, spec),
                Contestant(OLD, spec),
                2,
                seed=self.seed + number,
                profile=self.profiles[number % len(self.profiles)],
                opening_plies=self.opening_plies,
                limits=Limits(limit_ms, 20 * limit_ms),
            )
            found += [replace(task, key=(2 * number + which,)) for which, task in enumerate(both)]
        return found


@dataclass(frozen=True, slots=True)
class GateVerdict:
    """How a gate ended."""

    tally: Tally
    shares: tuple[float, float]  # where the true share of the points lies, with 95 percent confidence
    test: str  # the sequential test in words
    passed: bool

    def text(self) -> str:
        """One line for people."""
        low, high = self.shares
        return f"{self.tally.text()}, true share {100 * low:.1f} to {100 * high:.1f} %; {self.test}"


def play_game(task: Task, players: Mapping[str, str]) -> Report:
    """One game between players given by contestant."""
    game = start(task)
    seats = {
        side: DirectSeat(one.name, thinker(task.game, players[one.name], one.spec))
        for side, one in zip(game.setup.book.sides, task.players, strict=True)
    }
    return asyncio.run(judge(task, game, seats))


def thinker(game: str, player: str, spec: PlayerSpec) -> Think:
    """A new bot that plays with a net or with the hand-made evaluation."""
    assert isinstance(spec, BotSpec)
    bot = SearchBot(spec.bot, knowledge(game), evaluator=evaluator_of(game, player))
    if spec.nodes:
        return lambda game, budget_ms: bot.analyse(game, AMPLE_MS, nodes=spec.nodes).move
    return lambda game, budget_ms: bot.choose(game, round(budget_ms or AMPLE_MS))


def play_gate(
    duel: Duel,
    processes: int,
    watch: Callable[[Tally], None] = lambda tally: None,
    *,
    to_the_end: bool = False,
) -> GateVerdict:
    """Play until the sequential test is decided or all games are played; undecided is not passed."""
    tasks = duel.tasks()
    play = partial(play_game, players={NEW: duel.players[0], OLD: duel.players[1]})
    reports: list[Report] = []
    total = Tally()
    verdict = None
    step = len(tasks) if to_the_end else 2 * PAIRS * processes
    for first in range(0, len(tasks), step):
        for report in map_processes(play, tasks[first : first + step], processes):
            reports.append(report)
            total = total.plus(Tally.of(report, NEW))
            watch(total)
        rating = match_rating(reports, NEW)
        verdict = TEST.verdict(rating.pairs)
        if verdict is not None and not to_the_end:
            break
    said = {None: "undecided", "H0": "H0 accepted", "H1": "H1 accepted"}[verdict]
    test = f"sequential test of 0 against {TEST.elo1:.0f} Elo: {said}"
    return GateVerdict(total, rating.shares, test, passed=verdict == "H1")
