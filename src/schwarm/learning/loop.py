"""The loop of learning: self-play, training, gate, again.

Every finished step is in the journal, so a run that was stopped goes on where it was.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from schwarm.bots import knowledge
from schwarm.bots.learned import NetFile, Numbers, layout_of, read_net, rows_version, shipped_file, write_net
from schwarm.game.errors import BadOption
from schwarm.learning.gate import GateMatch, play_gate
from schwarm.learning.journal import LearningJournal
from schwarm.learning.recipes import GenerationGoal, Recipe
from schwarm.learning.records import BadRecords, read_records, write_records
from schwarm.learning.selfplay import SelfPlayTask, play_task
from schwarm.whole_file import write_whole
from schwarm.workers import Share

if TYPE_CHECKING:
    from schwarm.learning.dataset import Data

MANY_POSITIONS = 50.0  # of a game: a first guess that rather plays too few games
GENERATION_SEEDS = 1_000_000  # between the first seeds of two generations


class StepBar(Protocol):
    """A bar that follows a step."""

    def update(self, done: int, text: str = "") -> None:
        """So much is done."""


class Teller(Protocol):
    """Who tells people how it goes."""

    def say(self, text: str) -> None:
        """A line."""

    def bar(self, title: str, total: int) -> AbstractContextManager[StepBar]:
        """A bar for a step of a known size."""


@dataclass(frozen=True, slots=True)
class LearningRun:
    """One run of learning: a game, a folder, and what it takes."""

    game: str
    folder: Path
    recipe: Recipe
    generations: int
    seed: int
    share: Share
    command: str
    start: str = ""  # the file of the net to begin with, or empty: the hand-made evaluation
    arrays: bool = False  # are positions written as arrays, too?


class Loop:
    """Carries out a run."""

    def __init__(self, run: LearningRun, teller: Teller) -> None:
        self.run = run
        self.teller = teller
        run.folder.mkdir(parents=True, exist_ok=True)
        self.journal = LearningJournal(run.folder)
        facts = {"game": run.game, "seed": run.seed, "recipe": asdict(run.recipe), "start": run.start}
        begun = self.journal.find("begun", 0)
        if begun is None:
            self.journal.add("begun", 0, command=run.command, **facts)
        elif others := differences(begun, json.loads(json.dumps(facts))):
            raise BadOption(f"expected a new folder, not {run.folder}: it holds a run with {others}")

    # --- players -----------------------------------------------------------------------------------
    def champion(self, generation: int) -> str:
        """The last net that passed its gate before a generation; the first player if none did."""
        player = self.run.start
        for entry in self.journal.all("gate"):
            if entry["generation"] < generation and entry["passed"]:
                player = str(self.net_path(entry["generation"]))
        return player

    def player(self, generation: int) -> str:
        """Who plays the games of a generation: the champion, or the net made for them without a match."""
        if generation > 1 and self.until(generation - 1) is GenerationGoal.NET:
            return str(self.net_path(generation - 1))
        return self.champion(generation)

    def until(self, generation: int) -> GenerationGoal:
        """How far a generation goes."""
        return self.run.recipe.until(generation, self.run.generations)

    def net_path(self, generation: int) -> Path:
        """The file of a generation's net."""
        return self.run.folder / f"generation-{generation}.net"

    # --- steps -------------------------------------------------------------------------------------
    def go(self) -> Path | None:
        """All generations; the last net that passed its gate, None if none did."""
        for generation in range(1, self.run.generations + 1):
            self.play(generation)
            if self.run.arrays:
                self.write_arrays(generation)
            if self.until(generation) is not GenerationGoal.GAMES:
                self.train(generation)
            if self.until(generation) is GenerationGoal.MATCH:
                self.gate(generation)
            self.journal.draw()
        best = self.champion(self.run.generations + 1)
        return Path(best) if best and best != self.run.start else None

    def folder(self, generation: int) -> Path:
        """Where a generation's games are."""
        return self.run.folder / f"generation-{generation}"

    def tasks(self, generation: int, first: int, count: int) -> list[SelfPlayTask]:
        """Tasks of self-play from a number on; the profiles take turns."""
        recipe = self.run.recipe.of(generation)
        player = self.player(generation)
        seed = self.run.seed * 100_000_000 + generation * GENERATION_SEEDS
        return [
            SelfPlayTask(
                self.run.game,
                recipe.profiles[number % len(recipe.profiles)],
                player,
                seed + number,
                recipe.games,
                recipe.nodes,
                recipe.opening,
                recipe.stray,
                self.folder(generation) / f"{number:06}.games",
                recipe.cramped,
                recipe.rivals[number % len(recipe.rivals)],
            )
            for number in range(first, first + count)
        ]

    def play(self, generation: int) -> None:
        """Self-play until there are positions enough; files that exist already are kept."""
        if self.journal.find("played", generation):
            return
        self.folder(generation).mkdir(exist_ok=True)
        wanted = self.run.recipe.of(generation).positions
        games = positions = number = 0
        with self.teller.bar(f"generation {generation}: self-play", wanted) as bar:
            while positions < wanted:
                done = number * self.run.recipe.games
                average = positions / done if done else MANY_POSITIONS
                count = int((wanted - positions) / (average * self.run.recipe.games)) + 1
                for played, found in self.results(self.tasks(generation, number, count)):
                    games += played
                    positions += found
                    bar.update(min(positions, wanted), f"{games:,} games")
                number += count
        self.journal.add(
            "played",
            generation,
            player=self.player(generation),
            games=games,
            positions=positions,
            files=number,
        )
        self.teller.say(f"generation {generation}: {positions:,} positions of {games:,} games")

    def results(self, tasks: list[SelfPlayTask]) -> Iterator[tuple[int, int]]:
        """How many games and positions each task has; what has no file, or a torn one, is played."""
        missing: list[SelfPlayTask] = []
        for task in tasks:
            try:
                records = read_records(task.path)
            except FileNotFoundError:
                missing.append(task)
            except BadRecords:
                missing.append(task)
                self.teller.say(f"{task.path.name} is damaged: its games are played again")
            else:
                yield len(records.results), records.positions
        for task, records in zip(missing, self.run.share.map(play_task, missing), strict=True):
            write_records(task.path, records)
            yield len(records.results), records.positions

    def mend(self, generation: int) -> None:
        """Play the games of torn files again; files that were deleted stay deleted."""
        played = self.journal.find("played", generation)
        there = {path.name for path in self.folder(generation).glob("*.games")}
        tasks = self.tasks(generation, 0, played["files"]) if played else []
        for _ in self.results([task for task in tasks if task.path.name in there]):
            pass

    def train(self, generation: int) -> None:
        """Train a net on the games of the last few generations."""
        if self.journal.find("trained", generation):
            return
        from schwarm.learning.training import train

        run = self.run
        recipe = run.recipe.of(generation)
        data = self.gather(generation)
        layout = layout_of(run.game)
        with self.teller.bar(f"generation {generation}: training", recipe.epochs) as bar:
            trained = train(
                data,
                layout.symmetries(),
                count=layout.COUNT,
                epochs=recipe.epochs,
                rate=recipe.rate,
                warm=recipe.warm,
                width=recipe.width,
                first=self.numbers_before(generation) if recipe.go_on else None,
                seed=run.seed + generation,
                tell=lambda epoch, loss: bar.update(epoch, f"loss {loss:.4f}"),
            )
        facts = {
            "positions": len(data.learned),
            "losses": [round(loss, 5) for loss in trained.losses],
            "held_out": round(trained.held_out, 5),
            "held_out_quantised": round(trained.held_out_quantised, 5),
            "held_out_hand_made": round(trained.held_out_hand_made, 5),
        }
        net = NetFile(
            run.game,
            rows_version(run.game),
            recipe.points,
            search_settings(run.game, recipe.points),
            {"command": run.command, "seed": run.seed, "generation": generation, **facts},
            trained.numbers,
        )
        write_whole(self.net_path(generation), write_net(net))
        self.sign(generation)
        self.journal.add("trained", generation, **facts)
        self.teller.say(
            f"generation {generation}: loss {trained.losses[-1]:.4f}, held out {trained.held_out:.4f}, "
            f"in integers {trained.held_out_quantised:.4f}, by hand {trained.held_out_hand_made:.4f}"
        )

    def numbers_before(self, generation: int) -> Numbers | None:
        """The numbers of the net that leads, None where that is no net."""
        before = self.champion(generation)
        return read_net(Path(before).read_bytes()).numbers if before else None

    def gather(self, generation: int) -> Data:
        """The positions of the last few generations, each generation's scores in a unit of its own."""
        from schwarm.learning.dataset import Data, split_files

        recipe = self.run.recipe.of(generation)
        data = Data(recipe.score_share)
        for number in range(max(1, generation - recipe.keep + 1), generation + 1):
            self.mend(number)
            learned, held_out = split_files(self.folder(number))
            if not learned:
                continue  # its files were deleted
            with self.teller.bar(
                f"generation {generation}: rows of generation {number}", len(learned)
            ) as bar:
                scale = data.add(learned, held_out, self.run.share, bar.update)
            self.teller.say(f"generation {number}: a score of {scale:.0f} points makes odds of e to 1")
        data.join()
        return data

    def write_arrays(self, generation: int) -> None:
        """The positions of a generation as arrays for other programs, once."""
        path = self.run.folder / f"generation-{generation}.npz"
        if path.exists():
            return
        from schwarm.learning.dataset import samples_of, write_samples

        files = sorted(self.folder(generation).glob("*.games"))
        with self.teller.bar(f"generation {generation}: arrays", len(files)) as bar:
            parts = []
            for samples in self.run.share.map(samples_of, map(read_records, files)):
                parts.append(samples)
                bar.update(len(parts))
        write_samples(path, parts)
        self.teller.say(f"generation {generation}: {sum(map(len, parts)):,} positions to {path}")

    def gate(self, generation: int) -> None:
        """A match against the player before."""
        if self.journal.find("gate", generation):
            return
        recipe = self.run.recipe
        before = self.champion(generation)
        duel = GateMatch(
            self.run.game,
            (str(self.net_path(generation)), before),
            recipe.profiles,
            games=recipe.gate_games,
            seed=self.run.seed * 1000 + 17,
            time_ms=recipe.gate_ms,
            nodes=recipe.gate_nodes,
            opening_plies=recipe.gate_opening,
        )
        with self.teller.bar(f"generation {generation}: match", recipe.gate_games) as bar:
            verdict = play_gate(
                duel, self.run.share, lambda tally: bar.update(tally.games, f"{100 * tally.share:.0f} %")
            )
        tally = verdict.tally
        low, high = verdict.shares
        self.journal.add(
            "gate",
            generation,
            against=before or "hand-made",
            games=tally.games,
            share=tally.share,
            low=low,
            high=high,
            passed=verdict.passed,
            text=verdict.text(),
        )
        self.teller.say(f"generation {generation} against {before or 'hand-made'}: {verdict.text()}")
        self.sign(generation)

    def sign(self, generation: int) -> None:
        """Write into a net's file what made it: the games it learned from and the matches on the way."""
        path = self.net_path(generation)
        net = read_net(path.read_bytes())
        data = [
            {name: entry[name] for name in ("generation", "player", "games", "positions")}
            for entry in self.journal.all("played")
            if entry["generation"] <= generation
        ]
        gates = [
            f"generation {entry['generation']} against {entry['against']}: {entry['text']}"
            for entry in self.journal.all("gate")
            if entry["generation"] <= generation
        ]
        signed = replace(net, obtained={**net.obtained, "data": data, "gates": gates})
        write_whole(path, write_net(signed))


def differences(begun: Mapping[str, Any], wanted: Mapping[str, Any]) -> str:
    """In which settings the run of a folder differs from the wanted one; '' if it may go on.

    A setting that the folder does not note does not count.

    >>> differences({"game": "hive", "recipe": {"nodes": 400}}, {"game": "hive", "recipe": {"nodes": 5}})
    'nodes 400, not 5'
    """
    old, new = ({**facts, **facts.get("recipe", {}), "recipe": None} for facts in (begun, wanted))
    return ", ".join(
        f"{name} {old[name] or 'hand'}, not {new[name] or 'hand'}"
        if name == "start"
        else f"{name} {old[name]}, not {new[name]}"
        for name in new
        if name in old and old[name] != new[name]
    )


def search_settings(game: str, points: int) -> dict[str, int]:
    """The search's numbers for a net: those of the hand-made evaluation, in the net's points."""
    settings = knowledge(game).settings
    found = {
        name: settings[name]
        for name in ("futility_margin", "scale", "quiescence_plies", "null_moves", "late_move_count")
    }
    return {**found, "scale": points}


def start_of(game: str, text: str) -> str:
    """The player to begin with: `hand`, `shipped` or the file of a net."""
    if text == "hand":
        return ""
    if text == "shipped":
        path = shipped_file(game)
        if path is None:
            raise BadOption(f"expected --start hand or a file: {game} has no net yet")
        return str(path)
    if not Path(text).is_file():
        raise BadOption(f"expected --start hand, shipped or the file of a net, not {text!r}")
    return text
