"""Making puzzles: games are played, positions proven, answers tried by all levels; a journal keeps it all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

from schwarm.game import Game
from schwarm.teaching.puzzles.candidates import Scout
from schwarm.teaching.puzzles.lines import solution
from schwarm.teaching.puzzles.proof import Judge, Undecided
from schwarm.teaching.puzzles.puzzle import Puzzle, puzzle_rules, read
from schwarm.teaching.puzzles.rating import Examiner, rating_of
from schwarm.teaching.puzzles.symmetry import canonical
from schwarm.teaching.puzzles.themes import themes_of
from schwarm.workers import Lines, Share


@dataclass(frozen=True, slots=True)
class Harvest:
    """The puzzles of one game."""

    seed: int
    puzzles: tuple[Puzzle, ...]


class Maker:
    """Makes puzzles of one game; one for each process."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.scout = Scout(game)
        self.judge = Judge(game)
        self.examiner = Examiner(game)

    def harvest(self, seed: int) -> Harvest:
        """The puzzles of one game: of each kind and each side the first at most, for the next are alike."""
        found: dict[tuple[str, int], Puzzle] = {}
        for game in self.scout.positions(seed):
            puzzle = self.puzzle_at(game)
            if puzzle is not None:
                found.setdefault((puzzle.goal, game.side), puzzle)
        return Harvest(seed, tuple(found.values()))

    def puzzle_at(self, game: Game) -> Puzzle | None:
        """The puzzle of a position; None if it is none or a trivial one."""
        proof = self.judge.prove(game)
        if proof is None or self.examiner.is_trivial(game, proof.answer):
            return None
        try:
            line = solution(self.judge, game, proof)
        except Undecided:
            return None
        solved = self.examiner.solved(game, proof.answer)
        return Puzzle(
            game=self.game,
            profile=game.profile,
            position=game.public_position(),
            goal=proof.goal,
            plies=proof.plies,
            depth=proof.depth,
            line=line,
            themes=themes_of(game, proof.goal, line),
            solved=solved,
            rating=rating_of(solved),
        )


maker = cache(Maker)


def harvest(seed: int, game: str) -> Harvest:
    """Look through one game, in whatever process."""
    return maker(game).harvest(seed)


class MakingJournal:
    """What was made so far, game by game."""

    def __init__(self, path: Path, game: str) -> None:
        self.game = game
        self._lines = Lines(path, f"a journal of {game} puzzles", self._read)
        self.harvests = {made.seed: made for made in self._lines.entries}

    def _read(self, said: dict[str, Any]) -> Harvest:
        if said["game"] != self.game:
            raise ValueError
        return Harvest(said["seed"], tuple(read(one) for one in said["puzzles"]))

    def add(self, made: Harvest) -> None:
        """Note a game that was looked through."""
        puzzles = [asdict(puzzle) for puzzle in made.puzzles]
        self._lines.add({"game": self.game, "seed": made.seed, "puzzles": puzzles}, made)
        self.harvests[made.seed] = made


def make(game: str, seeds: Iterable[int], journal: MakingJournal, share: Share) -> Iterator[Harvest]:
    """Look through the games of these seeds; those that the journal knows are not played again."""
    puzzle_rules(game)  # says what is wrong with the name
    wanted = list(seeds)
    yield from (journal.harvests[seed] for seed in wanted if seed in journal.harvests)
    missing = [seed for seed in wanted if seed not in journal.harvests]
    for made in share.map(partial(harvest, game=game), missing):
        journal.add(made)
        yield made


def varied(puzzles: Iterable[Puzzle], most: int) -> list[Puzzle]:
    """So many of them at most, as different as can be: next comes whose themes are rarest so far.

    Wins that others achieve too, only later, come after all others.
    """
    left = sorted(puzzles, key=lambda puzzle: puzzle.name)
    chosen: list[Puzzle] = []
    seen: Counter[str] = Counter()

    def seen_often(puzzle: Puzzle) -> tuple[bool, float]:
        return puzzle.fastest, sum(seen[theme] for theme in puzzle.themes) / len(puzzle.themes)

    while left and len(chosen) < most:
        following = min(left, key=seen_often)
        left.remove(following)
        chosen.append(following)
        seen.update(following.themes)
    return sorted(chosen, key=by_rating)


def by_rating(puzzle: Puzzle) -> tuple[int, str]:
    """The order in which puzzles ship: easiest first."""
    return puzzle.rating, puzzle.name


def distinct(puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    """The puzzles, easiest first, without those that a symmetry of the board makes the same."""
    kept: dict[str, Puzzle] = {}
    for puzzle in puzzles:
        kept.setdefault(canonical(puzzle.start()), puzzle)
    return sorted(kept.values(), key=by_rating)
