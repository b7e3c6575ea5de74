"""A whole event printed: tables with ratings, brackets, sequential tests."""

from __future__ import annotations

from collections.abc import Iterator

from rich.box import SIMPLE_HEAD
from rich.console import Console, JustifyMethod
from rich.table import Table

from schwarm.ratings.elo import normalised_text, percent
from schwarm.ratings.sprt import pairs_text
from schwarm.tournament.views import EventView, GroupView, MatchView, StageView

NAME = 8  # columns that an entrant's name gets at least


def print_event(console: Console, view: EventView) -> None:
    """Print everything there is to see of an event."""
    console.print(f"{view.name}: {view.played} of {view.known} known games played", style="bold")
    for stage in view.stages:
        if not stage.groups:
            console.print(f"{stage.name}: not begun")
        for group in stage.groups:
            if stage.bracket:
                _print_bracket(console, group)
            _print_table(console, stage, group)
            for number, match in _titled(stage, group):
                console.print(f"round {number}, {match.home} - {match.away}: {match.title}", markup=False)
            if group.first_best is not None and group.order_right is not None:
                console.print(
                    f"{group.rows[0].name} is really the strongest with probability "
                    f"{percent(group.first_best)}, the whole order is right with "
                    f"{percent(group.order_right)}"
                )
        _print_test(console, stage)


def _titled(stage: StageView, group: GroupView) -> Iterator[tuple[int, MatchView]]:
    """The matches of a league of which something has to be said, with the numbers of their rounds."""
    for number, day in enumerate([] if stage.bracket else group.days, 1):
        yield from ((number, match) for match in day if match.title)


def _print_table(console: Console, stage: StageView, group: GroupView) -> None:
    """A group's table, without the last criteria where it would be too wide; only long names are ever cut."""
    criteria = [name for name in group.criteria if name != "lot"]
    shown = len(criteria)
    anywhere = console.options.update(width=10_000)
    spare = max([len(row.name) - NAME for row in group.rows if len(row.name) > NAME], default=0)
    while shown > 1:
        wanted = console.measure(_table(stage, group, criteria[:shown]), options=anywhere).maximum
        if wanted - spare <= console.width:
            break
        shown -= 1
    console.print(_table(stage, group, criteria[:shown]))
    if shown < len(criteria):
        console.print(f"not shown, the terminal is too narrow: {', '.join(criteria[shown:])}", style="dim")


def _table(stage: StageView, group: GroupView, criteria: list[str]) -> Table:
    several = len(stage.groups) > 1
    title = f"{stage.name}, group {group.number + 1}" if several else stage.name
    table = Table(title=title, title_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    rated = any(row.elo is not None for row in group.rows)
    for head in ("", "entrant", "matches", "games", *criteria, *(("Elo", "above next") if rated else ())):
        justify: JustifyMethod = "left" if head == "entrant" else "right"
        lines = head.replace(" ", "\n").replace("-", "-\n")
        table.add_column(lines, justify=justify, no_wrap=head != "entrant", overflow="fold")
    for row in group.rows:
        cells = [str(row.rank), row.name, "-".join(map(str, row.matches)), "-".join(map(str, row.games))]
        cells += [f"{value:g}" for value in row.values[: len(criteria)]]
        if rated and row.elo is not None and row.elo_interval is not None:
            low, high = row.elo_interval
            sure = "" if row.above_next is None else percent(row.above_next)
            cells += [f"{row.elo:+.0f} ({low:+.0f}, {high:+.0f})", sure]
        table.add_row(*cells)
    return table


def _print_bracket(console: Console, group: GroupView) -> None:
    for day in group.days:
        for match in day:
            if match.away is None:
                console.print(f"  {match.title}: {match.home} has no opponent")
                continue
            decided = f", decided by {match.decided_by}" if match.decided_by else ""
            winner = f": {match.winner}{decided}" if match.winner else ""
            console.print(f"  {match.title}: {match.home} {match.won[0]}:{match.won[1]} {match.away}{winner}")


def _print_test(console: Console, stage: StageView) -> None:
    test = stage.test
    if test is None:
        return
    low, high = test.elo_interval
    console.print(f"pairs with 0, 1/2, 1, 1 1/2, 2 points: {', '.join(map(str, test.pairs))}")
    console.print(
        f"Elo {test.elo:+.2f} ({low:+.2f} to {high:+.2f})"
        f"{normalised_text(test.normalised, test.normalised_error)}, {test.first} is the stronger with "
        f"probability {percent(test.superiority)}"
    )
    verdict = {"H1": f"{test.first} is stronger (H1)", "H0": "no such gain (H0)", None: "undecided"}[
        test.verdict
    ]
    console.print(f"LLR {test.llr:.2f} ({test.bounds[0]:.2f}, {test.bounds[1]:.2f}): {verdict}")
    if test.verdict is None:
        console.print(pairs_text(test.remaining_pairs))
    for line in test.advice:
        console.print(line, style="yellow", soft_wrap=True)
