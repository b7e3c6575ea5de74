"""Random games, many and fast: a rough estimate of a position, and a measure of the rules' speed."""

from __future__ import annotations

from dataclasses import dataclass

import cython

from schwarm.game.errors import GameError
from schwarm.game.game import Game
from schwarm.game.random64 import Stream
from schwarm.search.threads import over_threads

if not cython.compiled:
    from schwarm.bits import advance, free_words, mix, new_words


class PlayoutCounter:
    """Plays games to the end with uniformly random moves and counts how they end."""

    plies: int
    wins: int  # of the first side
    losses: int
    draws: int  # games that ended in a tie
    cut: int  # games stopped at the limit
    random: int

    def __init__(self, seed: int) -> None:
        self.plies = self.wins = self.losses = self.draws = self.cut = 0
        self.random = seed

    def playout(self, game: Game, limit: int) -> int:
        """Play on until the game ends or `limit` plies are made; return how many were."""
        plies = 0
        while not game.over():
            self.random = advance(self.random)
            if not game.pick(mix(self.random)):
                break
            if plies == limit:
                self.cut += 1
                return plies
            game.push(game.stack[0])
            plies += 1
        score = game.score()
        if score > 0:
            self.wins += 1
        elif score < 0:
            self.losses += 1
        else:
            self.draws += 1
        return plies

    def run(self, game: Game, games: int, limit: int) -> None:
        """Play `games` games from here, each with chance and hidden parts resampled; the game comes back."""
        place = new_words(game.place_words)
        with cython.nogil:
            for _ in range(games):
                self.random = advance(self.random)
                game.resample(mix(self.random))
                game.save_place(place, 0)
                plies = self.playout(game, limit)
                self.plies += plies
                if game.blocks:
                    game.load_place(place, 0)
                else:
                    for _ in range(plies):
                        game.pop()
        free_words(place)
        game.check()


@dataclass(frozen=True, slots=True)
class Playouts:
    """How random games ended: wins by side, draws, games cut at the limit, plies of all games together.

    >>> Playouts(games=10, wins={"red": 6, "blue": 3}, draws=1, cut=0, plies=590).mean_length
    59.0
    """

    games: int
    wins: dict[str, int]
    draws: int
    cut: int
    plies: int

    @property
    def mean_length(self) -> float:
        """Plies of a game on average."""
        return self.plies / self.games


PARTS = 128  # the games are shared out in so many parts, the same on any number of threads


def playouts(game: Game, games: int, seed: int = 0, *, threads: int = 1, limit: int = 10_000) -> Playouts:
    """Play `games` random games from here. The same seed gives the same result on any number of threads.

    :param limit: the ply at which a game that has no end yet is stopped, which `Playouts.cut` counts.
    :raises GameError: if there is not one game to play.

    >>> from schwarm.game import new_game
    >>> result = playouts(new_game("piranhas", seed=7), 50, seed=1)
    >>> result.games, sum(result.wins.values()) + result.draws
    (50, 50)
    """
    if games < 1:
        raise GameError(f"expected 1 game or more, not {games}")
    parts = min(games, PARTS)
    shares = [(games * (i + 1) // parts - games * i // parts, Stream(seed, i).word()) for i in range(parts)]

    def work(twin: Game, share: tuple[int, int]) -> PlayoutCounter:
        counter = PlayoutCounter(share[1])
        counter.run(twin, share[0], limit)
        return counter

    counters = over_threads(game, threads, shares, work)
    first, second = game.setup.book.sides
    return Playouts(
        games=games,
        wins={first: sum(t.wins for t in counters), second: sum(t.losses for t in counters)},
        draws=sum(t.draws for t in counters),
        cut=sum(t.cut for t in counters),
        plies=sum(t.plies for t in counters),
    )
