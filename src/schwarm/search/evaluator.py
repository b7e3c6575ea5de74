"""The seam between a search and what is known of a game: a number for a position, a guess for a move.

Values count from the FIRST side's view, as Game.score does: positive is good for the side that began,
whoever is to move. They stay within +-30,000; the searches keep what lies beyond for won games.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from schwarm import nocython as cython

from schwarm.games.game import Game
from schwarm.games.rulebook import Move

if not cython.compiled:
    from schwarm.bits import below, mix

HEAP_TYPE = 1 << 9  # flag of classes made by a class statement; compiled classes lack it


class Evaluator:
    """Knows nothing: every position is worth 0. Game knowledge subclasses it, compiled like a rule book."""

    margin: int
    may_skip: bool
    quiet_plies: int
    scale: int
    crowd: int
    lottery: bool

    def __init__(self) -> None:
        if cython.compiled and type(self).__flags__ & HEAP_TYPE:
            raise TypeError(f"{type(self).__name__} is not compiled: the searches would not call it")
        self.margin = 0
        self.may_skip = False
        self.quiet_plies = 0
        self.scale = 1000
        self.crowd = 0
        self.lottery = False

    def value(self, game: Game) -> int:
        """What a position is worth to the first side; the game is not over."""
        return 0

    def prior(self, game: Game, move: int) -> int:
        """How promising a move looks before it is made, 0 to 2 million; from 1 million (NOISY) on it
        changes so much that a search must not cut it short."""
        return 0

    def is_drawn(self, game: Game, move: int) -> bool:
        """Is the move's result drawn at random? Asked only where `lottery` is set."""
        return False

    def is_pressed(self, game: Game) -> bool:
        """Will the side to move lose at once unless it does something about it? As far as quiescence goes
        such positions are not judged as they stand, and none of their moves is cut short."""
        return False

    def skip(self, game: Game) -> None:
        """Let the side to move pass, though the rules have no pass; only where `may_skip` is set."""
        game.turn += 1
        game.side = 1 - game.side

    def unskip(self, game: Game) -> None:
        """Take a pass back."""
        game.turn -= 1
        game.side = 1 - game.side

    # --- for people ------------------------------------------------------------------------------
    def judge(self, game: Game) -> int:
        """The value of a position, callable from Python."""
        return self.value(game)

    def drawn_among(self, game: Game, moves: list[Move]) -> list[Move]:
        """Those of some legal moves whose results are drawn at random."""
        return [move for move in moves if self.is_drawn(game, move.code)]


class Blurred(Evaluator):
    """Another evaluator seen through noise: the same position always looks the same amount wrong."""

    inner: Evaluator
    noise: int
    seed: int

    def __init__(self, inner: Evaluator, noise: int, seed: int = 0) -> None:
        super().__init__()
        self.inner = inner
        self.noise = noise
        self.seed = seed
        self.margin = inner.margin
        self.scale = inner.scale
        self.crowd = inner.crowd
        self.lottery = inner.lottery

    def value(self, game: Game) -> int:
        error = below(mix(game.key() ^ mix(self.seed + 1)), 2 * self.noise + 1) - self.noise
        return self.inner.value(game) + error

    def prior(self, game: Game, move: int) -> int:
        return self.inner.prior(game, move)

    def is_drawn(self, game: Game, move: int) -> bool:
        return self.inner.is_drawn(game, move)

    def is_pressed(self, game: Game) -> bool:
        return self.inner.is_pressed(game)
