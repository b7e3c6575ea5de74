"""The gate: a new net stays only if it wins a match against the player before it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from schwarm.bots import SearchBot, knowledge
from schwarm.bots.match import Pairing, Spec, Tally, play_game
from schwarm.learning.selfplay import evaluator_of
from schwarm.learning.workers import run_jobs
from schwarm.tournament.ratings.sprt import Sprt

TEST = Sprt(elo0=0.0, elo1=40.0)


@dataclass(frozen=True, slots=True)
class Duel:
    """Two games from one start, sides changed, between two players (files of nets, or empty)."""

    game: str
    profile: str
    players: tuple[str, str]
    seed: int
    time_ms: int
    nodes: int
    opening_plies: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a gate ended."""

    tally: Tally
    test: str  # the sequential test in words
    passed: bool

    def text(self) -> str:
        """One line for people."""
        return f"{self.tally.text()}; {self.test}"


def play_duel(duel: Duel) -> tuple[Tally, Tally]:
    """Play both games with new bots."""
    known = knowledge(duel.game)
    spec = Spec("net", nodes=duel.nodes)
    found = []
    for swapped in (False, True):
        first, second = (
            SearchBot(f"player {number}", known, evaluator=evaluator_of(duel.game, player), seed=duel.seed)
            for number, player in enumerate(duel.players)
        )
        pairing = Pairing(
            duel.game,
            {"profile": duel.profile},
            duel.seed,
            (spec, spec),
            swapped,
            60_000 if duel.nodes else duel.time_ms,
            duel.opening_plies,
        )
        found.append(play_game(pairing, (first, second)))
    return found[0], found[1]


def duels(
    game: str,
    players: tuple[str, str],
    profiles: tuple[str, ...],
    *,
    games: int,
    time_ms: int,
    nodes: int,
    seed: int,
    opening_plies: int = 4,
) -> list[Duel]:
    """The pairs of a match, the profiles taking turns."""
    return [
        Duel(game, profiles[i % len(profiles)], players, seed + i, time_ms, nodes, opening_plies)
        for i in range((games + 1) // 2)
    ]


def play_gate(
    plan: list[Duel], processes: int, watch: Callable[[Tally], None] = lambda tally: None, *, to_the_end: bool = False
) -> Verdict:
    """Play until the sequential test is decided or the plan ends; then the better share decides."""
    counts = [0, 0, 0, 0, 0]
    total = Tally()
    results: Iterator[tuple[Tally, Tally]] = run_jobs(play_duel, plan, processes)
    verdict = None
    for first, second in results:
        counts[round(2 * (first.share + second.share))] += 1
        total = total.plus(first).plus(second)
        watch(total)
        verdict = TEST.verdict((counts[0], counts[1], counts[2], counts[3], counts[4]))
        if verdict is not None and not to_the_end:
            break
    results.close()  # type: ignore[attr-defined]
    said = {None: "undecided", "H0": "H0 accepted", "H1": "H1 accepted"}[verdict]
    passed = verdict == "H1" or (verdict is None and total.share > 0.5)
    return Verdict(total, f"sequential test of 0 against {TEST.elo1:.0f} Elo: {said}", passed)
