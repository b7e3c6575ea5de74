"""Boards and outcomes on a terminal."""

from rich.console import Console
from rich.text import Text

from schwarm.games import Game, Outcome


def print_board(game: Game, console: Console) -> None:
    """Draw the board as its rule book says."""
    for line in game.drawing():
        console.print(Text.assemble(*line), soft_wrap=True)


def status(game: Game) -> str:
    """One line on whose turn it is or how the game ended."""
    outcome = game.outcome()
    if outcome is None:
        return f"ply {game.turn}, {game.to_move} to move"
    return tell_outcome(game, outcome)


def tell_outcome(game: Game, outcome: Outcome) -> str:
    """One line on how a game ended, with both sides' numbers."""
    book = game.setup.book
    ending = "draw" if outcome.winner is None else f"{outcome.winner} wins"
    numbers = "; ".join(
        f"{side}: "
        + ", ".join(f"{value} {name}" for value, name in zip(values, book.score_names, strict=True))
        for side, values in outcome.scores.items()
    )
    return f"{ending} ({outcome.reason}) - {numbers}"
