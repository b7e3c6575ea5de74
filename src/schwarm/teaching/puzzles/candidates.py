"""Positions that may be puzzles, out of games that bots of many strengths play from varied openings."""

from __future__ import annotations

from collections.abc import Iterator

from schwarm import bots
from schwarm.game import Game, new_game
from schwarm.game.random64 import Stream
from schwarm.search.alphabeta import AlphaBeta
from schwarm.search.report import PROVEN, WIN
from schwarm.teaching.puzzles.proof import choices
from schwarm.teaching.puzzles.puzzle import puzzle_rules, start_at

STREAM = 31  # of the game's seed: who plays and how the game opens
FEW = 30  # a ship that has more moves than that is hardly ever in need of one of them
PATIENCE_MS = 60_000  # levels are limited by nodes, not by time
TABLE = 1 << 16


class Scout:
    """Looks through games for positions in which the best move is far better than the second."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.rules = puzzle_rules(game)
        self.greedy = bots.player(game, "greedy")
        self.searcher = AlphaBeta(bots.knowledge(game).evaluator(), TABLE)

    def positions(self, seed: int) -> Iterator[Game]:
        """Candidates of one game, each as a game of its own that begins there."""
        stream = Stream(seed, STREAM)
        game = new_game(self.game, seed=seed, **self.rules.options)
        low, high = self.rules.levels
        players = [
            bots.player(self.game, str(low + stream.below(high - low + 1)), seed=seed) for _ in range(2)
        ]
        first, last = self.rules.opening
        for _ in range(first + stream.below(last - first + 1)):
            move = game.random_move(stream.word())
            if move is not None:
                game.play(move)
        while not game.finished():
            game.play(players[game.side].choose(game, PATIENCE_MS))
        if self.rules.close is not None and not self.rules.close(game):
            return
        late = list(game.history[-self.rules.last :])
        for _ in late:
            game.undo()
        for move in late:
            if self.is_candidate(game):
                yield start_at(self.game, game.public_position())
            game.play(move)

    def is_candidate(self, game: Game) -> bool:
        """Does a short search see one move that wins, or all but one lose? A ship: are its moves few?"""
        if self.rules.look_nodes is None:
            return 1 < len(choices(game)) <= FEW
        self.searcher.forget()  # what is found must not depend on the games before
        found = self.searcher.search(game.view(), nodes=self.rules.look_nodes, lines=2).lines
        if len(found) < 2:
            return False
        best, second = found[0].score, found[1].score
        if best >= PROVEN:
            found_one = second < PROVEN and WIN - best > 1
        else:
            found_one = best > -PROVEN and second <= -PROVEN
        # A proof is dear; what a greedy player plays would be no puzzle anyway.
        return found_one and self.greedy.choose(game, PATIENCE_MS) != found[0].move
