"""Searches of positions on a sample of games, and the measuring of games that lack a measure.

The sample keeps the cost of measuring far below that of playing; how large it is the report says.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from math import exp
from typing import Any

from schwarm.bots.bot import SearchBot
from schwarm.bots.knowledge import knowledge
from schwarm.game import rule_book
from schwarm.game.record import Record, start_of
from schwarm.lab.journal import JUDGED, Journal
from schwarm.lab.measures import Judged, Measured, Point, measure, measures
from schwarm.lab.trace import opening_of
from schwarm.search.report import PROVEN, WIN
from schwarm.store.studies import StudyGame
from schwarm.workers import Share

AMPLE_MS = 600_000
BATCH = 200  # games that are measured before they are noted
Tell = Callable[[int, int], None]  # how many are done, of how many


def judge(record: Record, every: int, nodes: int) -> Judged:
    """Search every so many positions of a game, with two lines each."""
    game = start_of(record)
    sides = rule_book(record.game).sides
    known = knowledge(record.game)
    bot = SearchBot("judge", known, evaluator=known.evaluator())
    scale = bot.searcher.evaluator.scale
    begins = opening_of(record)
    points = []
    for number, ply in enumerate(record.plies):
        if number >= begins and (number - begins) % every == 0:
            found = bot.analyse(game, AMPLE_MS, nodes=nodes, lines=2)
            side = sides.index(game.to_move)
            scores = [line.score for line in found.lines]
            chances = [chance_of(score, scale, side) for score in scores]
            win_in = WIN - scores[0] if scores[0] >= PROVEN else 0
            points.append(Point(number, side, chances[0], chances[1] if len(chances) > 1 else None, win_in))
        game.play(ply.move)
    winner = record.end.winner if record.end is not None else None
    return Judged(len(record.plies), None if winner is None else sides.index(winner), points)


def chance_of(score: int, scale: int, side: int) -> float:
    """The first side's chance by a score for the side to move; a proven result is certain."""
    if abs(score) >= PROVEN:
        own = float(score > 0)
    else:
        own = 1 / (1 + exp(-max(-40.0, min(40.0, score / scale))))
    return own if side == 0 else 1 - own


def judge_missing(journal: Journal, share: Share, tell: Tell | None = None) -> None:
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
            points = [[*point[:2], round(point[2], 4), *point[3:]] for point in judged.points]
            found[str(game.key.number)] = [judged.plies, judged.winner, points]
        journal.note(JUDGED, name, {"games": found, "every": plan.every, "nodes": plan.nodes})
        if tell is not None:
            tell(done, len(wanted))


def judged_games(journal: Journal) -> dict[str, dict[int, Judged]]:
    """What searches said, by arm and game's number."""
    return {
        name: {
            int(number): Judged(plies, winner, [Point(*point) for point in points])
            for number, (plies, winner, points) in said["games"].items()
        }
        for name, said in journal.notes(JUDGED).items()
    }


def arm_name(variant: str, players: str) -> str:
    """An arm's name in the store."""
    return f"{variant} | {players}"


def measure_missing(journal: Journal, share: Share, tell: Tell | None = None) -> None:
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
