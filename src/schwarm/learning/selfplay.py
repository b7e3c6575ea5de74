"""Games of a player against itself, from random starts and with some random moves: what nets learn from."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from schwarm.bits import advance, below, mix
from schwarm.bots import knowledge
from schwarm.bots.learned import read_net
from schwarm.game import Game, new_game
from schwarm.learning import marks
from schwarm.learning.recipes import Rival
from schwarm.learning.records import Records
from schwarm.learning.thinker import Thinker
from schwarm.search.evaluator import Evaluator
from schwarm.search.report import capped, chance_lead

TABLE = 1 << 15  # entries of a searcher's memory
DRAWS = 4  # how often a move with a drawn result is tried
DRAW_SHARE = 4  # each of them with one part in so many of the nodes
CRAMPED_TRIES = 16  # random openings of which the most cramped one is taken


@dataclass(frozen=True, slots=True)
class SelfPlayTask:
    """Some games to play and the file to write them to."""

    game: str
    profile: str
    player: str  # the file of a net, or empty: the hand-made evaluation
    seed: int
    games: int
    nodes: int  # a search has from half to one and a half times as many
    opening: int  # random plies at the start: from one to so many, 0 for none
    stray: int  # later moves made at random, in a hundred
    path: Path
    cramped: int = 0  # games, in a hundred, that begin with one side hemmed in
    rival: Rival | None = None  # plays the one side, then the other; None: the player itself


@cache
def evaluator_of(game: str, player: str) -> Evaluator:
    """The evaluation of a player: a net's file, or the hand-made one."""
    known = knowledge(game)
    if not player:
        return known.evaluator(strongest=True)
    return replace(known, net=read_net(Path(player).read_bytes())).striving()


def rival_evaluator(game: str, rival: Rival) -> Evaluator:
    """How a rival judges."""
    known = knowledge(game, rival.version)
    return known.evaluator(
        {**known.weights, **{name: list(pair) for name, pair in rival.weights.items()}}, strongest=True
    )


class SelfPlay:
    """Plays the games of one task."""

    def __init__(self, task: SelfPlayTask) -> None:
        self.task = task
        self.known = knowledge(task.game)
        self.thinker = Thinker(evaluator_of(task.game, task.player), TABLE)
        self.rival = Thinker(rival_evaluator(task.game, task.rival), TABLE) if task.rival else None
        self.state = mix(7919 * task.seed + 13)
        self.records = Records(task.game, task.profile, task.player)
        # Where chance or hidden parts play a role a search looks at a drawing of its own.
        self.drawings = self.known.determinizations > 1 or self.thinker.evaluator.chance_moves

    def word(self) -> int:
        """The next random word."""
        self.state = advance(self.state)
        return mix(self.state)

    def play_all(self) -> Records:
        """Play all games of the task."""
        for number in range(self.task.games):
            self.play(1_000_003 * self.task.seed + number)
        return self.records

    def play(self, seed: int) -> None:
        """One game; each ply is noted with its move, its score and what kind of ply it was."""
        game = self.new_game(seed)
        opening = 1 + below(self.word(), self.task.opening) if self.task.opening else 0
        records = self.records
        before = len(records.codes)
        if self.task.cramped and below(self.word(), 100) < self.task.cramped:
            self.begin_cramped(game, seed)
        while not game.finished():
            records.sides.append(game.side)
            if self.rival and game.side == seed & 1 and game.turn >= opening:
                self.answer(game, self.rival)
            elif game.turn < opening or below(self.word(), 100) < self.task.stray:
                self.thinker.stray(game, self.word())
                self.note_random()
            else:
                score, code = self.consider(game)
                noisy = self.thinker.is_noisy(game, code)
                records.scores.append(score)
                records.marks.append(marks.NOISY if noisy else marks.QUIET)
                self.thinker.make(game, code)
            records.codes.append(self.thinker.last_made(game))
        outcome = game.outcome()
        sides = game.setup.book.sides
        winner = outcome.winner if outcome is not None else None
        records.results.append(0 if winner is None else 1 - 2 * sides.index(winner))
        records.seeds.append(seed)
        records.plies.append(len(records.codes) - before)

    def new_game(self, seed: int) -> Game:
        """A game from its start."""
        return new_game(self.task.game, seed=seed, profile=self.task.profile)

    def begin_cramped(self, game: Game, seed: int) -> None:
        """Of some random openings, longer than others, the one that leaves one side the least of the moves.

        Players who avoid being hemmed in never meet such positions, and a net that learns from their games
        alone does not know what they are worth.
        """
        best: list[int] = []
        least = 2.0
        for _ in range(CRAMPED_TRIES):
            tried = self.new_game(seed)
            codes: list[int] = []
            counts = [0, 0]
            plies = self.task.opening + below(self.word(), max(1, self.task.opening))
            while not tried.finished() and len(codes) < plies:
                counts[tried.side] = len(tried.legal_moves())
                self.thinker.stray(tried, self.word())
                codes.append(self.thinker.last_made(tried))
            if not tried.finished() and min(counts) < least * max(counts):
                best, least = codes, min(counts) / max(counts)
        for code in best:
            self.records.sides.append(game.side)
            self.thinker.make(game, code)
            self.note_random()
            self.records.codes.append(code)

    def note_random(self) -> None:
        """Note a ply made at random: the position before it was not searched."""
        self.records.scores.append(0)
        self.records.marks.append(marks.RANDOM)

    def answer(self, game: Game, rival: Thinker) -> None:
        """A ply of the rival, whose judgement is not learned from."""
        nodes = self.task.nodes * (self.task.rival.nodes if self.task.rival else 1)
        seen = game.view(seed=self.word() >> 1) if self.drawings else game
        self.records.scores.append(rival.think(seen, nodes, (), 0))
        self.records.marks.append(marks.NOISY)
        self.thinker.make(game, rival.chosen)

    def consider(self, game: Game) -> tuple[int, int]:
        """Search a position: the score for the side to move, and the move."""
        nodes = self.task.nodes // 2 + below(self.word(), self.task.nodes)
        if not self.drawings:
            return self.thinker.think(game, nodes, (), 0), self.thinker.chosen
        if self.thinker.evaluator.chance_moves:
            return self.gamble(game, nodes)
        return self.look(game, nodes, ())

    def look(self, game: Game, nodes: int, only: tuple[int, ...]) -> tuple[int, int]:
        """Search one drawing of what the players do not know."""
        word = self.word()
        score = self.thinker.think(game.view(seed=word >> 1), nodes, only, mix(word))
        return score, self.thinker.chosen

    def gamble(self, game: Game, nodes: int) -> tuple[int, int]:
        """Moves with certain results by one search; a drawn one is compared on average, equally deep.

        It may seem worse by as much as for the strongest player (`chance_bonus`); the score is without that.
        """
        moves = game.legal_moves()
        drawn = [move.code for move in self.thinker.evaluator.chance_moves_among(game, moves)]
        certain = tuple(move.code for move in moves if move.code not in drawn)
        if not drawn or not certain:
            return self.look(game, nodes, ())
        score, code = self.look(game, nodes, certain)
        known = self.thinker.depths
        chance = drawn[below(self.word(), len(drawn))]
        tried = []
        for _ in range(DRAWS):
            self.look(game, nodes // DRAW_SHARE, (chance,))
            tried.append(self.thinker.depths)
        depth = min(known.reached(), *(scores.reached() for scores in tried))
        lead = chance_lead(tried, known, depth)
        chosen = lead + self.known.best.get("chance_bonus", 0) > 0
        return (capped(score) + lead, chance) if chosen else (score, code)


def play_task(task: SelfPlayTask) -> Records:
    """The games of a task, in whatever process."""
    return SelfPlay(task).play_all()
