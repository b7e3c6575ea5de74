"""The seam between the searches and the knowledge of one game: a value for a position, priors for its moves.

Values count from the FIRST side's view, as Game.score does: positive is good for the side that began the
game, whoever is to move. They stay within +-30,000; scores beyond that mean won and lost games.

An evaluator for alpha-beta is compiled, like a rule book, or a `PythonEvaluator` (python_evaluator.py). Tree
search also takes those that judge many positions at once: `BatchEvaluator` in batch.py.
"""

from __future__ import annotations

import cython

from schwarm.game.errors import GameError
from schwarm.game.game import Game
from schwarm.game.rulebook import Move

if not cython.compiled:
    from schwarm.bits import below, mix

HEAP_TYPE = 1 << 9  # Python sets this flag on classes made by a class statement, not on compiled classes
POLICY_FLOOR = 20_000  # added to every prior in tree search, so that no move is hopeless
POLICY_CEILING = 80_000  # no move gets more than this, so that no move hides all others


class Evaluator:
    """Knows nothing: every position is worth 0 and all moves are equally good.

    Subclass it in a compiled module to add knowledge of a game.
    """

    plays: type[Game] | tuple[type[Game], ...] | None
    futility_margin: int
    late_move_count: int
    quiescence_plies: int
    null_moves: bool
    chance_moves: bool
    scale: int

    def __init__(self) -> None:
        self.require_compiled_methods()
        self.plays = None
        self.futility_margin = 0
        self.late_move_count = 0
        self.quiescence_plies = 0
        self.null_moves = False
        self.chance_moves = False
        self.scale = 1000

    def require_compiled_methods(self) -> None:
        """Refuse a subclass written in Python: the compiled searches would never call its methods."""
        if cython.compiled and type(self).__flags__ & HEAP_TYPE:
            raise TypeError(
                f"{type(self).__name__} is not compiled, so the searches would not call it: "
                "expected a subclass of PythonEvaluator, or of BatchEvaluator for tree search"
            )

    # --- what the searches ask: fast, unchecked -----------------------------------------------------
    def value(self, game: Game) -> int:
        """What a position is worth to the first side; the game is not over."""
        return 0

    def prior(self, game: Game, move: int) -> int:
        """How promising a move is before it is searched, from 0 to 2 million.

        From 1 million (NOISY) on a move is noisy: alpha-beta neither reduces nor prunes it, and
        quiescence searches it.
        """
        return 0

    def expectation(self, game: Game) -> float:
        """The result tree search expects for the first side, from -1 (lost) to 1 (won)."""
        value = self.value(game)
        size = value if value >= 0 else -value
        return (1.0 * value) / (size + self.scale)

    def policy(self, game: Game, move: int) -> float:
        """A move's share of the first visits in tree search, before division by the sum of all shares."""
        return min(POLICY_FLOOR + self.prior(game, move), POLICY_CEILING)

    def knows(self, game: Game) -> bool:
        """Can it say `expectation` and `policy` of this position at once? Only a batch evaluator cannot."""
        return True

    def is_chance_move(self, game: Game, move: int) -> bool:
        """Is the move's result random? Asked only where `chance_moves` is set."""
        return False

    def under_threat(self, game: Game) -> bool:
        """Does the side to move lose at once unless it answers a threat, as in check in chess?

        Quiescence then searches all moves instead of trusting the evaluation, and nothing is pruned.
        """
        return False

    def make_null_move(self, game: Game) -> None:
        """Let the side to move pass, though the rules have no pass; only where `null_moves` is set."""
        game.turn += 1
        game.side = 1 - game.side

    def unmake_null_move(self, game: Game) -> None:
        """Take a null move back."""
        game.turn -= 1
        game.side = 1 - game.side

    # --- called from Python -------------------------------------------------------------------------
    def require(self, game: Game) -> None:
        """Refuse a game of another kind: compiled methods would read memory that is not there."""
        if not isinstance(game, self.plays or Game):
            kind = self.plays[0] if isinstance(self.plays, tuple) else self.plays
            wanted = "a game" if kind is None else f"a game of {kind.__name__}"
            raise GameError(f"expected {wanted}, not {game!r:.60}")

    def evaluate(self, game: Game) -> int:
        """What a position is worth to the first side."""
        self.require(game)
        return self.value(game)

    def check(self) -> None:
        """Raise what went wrong inside a search; only evaluators written in Python can go wrong."""

    def win_expectation(self, game: Game) -> float:
        """The expected result for the first side, from -1 (lost) to 1 (won)."""
        self.require(game)
        return self.expectation(game)

    def policy_of(self, game: Game) -> dict[Move, float]:
        """Each candidate move with its share of the first visits in tree search; the shares sum to 1."""
        self.require(game)
        moves = [game.stack[i] for i in range(game.list_candidates(0))]
        shares = [self.policy(game, move) for move in moves]
        return {game.move_of(move): share / sum(shares) for move, share in zip(moves, shares, strict=True)}

    def chance_moves_among(self, game: Game, moves: list[Move]) -> list[Move]:
        """Those of some legal moves whose results are random."""
        self.require(game)
        return [move for move in moves if self.is_chance_move(game, move.code)]


class NoisyEvaluator(Evaluator):
    """Another evaluator with an error added that depends on the position alone: it makes weaker players."""

    inner: Evaluator
    noise: int
    seed: int

    def __init__(self, inner: Evaluator, noise: int, seed: int = 0) -> None:
        """Errors lie between -noise and +noise; each seed gives other ones."""
        super().__init__()
        self.plays = inner.plays
        self.inner = inner
        self.noise = noise
        self.seed = seed
        self.futility_margin = inner.futility_margin
        self.scale = inner.scale
        self.late_move_count = inner.late_move_count
        self.chance_moves = inner.chance_moves

    def value(self, game: Game) -> int:
        error = below(mix(game.key() ^ mix(self.seed + 1)), 2 * self.noise + 1) - self.noise
        return self.inner.value(game) + error

    def prior(self, game: Game, move: int) -> int:
        return self.inner.prior(game, move)

    def is_chance_move(self, game: Game, move: int) -> bool:
        return self.inner.is_chance_move(game, move)

    def under_threat(self, game: Game) -> bool:
        return self.inner.under_threat(game)
