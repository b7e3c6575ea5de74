"""What a run shows while it goes on: a live picture, plain lines, or lines of JSON."""

from __future__ import annotations

import json
import time
from collections import deque
from typing import TextIO

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from schwarm.programs.harmless import harmless
from schwarm.ratings.elo import normalised_text, percent
from schwarm.ratings.sprt import pairs_text
from schwarm.referee import now_ms
from schwarm.tournament.formats import Event
from schwarm.tournament.progress import Group as TournamentGroup
from schwarm.tournament.progress import Progress
from schwarm.tournament.run import Finished, GivenUp, News, Planning
from schwarm.tournament.views import TestView, test_view
from schwarm.workers import Report, Share

ROWS, FAULTS, RUNNING = 24, 5, 8


class Pace:
    """How quickly games end, and so how long the rest will take."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self.played = 0
        self.left = 0
        self.faults = 0

    def hear(self, news: News) -> None:
        if isinstance(news, Finished):
            self.played += 1
            self.left = max(self.left - 1, 0)
            self.faults += bool(news.report.faults)
        elif isinstance(news, Planning):
            self.left = len(news.progress.open)

    @property
    def game_s(self) -> float:
        """Seconds from one end of a game to the next."""
        return (time.monotonic() - self._began) / max(self.played, 1)

    @property
    def left_s(self) -> float:
        """Seconds for the games known to be needed."""
        return self.left * self.game_s


class JsonLines:
    """One line of JSON for everything that happens."""

    def __init__(self, event: Event, number: int, out: TextIO) -> None:
        self._out = out
        self._say(what="event", event=number, name=event.name, game=event.game)

    def __call__(self, news: News) -> None:
        """A run's listener."""
        if isinstance(news, Finished):
            game = news.played
            self._say(
                what="game",
                key=list(news.report.key),
                game=game.game,
                first=game.first,
                second=game.second,
                points=list(game.points),
                scores=[list(numbers) for numbers in game.scores],
                reason=game.reason,
                faults=dict(news.report.faults),
                repeated=news.report.repeated,
                wall_ms=round(news.report.wall_ms, 1),
            )
        elif isinstance(news, GivenUp):
            self._say(what="given up", key=list(news.failed.key), why=news.failed.why)
        elif isinstance(news, Planning):
            self._say(what="plan", open=len(news.progress.open), finished=news.progress.finished)

    def _say(self, **fields: object) -> None:
        self._out.write(json.dumps(fields) + "\n")
        self._out.flush()


class Quiet:
    """Says nothing but what went wrong."""

    def __init__(self, console: Console) -> None:
        self._console = console

    def __call__(self, news: News) -> None:
        """A run's listener."""
        if isinstance(news, Finished) and news.report.repeated:
            self._console.print(again(news.report), markup=False)
        elif isinstance(news, GivenUp):
            self._console.print(f"game {tuple(news.failed.key)} cannot be played: {news.failed.why}")


class LiveTable:
    """A live picture: the table, the games under way, the last faults, the time left."""

    def __init__(self, event: Event, share: Share, console: Console) -> None:
        self._event = event
        self._share = share
        self._pace = Pace()
        self._progress: Progress | None = None
        self._faults: deque[str] = deque(maxlen=FAULTS)
        self._drawn = 0.0
        self._live = Live(console=console, refresh_per_second=4, auto_refresh=False)

    def __enter__(self) -> LiveTable:
        self._live.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._live.update(self.picture(), refresh=True)
        self._live.stop()

    def __call__(self, news: News) -> None:
        """A run's listener."""
        self._pace.hear(news)
        if isinstance(news, Finished):
            for name, fault in news.report.faults.items():
                self._faults.append(harmless(f"{name}: {fault}"))
            if news.report.repeated:
                self._faults.append(again(news.report))
        elif isinstance(news, GivenUp):
            self._faults.append(f"cannot be played: {news.failed.why}")
        elif isinstance(news, Planning):
            self._progress = news.progress
        if time.monotonic() - self._drawn > 0.25:
            self._drawn = time.monotonic()
            self._live.update(self.picture(), refresh=True)

    def picture(self) -> RenderableType:
        """Everything at once."""
        parts: list[RenderableType] = [self._head()]
        if self._progress is not None:
            phase = next((p for p in self._progress.phases if not p.finished), self._progress.phases[-1])
            parts += [table(group, phase.stage.name) for group in phase.groups]
            test = test_view(phase)
            if test is not None:
                parts.append(test_text(test, self._pace.game_s))
        for game in self._share.running()[:RUNNING]:
            first, second = (one.name for one in game.task.players)
            seconds = (now_ms() - game.since_ms) / 1000
            parts.append(Text(f"  {first} - {second}: ply {game.ply}, {seconds:.0f} s", style="dim"))
        parts += [Text(f"  {fault}", style="red") for fault in self._faults]
        return Group(*parts)

    def _head(self) -> Text:
        pace = self._pace
        text = f"{self._event.name}: {pace.played} played, {pace.left} to come"
        if pace.played:
            text += f", about {duration(pace.left_s)} left"
        if pace.faults:
            text += f", {pace.faults} lost by a fault"
        return Text(text, style="bold")


def again(report: Report) -> str:
    """A game that was played twice, and why."""
    return harmless(f"played again, for the machine was too busy: {report.repeated}")


def table(group: TournamentGroup, title: str, most: int = ROWS) -> Table:
    """A group's table for the terminal."""
    made = Table(title=f"{title}, group {group.number + 1}", title_justify="left")
    rows = group.ranking
    criteria = group.stage.criteria
    for heading in ("", "entrant", "matches", "games", *criteria):
        made.add_column(heading, justify="left" if heading == "entrant" else "right")
    for row in rows[:most]:
        matches = f"{row.matches.won}-{row.matches.drawn}-{row.matches.lost}"
        games = f"{row.games.won}-{row.games.drawn}-{row.games.lost}"
        values = [f"{float(value):.2f}".rstrip("0").rstrip(".") for value in row.values]
        made.add_row(str(row.rank), row.name, matches, games, *values)
    return made


def test_text(test: TestView, game_s: float) -> Text:
    """A sequential test for the terminal; the time left is an interval."""
    low, high = test.elo_interval
    lines = [
        f"{test.first} against {test.second}: {sum(test.pairs)} pairs {list(test.pairs)}",
        f"Elo {test.elo:+.1f} ({low:+.1f} to {high:+.1f})"
        f"{normalised_text(test.normalised, test.normalised_error)}, {test.first} is the stronger with "
        f"probability {percent(test.superiority)}",
        f"LLR {test.llr:.2f} ({test.bounds[0]:.2f}, {test.bounds[1]:.2f}): {test.verdict or 'undecided'}",
    ]
    if test.verdict is None:
        soon, late = (duration(2 * pairs * game_s) for pairs in test.remaining_pairs)
        lines.append(f"{pairs_text(test.remaining_pairs)}, so {soon} to {late}")
    lines += test.advice
    return Text("\n".join(lines))


def duration(seconds: float) -> str:
    """A time for people."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
