"""Searches of positions on a sample of games, and the measuring of games that lack a measure.

The sample keeps the cost of measuring far below that of playing; how large it is the report says.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Any

from schwarm.bots.bot import SearchBot
from schwarm.bots.knowledge import knowledge
from schwarm.game import rule_book
from schwarm.game.record import Record, start_of
from schwarm.lab.calibration import Calibration, Scored, calibrated
from schwarm.lab.journal import JUDGED, StudyJournal
from schwarm.lab.measures import Judged, Measured, Searched, measure, measures
from schwarm.lab.trace import opening_of
from schwarm.store.studies import StudyGame
from schwarm.workers import Share

AMPLE_MS = 600_000
BETWEEN = " | "  # a variant's and the players' names
BATCH = 200  # games that are measured before they are noted
Tell = Callable[[int, int], None]  # how many are done, of how many


def judge(record: Record, every: int, nodes: int) -> Scored:
    """Search every so many positions of a game by the strongest evaluation there is, with two lines each."""
    game = start_of(record)
    sides = rule_book(record.game).sides
    bot = SearchBot("judge", knowledge(record.game))
    begins = opening_of(record)
    points = []
    for number, ply in enumerate(record.plies):
        if number >= begins and (number - begins) % every == 0:
            found = bot.analyse(game, AMPLE_MS, nodes=nodes, lines=2)
            scores = [line.score for line in found.lines]
            second = scores[1] if len(scores) > 1 else None
            points.append(Searched(number, sides.index(game.to_move), scores[0], second))
        game.play(ply.move)
    winner = record.end.winner if record.end is not None else None
    return Scored(len(record.plies), None if winner is None else sides.index(winner), points)


def judge_missing(journal: StudyJournal, share: Share, tell: Tell | None = None) -> None:
    """Search the sample of every arm that has not been searched yet."""
    plan = journal.study.judging
    known = journal.notes(JUDGED)
    arms: dict[str, list[StudyGame]] = {}
    for game in journal.games():
        if game.key.number < plan.games and " - " not in game.key.players:
            arms.setdefault(arm_name(game.key.variant, game.key.players), []).append(game)
    wanted = {
        name: games for name, games in arms.items() if len(known.get(name, {}).get("games", {})) < len(games)
    }
    work = partial(judge, every=plan.every, nodes=plan.nodes)
    for done, (name, games) in enumerate(wanted.items(), 1):
        records = [journal.store.record(game.game) for game in games]
        found: dict[str, Any] = {}
        for game, judged in zip(games, share.map(work, records), strict=True):
            found[str(game.key.number)] = [judged.plies, judged.winner, judged.points]
        journal.note(JUDGED, name, {"games": found, "every": plan.every, "nodes": plan.nodes})
        if tell is not None:
            tell(done, len(wanted))


def judged_games(journal: StudyJournal) -> tuple[dict[str, dict[int, Judged]], Calibration | None]:
    """What searches said, by arm and game's number, as chances; and how far these can be trusted."""
    scored = {
        name: {
            int(number): Scored(plies, winner, [Searched(*point) for point in points])
            for number, (plies, winner, points) in said["games"].items()
        }
        for name, said in journal.notes(JUDGED).items()
    }
    scale = knowledge(journal.study.game).striving().scale
    return calibrated(scored, scale, lambda name: name.split(BETWEEN)[1])


def arm_name(variant: str, players: str) -> str:
    """An arm's name in the store."""
    return f"{variant}{BETWEEN}{players}"


def measure_missing(journal: StudyJournal, share: Share, tell: Tell | None = None) -> None:
    """Measure the games of which a measure is not known: those of a run before there was such a measure."""
    names = {name for name, one in measures().items() if one.of is not None}
    known: dict[Any, Measured] = {}
    missing = []
    for game in journal.games():
        found = json.loads(game.measured) if game.measured else {}
        if names - found.keys():
            known[game.key] = found
            missing.append(game)
    for first in range(0, len(missing), BATCH):
        batch = missing[first : first + BATCH]
        records = [journal.store.record(game.game) for game in batch]
        found_all = share.map(measure, records)
        journal.note_measured({game.key: found for game, found in zip(batch, found_all, strict=True)})
        if tell is not None:
            tell(first + len(batch), len(missing))
