"""Boards, legends, rules and outcomes on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from textwrap import wrap

from rich.console import Console
from rich.text import Text

from schwarm.cli.words import legend_of, reason_name, rules_of, score_names, side_name, tell
from schwarm.game import Game, Outcome, RuleBook

WIDEST = 100  # columns; longer lines of prose are hard to read


def print_board(game: Game, console: Console) -> None:
    """Draw the board as its rule book says."""
    for line in game.drawing():
        console.print(Text.assemble(*line), soft_wrap=True)


def print_lines(lines: Sequence[str], console: Console) -> None:
    """Plain lines; page by page if they are more than a terminal holds."""
    if console.is_terminal and sys.stdin.isatty() and len(lines) >= console.height - 1:
        with console.pager():
            console.print("\n".join(lines), markup=False, soft_wrap=True)
        return
    console.print("\n".join(lines), markup=False, soft_wrap=True)


def legend_lines(book: RuleBook, width: int) -> list[str]:
    """What the signs of a drawing mean, several on a line."""
    return packed([f"{sign}  {meaning}" for sign, meaning in legend_of(book)], min(width, WIDEST))


def packed(texts: Sequence[str], width: int, gap: str = "    ") -> list[str]:
    """Texts joined into lines of at most this width.

    >>> packed(["r3  red fish", "#  kraken", "·  empty"], 30)
    ['r3  red fish    #  kraken', '·  empty']
    """
    lines: list[str] = []
    for text in texts:
        if lines and len(lines[-1]) + len(gap) + len(text) <= width:
            lines[-1] += gap + text
        else:
            lines.append(text)
    return lines


def rule_lines(book: RuleBook, wanted: str, width: int) -> list[str]:
    """The rule sheet in one sentence a rule, or the rules whose id begins with what is wanted."""
    rules = rules_of(book)
    found = {rule: text for rule, text in rules.items() if rule.casefold().startswith(wanted.casefold())}
    if not found:
        return [tell("no_rule", names=", ".join(rules), said=repr(wanted))]
    label = max(map(len, found)) + 2
    lines = [book.title] if not wanted else []
    for rule, text in found.items():
        first, *rest = wrap(text, min(width, WIDEST) - label) or [""]
        lines += [f"{rule:<{label}}{first}", *(" " * label + line for line in rest)]
    return lines


def status(game: Game) -> str:
    """One line on whose turn it is or how the game ended."""
    outcome = game.outcome()
    if outcome is None:
        return tell("ply", turn=game.turn, side=side_name(game.to_move))
    return tell_outcome(game, outcome)


def tell_outcome(game: Game, outcome: Outcome) -> str:
    """One line on how a game ended, with both sides' numbers."""
    book = game.setup.book
    ending = tell("draw") if outcome.winner is None else tell("wins", side=side_name(outcome.winner))
    numbers = "; ".join(
        f"{side_name(side)}: "
        + ", ".join(f"{value} {name}" for value, name in zip(values, score_names(book), strict=True))
        for side, values in outcome.scores.items()
    )
    return tell("outcome", ending=ending, reason=reason_name(str(outcome.reason)), numbers=numbers)
