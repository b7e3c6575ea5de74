"""Does the strongest player go to and fro? `python -m bench.shuffles GAME --games 200 --nodes 4000`.

It plays `best-0.2` (`--against`) at equal nodes, from starts of random plies, sides changed. Counted are
games in which it makes a position for the fourth time or more while another move was not worse, as a judge
says who is shown the position without its past: `best-0.2` with as many nodes, or whom `--judge` and
`--judge-nodes` name. Games are noted as they end; a second start goes on. With `--journal FILE` nothing is
played: the games of that journal are looked at.
"""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import replace
from pathlib import Path

from bench.compare import ROOT
from bench.strength import AMPLE_MS, match
from schwarm import bots, players
from schwarm.bots import SearchBot
from schwarm.game.record import Record, start_of
from schwarm.ratings import match_rating
from schwarm.referee import Limits
from schwarm.workers import Contestant, Journal, Report, pairs

NOTES = ROOT / "bench" / "results" / "shuffles.jsonl"
OFTEN = 4  # times that a position is made


def shuffles(record: Record, name: str, nodes: int, judge: SearchBot) -> int:
    """How often this player made a position for the fourth time or more though it need not have."""
    game, made, found = start_of(record), Counter[str](), 0
    for ply in record.plies:
        mine = record.seats[game.to_move] == name
        before = game.position()
        game.play(ply.move)
        here = game.position().rsplit(" ", 1)[0]  # without the turn
        made[here] += 1
        if mine and made[here] >= OFTEN:
            fresh = start_of(replace(record, position=before))
            lines = judge.analyse(fresh, AMPLE_MS, nodes=nodes, lines=2).lines
            worse = len(lines) == 1 or (lines[0].move == ply.move and lines[1].score < lines[0].score)
            found += not worse
    return found


def played(said: argparse.Namespace) -> list[Report]:
    """The games of a match, those that are missing played now."""
    one, other = (
        Contestant(f"{name} ({number})", players.read(f"{name}#{said.nodes}"))
        for number, name in enumerate((said.player, said.against), 1)
    )
    tasks = pairs(
        said.game, one, other, said.games,
        seed=said.seed, opening_plies=said.opening, limits=Limits(AMPLE_MS, 5 * AMPLE_MS),
    )  # fmt: skip
    reports: list[Report] = []
    match(f"{said.game}: {one.name} - {other.name}", tasks, 1, said.notes, reports=reports)
    return reports


def main() -> None:
    """Play what is missing, or read a journal, and tell the result."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=["hive"])
    parser.add_argument("--player", default="best")
    parser.add_argument("--against", default="best-0.2")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--nodes", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=37_000)
    parser.add_argument("--opening", type=int, default=4)
    parser.add_argument("--notes", type=Path, default=NOTES)
    parser.add_argument("--judge", default="best-0.2", help="who says whether another move was not worse")
    parser.add_argument("--judge-nodes", type=int, help="nodes the judge has for a position; else --nodes")
    parser.add_argument("--journal", type=Path, help="look at the games of this journal instead of playing")
    said = parser.parse_args()
    reports = Journal(said.journal).reports() if said.journal else played(said)
    judge = bots.player(said.game, said.judge)
    if not isinstance(judge, SearchBot):
        parser.error(f"expected a judge that searches, such as best, not {said.judge}")
    nodes = said.judge_nodes or said.nodes
    for who in sorted({name for report in reports for name in report.record.seats.values()}):
        counts = [shuffles(report.record, who, nodes, judge) for report in reports]
        low, high = match_rating(reports, who).shares
        print(f"{who}: {sum(map(bool, counts))} of {len(counts)} games with such moves, {sum(counts)} moves")
        print(f"{who}: true share of the points {100 * low:.1f} to {100 * high:.1f} %")


if __name__ == "__main__":
    main()
