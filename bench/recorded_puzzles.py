"""Puzzles out of games of self-play that `schwarm learn` has recorded: for games where puzzles are rare.

`python -m bench.recorded_puzzles GAME FOLDER` looks through the files of a generation and notes what it finds
in GAME.journal; `schwarm puzzles make GAME --games 1` then chooses from that journal.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path

from schwarm.game import Game, new_game
from schwarm.learning.records import Records, read_records
from schwarm.teaching.puzzles.making import Harvest, Maker, MakingJournal
from schwarm.teaching.puzzles.puzzle import Puzzle, puzzle_rules, start_at

BELOW = 1 << 40  # of the seeds noted for recorded games: those of `puzzles make` are small numbers


def late_positions(game: Game) -> Iterator[Game]:
    """The last positions of an ended game, each as a game of its own under the options of puzzles."""
    rules = puzzle_rules(game.name)
    if rules.close is not None and not rules.close(game):
        return
    late = list(game.history[-rules.last :])
    for _ in late:
        game.undo()
    for move in late:
        here = start_at(game.name, game.public_position())
        if not here.finished():  # it may be, where other profiles have more rounds
            yield here
        game.play(move)


def ended_games(records: Records) -> Iterator[tuple[int, Game]]:
    """The games of a file that are like those of puzzles, each with its seed."""
    shape = new_game(records.game, **puzzle_rules(records.game).options).board().cells
    if new_game(records.game, profile=records.profile).board().cells != shape:
        return
    ends = list(accumulate(records.plies))
    for seed, count, end in zip(records.seeds, records.plies, ends, strict=True):
        game = new_game(records.game, seed=seed, profile=records.profile)
        game.retrace(list(records.codes[end - count : end]))
        yield seed, game


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.recorded_puzzles", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--journal", type=Path)
    parser.add_argument("--puzzles", type=int, default=300, help="stop after so many")
    said = parser.parse_args()
    journal = MakingJournal(said.journal or Path(f"{said.game}.journal"), said.game)
    maker = Maker(said.game)
    made = sum(len(harvest.puzzles) for harvest in journal.harvests.values())
    for path in sorted(said.folder.glob("*.games")):
        for seed, game in ended_games(read_records(path)):
            if BELOW + seed in journal.harvests:
                continue
            found: dict[tuple[str, int], Puzzle] = {}
            for here in late_positions(game):
                puzzle = maker.puzzle_at(here) if maker.scout.is_candidate(here) else None
                if puzzle is not None:
                    found.setdefault((puzzle.goal, here.side), puzzle)
            journal.add(Harvest(BELOW + seed, tuple(found.values())))
            made += len(found)
            if found:
                print(f"{path.name}: {made} puzzles", flush=True)
        if made >= said.puzzles:
            break


if __name__ == "__main__":
    main()
