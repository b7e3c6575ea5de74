"""Do scores tend to the result as the round limit nears?

`python -m bench.foresight bench/journals/hive.jsonl`: `best` judges positions drawn from a journal's games. A
line for each part of the game, in plies left until the round limit, and for each range of scores: what a side
with that score went on to score (a draw counts half), what the score says of that, and how many drew.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from pathlib import Path

from bench.agreed_wins import judge
from bench.strength import AMPLE_MS
from schwarm.bots.bot import plies_left
from schwarm.game.record import start_of
from schwarm.referee.adjudication import SURE, thousandths
from schwarm.workers import Journal

PART = 12  # plies left that are told in one line ...
PARTS = 4  # ... up to so many lines; the last one has all that came before
RANGE = 2 / 3  # of the scale: scores that are told in one line ...
RANGES = 4  # ... up to so many to each side; the last ones have all beyond


def positions(
    journal: Path, share: float, nodes: int, seed: int
) -> dict[tuple[int, int], list[tuple[float, float]]]:
    """So large a share of all positions, by the part of the game and the range of scores: what is expected of
    each for the side to move, and what came of it.
    """
    chance = random.Random(seed)
    found: dict[tuple[int, int], list[tuple[float, float]]] = defaultdict(list)
    for report in Journal(journal).reports():
        record = report.record
        bot, game = judge(record.game), start_of(record)
        for ply in record.plies:
            if chance.random() < share and record.end is not None:
                score, scale = bot.analyse(game, AMPLE_MS, nodes=nodes).score, bot.searcher.evaluator.scale
                result = 0.5 if record.end.winner is None else float(record.end.winner == game.to_move)
                part = min(plies_left(game) // PART, PARTS - 1)
                place = max(-RANGES, min(RANGES, round(score / scale / RANGE)))
                found[part, place].append((0.5 + thousandths(score, scale) / (2 * SURE), result))
            game.play(ply.move)
    return found


def main() -> None:
    """Judge and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("journal", type=Path)
    parser.add_argument("--nodes", type=int, default=20_000)
    parser.add_argument("--share", type=float, default=0.25, help="of all positions")
    parser.add_argument("--seed", type=int, default=1)
    said = parser.parse_args()
    found = positions(said.journal, said.share, said.nodes, said.seed)
    for (part, place), seen in sorted(found.items()):
        left = f"{PART * part} plies left" + (
            " or more" if part == PARTS - 1 else f" to {PART * (part + 1) - 1}"
        )
        score = f"{place * RANGE:+5.2f}" + (" and beyond" if abs(place) == RANGES else "")
        says, real = (sum(numbers) / len(seen) for numbers in zip(*seen, strict=True))
        drawn = sum(result == 0.5 for _, result in seen) / len(seen)
        print(
            f"{left:21} score {score:16} {len(seen):5} positions: scored {real:.2f}, expected {says:.2f}, "
            f"drawn {drawn:.2f}"
        )


if __name__ == "__main__":
    main()
