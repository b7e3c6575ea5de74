"""Do wins that scores agreed on hold? `python -m bench.agreed_wins bench/journals/piranhas.jsonl`.

Games of a journal that were ended because the scores of both players called them won (`--adjudicate-win`) are
played on from there by `best` on both sides, until the rules end them.
"""

from __future__ import annotations

import argparse
from functools import cache
from pathlib import Path

from bench.strength import AMPLE_MS
from schwarm import bots
from schwarm.bots import SearchBot
from schwarm.game.record import Irregular, Record, replay
from schwarm.workers import Journal


@cache
def judge(game: str) -> SearchBot:
    """The strongest player of a game."""
    bot = bots.player(game, "best")
    assert isinstance(bot, SearchBot)
    return bot


def played_on(record: Record, nodes: int) -> tuple[str | None, int]:
    """Who wins in the end, and how many plies later."""
    game, bot = replay(record), judge(record.game)
    while not game.finished():
        game.play(bot.analyse(game, AMPLE_MS, nodes=nodes, lines=1).lines[0].move)
    outcome = game.outcome()
    assert outcome is not None
    return outcome.winner, len(game.history) - len(record.plies)


def main() -> None:
    """Play them on and count."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("journal", type=Path)
    parser.add_argument("--nodes", type=int, default=20_000)
    said = parser.parse_args()
    reports = Journal(said.journal).reports()
    agreed = 0
    held = 0
    plies = 0
    for report in reports:
        end = report.record.end
        if end is None or end.reason != Irregular.ADJUDICATED:
            continue
        winner, more = played_on(report.record, said.nodes)
        agreed += 1
        held += winner == end.winner
        plies += more
    print(f"{len(reports)} games, {agreed} of them agreed on: {held} end as agreed, ", end="")
    print(f"{plies / max(agreed, 1):.1f} plies later on average, at {said.nodes:,} nodes a move")


if __name__ == "__main__":
    main()
