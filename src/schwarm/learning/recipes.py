"""How much of what a game's learning takes; the command line may change each number."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from schwarm.game import rule_book
from schwarm.game.errors import BadOption
from schwarm.game.faces import face, having


class GenerationGoal(StrEnum):
    """How far a generation goes; the last one of a run always goes on to the match."""

    GAMES = "games"  # its games are there for the next generation to learn from as well
    NET = "net"  # a net learns from them and plays the next generation's games, without a match
    MATCH = "match"  # the net must win a match against the player before it


STARTS = {"hand": "the hand-made evaluation", "shipped": "the shipped net"}
OUTCOMES = {
    GenerationGoal.GAMES: "no net yet",
    GenerationGoal.NET: "a net to play on",
    GenerationGoal.MATCH: "a net, a match",
}


@dataclass(frozen=True, slots=True)
class GenerationTerms:
    """In what a generation differs from the recipe."""

    until: GenerationGoal = GenerationGoal.MATCH
    share: float = 1.0  # of the recipe's positions
    changes: Mapping[str, Any] = field(default_factory=dict)  # other numbers of the recipe


@dataclass(frozen=True, slots=True)
class Rival:
    """An opponent that judges by hand: games of one player alone do not show all that can happen."""

    version: str = ""  # of a frozen player; empty: today's
    weights: Mapping[str, tuple[int, int]] = field(default_factory=dict)  # that differ from those of its file
    nodes: int = 2  # times as many as the player has: it judges faster, and should be able to punish


@dataclass(frozen=True, slots=True)
class Recipe:
    """The numbers of a generation: self-play, training, gate; and the stages that lead to a net."""

    profiles: tuple[str, ...]  # sets of options, each in its share of the games
    positions: int = 2_000_000  # to learn from, a generation
    nodes: int = 500  # a search of self-play
    games: int = 40  # in one file
    opening: int = 12  # random plies at the start, at most
    stray: int = 6  # later moves made at random, in a hundred
    cramped: int = 0  # games, in a hundred, that begin with one side hemmed in
    rivals: tuple[Rival | None, ...] = (None,)  # opponents, each in its share; None: the player itself
    keep: int = 3  # generations whose games are used
    score_share: float = 0.6  # of the target: the search's score; the rest is the game's result
    epochs: int = 14
    rate: float = 2e-3
    go_on: bool = False  # training goes on from the numbers of the net that leads, not from nothing
    warm: int = 0  # epochs before that: learning to judge as the hand-made evaluation does
    width: int = 64  # numbers of a row that the net sums: 32 or 64
    points: int = 400  # points of the net that make odds of e to 1
    gate_games: int = 400  # at most
    gate_ms: int = 100  # a move
    gate_nodes: int = 0  # nodes a move instead of time
    gate_opening: int = 4  # random plies at the start; none where they could decide the game
    generations: int = 3
    stages: tuple[GenerationTerms, ...] = (GenerationTerms(),)  # the last one is repeated

    def stage(self, generation: int) -> GenerationTerms:
        """The stage of a generation, counted from 1."""
        return self.stages[min(generation, len(self.stages)) - 1]

    def of(self, generation: int) -> Recipe:
        stage = self.stage(generation)
        changes: dict[str, Any] = dict(stage.changes)
        return replace(self, positions=round(stage.share * self.positions), **changes)

    def until(self, generation: int, last: int) -> GenerationGoal:
        """How far a generation goes in a run of so many."""
        return GenerationGoal.MATCH if generation >= last else self.stage(generation).until

    def changed(self, numbers: Mapping[str, Any]) -> Recipe:
        """With other numbers, in all stages; the shares of the positions stay."""
        stages = tuple(
            replace(
                stage,
                changes={name: number for name, number in stage.changes.items() if name not in numbers},
            )
            for stage in self.stages
        )
        return replace(self, stages=stages, **numbers)

    def quickened(self) -> Recipe:
        """As little as shows all steps."""
        return self.changed(QUICK)

    def plan(self, generations: int, start: str) -> list[str]:
        """What a run will do, a line for each generation; `start` says who plays first.

        >>> Recipe(("seed",)).plan(1, "shipped")[0].partition(", 1 to")[0]
        'generation 1: 2,000,000 positions by the shipped net, 500 nodes a move'
        """
        lines = []
        player = STARTS.get(start, start)
        for generation in range(1, generations + 1):
            numbers = self.of(generation)
            until = self.until(generation, generations)
            lines.append(
                f"generation {generation}: {numbers.positions:,} positions by {player}, "
                f"{numbers.nodes:,} nodes a move, {numbers.random_moves()}; {OUTCOMES[until]}"
            )
            if until is GenerationGoal.NET:
                player = f"the net of generation {generation}"
            elif until is GenerationGoal.MATCH:
                player = "the strongest so far"
        return lines

    def random_moves(self) -> str:
        """How many moves of self-play are made at random, in words."""
        first = f"1 to {self.opening} random plies" if self.opening > 1 else f"{self.opening} random ply"
        parts = [first] if self.opening else []
        if self.cramped:
            parts.append(f"{self.cramped} % begun hemmed in")
        if others := sum(rival is not None for rival in self.rivals):
            parts.append(f"{others} of {len(self.rivals)} games against rivals")
        return ", ".join([*parts, f"{self.stray} % later"] if self.stray else parts) or "no random moves"


QUICK = {
    "positions": 60_000,
    "nodes": 150,
    "epochs": 8,
    "gate_games": 40,
    "gate_nodes": 300,
    "generations": 1,
}


def recipe_for(game: str) -> Recipe:
    """What learning a game takes when nothing else is asked for."""
    recipe: Recipe | None = face(game, "recipe")
    if recipe is None:
        raise BadOption(f"expected a game with a recipe ({', '.join(having('recipe'))}), not {game!r}")
    missing = [profile for profile in recipe.profiles if profile not in rule_book(game).profiles]
    if missing:
        raise BadOption(f"expected profiles of {game}, not {', '.join(missing)}")
    return recipe
