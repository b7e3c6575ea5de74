"""Lines of play around a puzzle: the quickest win against the best defence, and what refutes a wrong move."""

from __future__ import annotations

from schwarm.game import Game, Move
from schwarm.search.alphabeta import AlphaBeta
from schwarm.teaching.puzzles.proof import Judge, Proof, choices, same_result
from schwarm.teaching.puzzles.puzzle import Goal, Puzzle

LOOK_NODES = 4000  # for the defender's choice among moves that all refute
SHOWN = 4  # plies of a refutation that nothing ends


def attack(judge: Judge, game: Game, plies: int) -> Move:
    """A move of the side to move that wins as soon as possible; it can force a win within so many plies."""
    side = game.side
    quickest = judge.shortest(game, side, plies) or plies
    return next(move for move in choices(game) if judge.wins_by(game, move, side, quickest))


def defence(judge: Judge, game: Game, plies: int) -> Move:
    """The move after which the enemy, who wins within so many plies, needs longest."""
    enemy = 1 - game.side
    best, longest = None, -1
    for move in choices(game):
        game.play(move)
        needed = judge.shortest(game, enemy, plies - 1)
        game.undo()
        if needed is None:
            return move  # no win at all within the plies
        if needed > longest:
            best, longest = move, needed
    assert best is not None
    return best


def winning_line(judge: Judge, game: Game, winner: int, plies: int) -> list[Move]:
    """The best play of both sides until `winner`, who can force it within so many plies, has won."""
    line: list[Move] = []
    while not game.finished() and plies > 0:
        move = attack(judge, game, plies) if game.side == winner else defence(judge, game, plies)
        line.append(game.play(move))
        plies -= 1
    for _ in line:
        game.undo()
    return line


def solution(judge: Judge, game: Game, proof: Proof) -> tuple[str, ...]:
    """The right move, and after a winning one the rest of the line."""
    if proof.goal is Goal.SAVE:
        return (str(proof.answer),)
    side = game.side
    game.play(proof.answer)
    rest = winning_line(judge, game, side, proof.plies - 1)
    game.undo()
    return (str(proof.answer), *map(str, rest))


def still_wins(judge: Judge, game: Game, move: str, plies: int) -> bool:
    """Does a move keep a win that could be forced within so many plies?"""
    return judge.wins_by(game, move, game.side, plies)


def is_right(puzzle: Puzzle, game: Game, move: str) -> bool:
    """Is this first move the puzzle's answer, perhaps in other words?"""
    return same_result(game, move, puzzle.answer)


def refutation(judge: Judge, puzzle: Puzzle, game: Game, wrong: str, plies: int) -> list[Move]:
    """What follows a wrong move: how it loses, or how the defender gets away with it.

    `plies` is the length of the win that was to be kept, or of the loss that was to be avoided.
    """
    side = game.side
    played = game.play(wrong)
    try:
        if game.finished():
            return [played]
        if puzzle.goal is Goal.SAVE:
            return [played, *winning_line(judge, game, 1 - side, plies - 1)]
        return [played, *escape(judge, game, side, plies - 1)]
    finally:
        game.undo()


def escape(judge: Judge, game: Game, attacker: int, plies: int) -> list[Move]:
    """Moves after which the attacker has no win within so many plies, the defender's best ones first."""
    searcher = AlphaBeta(judge.prover.evaluator, 1 << 12)
    line: list[Move] = []
    try:
        while not game.finished() and len(line) < SHOWN and plies - len(line) > 0:
            left = plies - len(line)
            found = searcher.search(game.view(), nodes=LOOK_NODES, lines=3).lines
            moves = [one.move for one in found]
            if game.side != attacker:
                every = (*moves, *choices(game))
                moves = [next(move for move in every if not judge.wins_by(game, move, attacker, left))]
            line.append(game.play(moves[0]))
    finally:
        for _ in line:
            game.undo()
    return line
