"""The gate: a new net stays only if it wins a match against the player before it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from schwarm.players import BY_HAND, BotSpec, NetSpec
from schwarm.ratings import Sprt, match_rating
from schwarm.referee import Limits
from schwarm.workers import Contestant, Report, Share, Tally, Task, pairs, play_all

TEST = Sprt(elo0=0.0, elo1=40.0)
NEW, OLD = "new net", "player before"
AMPLE_MS = 60_000  # players keep to nodes or a time of their own
PAIRS = 8  # pairs that each worker plays before the test is looked at


@dataclass(frozen=True, slots=True)
class GateMatch:
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
        own_ms = 0 if self.nodes else self.time_ms
        new, old = (
            NetSpec(player, own_ms, self.nodes) if player else BotSpec(BY_HAND, own_ms, self.nodes)
            for player in self.players
        )
        found: list[Task] = []
        for number in range((self.games + 1) // 2):
            both = pairs(
                self.game,
                Contestant(NEW, new),
                Contestant(OLD, old),
                2,
                seed=self.seed + number,
                profile=self.profiles[number % len(self.profiles)],
                opening_plies=self.opening_plies,
                limits=Limits(AMPLE_MS, 20 * AMPLE_MS),  # a busy machine decides no gate
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


def play_gate(
    duel: GateMatch,
    share: Share,
    watch: Callable[[Tally], None] = lambda tally: None,
    *,
    to_the_end: bool = False,
) -> GateVerdict:
    """Play until the sequential test is decided or all games are played; undecided is not passed."""
    tasks = duel.tasks()
    reports: list[Report] = []
    total = Tally()
    verdict = None
    step = len(tasks) if to_the_end else 2 * PAIRS * share.slots
    for first in range(0, len(tasks), step):
        for report in play_all(tasks[first : first + step], share):
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
