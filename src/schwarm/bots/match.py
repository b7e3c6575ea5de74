"""Two bots against each other, many times: each start is played twice with the sides changed."""

from __future__ import annotations

import math
import multiprocessing
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from schwarm.bots import Bot, player
from schwarm.bots.bot import SearchBot
from schwarm.games import new_game
from schwarm.games.errors import BadOption, IllegalMove
from schwarm.games.game import Game


@dataclass(frozen=True, slots=True)
class Spec:
    """A bot in a match: its name, and a time or a number of nodes of its own if it has one."""

    name: str
    time_ms: int = 0
    nodes: int = 0

    @classmethod
    def read(cls, text: str) -> Spec:
        """`best`, `best@200` (200 ms a move) or `best#5000` (5000 nodes a move)."""
        for mark, field_name in (("@", "time_ms"), ("#", "nodes")):
            name, found, number = text.partition(mark)
            if found:
                if not number.isdecimal() or int(number) < 1:
                    raise BadOption(f"expected a number after {mark} in {text!r}")
                return cls(name, **{field_name: int(number)})
        return cls(text)


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game of a match."""

    game: str
    options: Mapping[str, Any]
    seed: int
    specs: tuple[Spec, Spec]
    swapped: bool  # does the second bot begin?
    time_ms: int
    opening_plies: int


@dataclass(frozen=True, slots=True)
class Tally:
    """Results of the first bot. `late` and `illegal` count moves of either bot that broke a limit."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    late: int = 0
    illegal: int = 0
    plies: int = 0
    slowest_ms: float = 0.0
    reasons: Mapping[str, int] = field(default_factory=dict)

    @property
    def games(self) -> int:
        """How many were played."""
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> float:
        """The first bot's part of the points, 0 to 1."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    def interval(self, z: float = 1.96) -> tuple[float, float]:
        """Where the true share lies with 95 percent confidence (Wilson's interval)."""
        n = max(self.games, 1)
        centre = (self.share + z * z / (2 * n)) / (1 + z * z / n)
        spread = self.share * (1 - self.share) / n + z * z / (4 * n * n)
        half = z * math.sqrt(spread) / (1 + z * z / n)
        return centre - half, centre + half

    def plus(self, other: Tally) -> Tally:
        """Both together."""
        names = self.reasons.keys() | other.reasons.keys()
        return Tally(
            self.wins + other.wins,
            self.draws + other.draws,
            self.losses + other.losses,
            self.late + other.late,
            self.illegal + other.illegal,
            self.plies + other.plies,
            max(self.slowest_ms, other.slowest_ms),
            {name: self.reasons.get(name, 0) + other.reasons.get(name, 0) for name in sorted(names)},
        )

    def text(self) -> str:
        """One line for people."""
        low, high = self.interval()
        return (
            f"{self.wins} won, {self.draws} drawn, {self.losses} lost: {100 * self.share:.1f} % "
            f"({100 * low:.1f} to {100 * high:.1f}), {self.late} late, {self.illegal} illegal"
        )


def play_game(pairing: Pairing, bots: tuple[Bot, Bot]) -> Tally:
    """Play one game between two bots; a late or illegal move loses it."""
    game = new_game(pairing.game, seed=pairing.seed, **dict(pairing.options))
    opening = player(pairing.game, "random", seed=pairing.seed)
    sides = game.setup.book.sides
    result = Tally()
    while (outcome := game.outcome()) is None:
        if game.turn < pairing.opening_plies:
            game.play(opening.choose(game))
            continue
        number = sides.index(game.to_move) ^ pairing.swapped
        fault, elapsed_ms = ask(game, bots[number], pairing.specs[number], pairing.time_ms)
        result = replace(result, slowest_ms=max(result.slowest_ms, elapsed_ms))
        if fault:
            won = number == 1
            return replace(
                result,
                wins=int(won),
                losses=int(not won),
                late=int(fault == "late"),
                illegal=int(fault == "illegal"),
                plies=game.turn,
                reasons={fault: 1},
            )
    points = 0 if outcome.winner is None else 1 - 2 * (sides.index(outcome.winner) ^ pairing.swapped)
    return replace(
        result,
        wins=int(points > 0),
        draws=int(points == 0),
        losses=int(points < 0),
        plies=game.turn,
        reasons={str(outcome.reason): 1},
    )


def ask(game: Game, bot: Bot, spec: Spec, time_ms: int) -> tuple[str, float]:
    """Let a bot make its move; what it did wrong, or nothing, and how long it took."""
    budget = spec.time_ms or time_ms
    began = time.monotonic()
    if spec.nodes and isinstance(bot, SearchBot):
        move = bot.analyse(game, budget, started=began, nodes=spec.nodes).move
    else:
        move = bot.choose(game, budget, started=began)
    elapsed_ms = 1000 * (time.monotonic() - began)
    if elapsed_ms > budget:
        return "late", elapsed_ms
    try:
        game.play(move)
    except IllegalMove:
        return "illegal", elapsed_ms
    return "", elapsed_ms


def play_pairing(pairing: Pairing) -> Tally:
    """Play one game with new bots."""
    first, second = (
        player(pairing.game, spec.name, seed=2 * pairing.seed + number)
        for number, spec in enumerate(pairing.specs)
    )
    return play_game(pairing, (first, second))


def pairings(
    game: str,
    specs: tuple[Spec, Spec],
    games: int,
    *,
    time_ms: int,
    seed: int = 0,
    opening_plies: int = 0,
    options: Mapping[str, Any] | None = None,
) -> list[Pairing]:
    """The games of a match: two of each start, sides changed."""
    return [
        Pairing(game, options or {}, seed + number // 2, specs, bool(number % 2), time_ms, opening_plies)
        for number in range(games)
    ]


def play_all(
    plan: list[Pairing],
    processes: int = 1,
    play: Callable[[Pairing], Tally] = play_pairing,
) -> Iterator[Tally]:
    """The result after each game, in whatever order they end; `processes` games run at a time."""
    total = Tally()
    if processes == 1:
        for pairing in plan:
            total = total.plus(play(pairing))
            yield total
        return
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        for result in pool.imap_unordered(play, plan):
            total = total.plus(result)
            yield total
