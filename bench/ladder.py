"""The levels of a game, calibrated anew: `python -m bench.ladder GAME`.

1. Search: candidates along one curve of nodes and noise play their neighbours; where one is far stronger
   than the other, a candidate between them is tried too. Ten at equal steps of Elo become the levels.
2. Measurement: each level plays the one below from starts that the search has not seen; `random` and
   `greedy` play the levels nearest to them. Levels whose step is outside 65 to 85 % are chosen again by all
   games so far, and their steps are measured again.

`--measure` leaves the levels as they are and plays the second step's matches alone.

Games are noted as they end (bench/results/ladder.jsonl): a second start goes on. At the end the levels go to
data/bots.json of the game's folder and the results of the matches to data/ladder.json; then the players are
others, and notes of games do not count any more.
"""

from __future__ import annotations

import argparse
import json
import re
from dataclasses import replace
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

from rich.console import Console

from bench.compare import ROOT
from bench.ladder_curve import END, Curve, choose, elo_of_all, fits, share, share_text, strengths
from schwarm import players
from schwarm.bots.evaluation import DATA
from schwarm.bots.knowledge import knowledge
from schwarm.bots.ladder import ANCHORS, ladder
from schwarm.game import catalogue, rule_book
from schwarm.ratings import Pairs, match_rating
from schwarm.referee import Limits
from schwarm.workers import Bar, Contestant, Journal, LocalCrew, Share, hired, pairs, play_all

NOTES = ROOT / "bench" / "results" / "ladder.jsonl"
AMPLE = Limits(600_000, 3_000_000)  # levels are limited by nodes, not by time
GRID = (0, 24, 48, 72, 96, 120, 144, 168, 192, 216, 240, END)
FAR = 0.88  # a candidate that wins more against its neighbour is too far from it
CLOSE = 12  # places: no candidate is tried between such neighbours
SEARCH_GAMES, DEAR_GAMES, FEW_GAMES = 60, 40, 20  # of candidates, of dear ones, to place random and greedy
MATCH_GAMES, ANCHOR_GAMES = 200, 100
DEAR = 4_000  # nodes; candidates with more play fewer games in the search
SEARCH_SEED, MATCH_SEED = 50_000, 1_000
ROUNDS = 4  # how often levels are chosen again
# Level 10 answers in some hundredths of a second: the games span more Elo than ten levels at such steps can.
CURVES = {
    "blokus": Curve("blokus", 800),
    "hive": Curve("hive", 16_000),
    "mississippi_queen": Curve("mississippi_queen", 16_000),
    "piranhas": Curve("piranhas", 8_000, 26, 180),
    "protista": Curve("protista", 16_000),
}


class Calibration:
    """The matches of one game, played where they are not noted yet."""

    def __init__(
        self, curve: Curve, share: Share, journal: Journal, console: Console, games: int = MATCH_GAMES
    ) -> None:
        self.curve = curve
        self.profile = rule_book(curve.game).usual_profile
        self.games = games  # of a measured match
        self.share = share
        self.journal = journal
        self.console = console
        self.results: dict[tuple[str, str], Pairs] = {}

    def match(self, one: str, other: str, games: int, seed: int) -> Pairs:
        """The pairs of a match from the first one's side; they count in all estimates from now on."""
        contestants = [Contestant(name, players.read(name)) for name in (one, other)]
        tasks = pairs(
            self.curve.game,
            contestants[0],
            contestants[1],
            games,
            seed=seed,
            profile=self.profile,
            limits=AMPLE,
        )
        title = f"{self.curve.game}: {one} - {other}"
        reports = []
        with Bar(title, games, self.console) as bar:
            for report in play_all(tasks, self.share, self.journal):
                reports.append(report)
                bar.note()
        found = match_rating(reports, one)
        before = self.results.get((one, other), (0, 0, 0, 0, 0))
        a, b, c, d, e = (old + new for old, new in zip(before, found.pairs, strict=True))
        self.results[one, other] = (a, b, c, d, e)
        seconds = sum(sum(report.think_ms) for report in reports) / 1000
        again = f", {found.repeated} pairs repeated" if found.repeated else ""
        self.console.print(
            f"{title}: {share_text(found.pairs)} of {games} games{again}, {seconds:.0f} s of thinking"
        )
        return found.pairs

    # --- the search ---------------------------------------------------------------------------------
    def search(self) -> None:
        """Let neighbours on the curve play until none is too far from the next, then random and greedy."""
        first, last = self.curve.first, self.curve.last
        places = sorted({first, *(place for place in GRID if first < place < last), last})
        while True:
            added = []
            for low, high in pairwise(places):
                found = self.neighbours(low, high)
                if share(found) > FAR and high - low > CLOSE:
                    added.append((low + high) // 2)
            if not added:
                break
            places = sorted({*places, *added})
        self.places = places
        self.anchor("random")
        self.anchor("greedy")

    def neighbours(self, low: int, high: int) -> Pairs:
        """The result of two neighbours of the search."""
        weak, strong = self.curve.name(low), self.curve.name(high)
        known = self.results.get((strong, weak))
        games = DEAR_GAMES if self.curve.level(high).nodes > DEAR else SEARCH_GAMES
        return known or self.match(strong, weak, games, SEARCH_SEED)

    def anchor(self, name: str) -> None:
        """Find where a player stands among the candidates, each match halving what is in question."""
        low, high = 0, len(self.places) - 1
        while low < high:
            middle = (low + high) // 2
            candidate = self.curve.name(self.places[middle])
            if share(self.match(candidate, name, FEW_GAMES, SEARCH_SEED)) > 0.5:
                high = middle
            else:
                low = middle + 1

    def elo(self) -> dict[int, float]:
        """Elo by place on the curve, for all places that played."""
        found = elo_of_all(self.results)
        return {
            place: found[name]
            for place in range(self.curve.first, self.curve.last + 1)
            if (name := self.curve.name(place)) in found
        }

    # --- the measurement ----------------------------------------------------------------------------
    def measure(self) -> tuple[list[int], dict[tuple[str, str], Pairs]]:
        """Ten places and their matches, after as many rounds as it took, or as there may be."""
        chosen: list[int] = []
        measured: dict[tuple[int, int], Pairs] = {}
        for _ in range(ROUNDS):
            chosen = choose(self.elo(), chosen)
            self.console.print(f"levels: {', '.join(self.curve.name(place) for place in chosen)}")
            for step in pairwise(chosen):
                if step not in measured:
                    weak, strong = map(self.curve.name, step)
                    measured[step] = self.match(strong, weak, self.games, MATCH_SEED)
            if all(fits(measured[step]) for step in pairwise(chosen)):
                break
        matches = {
            (str(number), str(number - 1)): measured[step] for number, step in enumerate(pairwise(chosen), 2)
        }
        return chosen, matches | self.anchors(chosen)

    def anchors(self, chosen: list[int]) -> dict[tuple[str, str], Pairs]:
        """Random and greedy against the two levels that are nearest to each."""
        elo = elo_of_all(self.results)
        made = {}
        for name in ANCHORS:
            near = sorted(range(10), key=lambda number: abs(elo[self.curve.name(chosen[number])] - elo[name]))
            for number in sorted(near[:2]):
                made[str(number + 1), name] = self.anchor_match(self.curve.name(chosen[number]), name)
        return made

    def anchor_match(self, level: str, name: str) -> Pairs:
        """A level against `random` or `greedy`."""
        return self.match(level, name, min(ANCHOR_GAMES, self.games), MATCH_SEED)

    def measure_again(self) -> dict[tuple[str, str], Pairs]:
        """The matches of the levels as they are, those against random and greedy by the last measurement."""
        levels = list(knowledge(self.curve.game).levels)
        made = {(high, low): self.match(high, low, self.games, MATCH_SEED) for low, high in pairwise(levels)}
        for match in ladder(self.curve.game).matches:
            if match.other in ANCHORS:
                made[match.one, match.other] = self.anchor_match(match.one, match.other)
        return made


def write_levels(curve: Curve, chosen: list[int]) -> None:
    """The chosen levels into the package's data."""
    levels = [curve.level(place) for place in chosen]
    lines = [
        f'    "{number}": {{"nodes": {level.nodes}, "noise": {level.noise}}}'
        for number, level in enumerate(levels, 1)
    ]
    path = data_folder(curve.game) / "bots.json"
    told = '"levels": {\n' + ",\n".join(lines) + "\n  }"
    path.write_text(re.sub(r'"levels": \{.*?\n  \}', told, path.read_text("utf-8"), flags=re.S), "utf-8")


def data_folder(game: str) -> Path:
    """Where a game's folder keeps what its bots know."""
    return Path(str(files(catalogue.folder(game)))) / DATA


def write_results(game: str, matches: dict[tuple[str, str], Pairs], command: str) -> None:
    """The results of the matches and the Elo they tell into the package's data."""
    out = data_folder(game) / "ladder.json"
    out.parent.mkdir(exist_ok=True)
    results = [{"one": one, "other": other, "pairs": found} for (one, other), found in matches.items()]
    lines = [
        "{",
        f'  "obtained": {json.dumps(command)},',
        '  "matches": [',
        ",\n".join(f"    {json.dumps(result)}" for result in results),
        "  ],",
        '  "elo": {',
        ",\n".join(f"    {json.dumps(name)}: {list(elo)}" for name, elo in strengths(matches).items()),
        "  }",
        "}",
    ]
    out.write_text("\n".join(lines) + "\n", "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.ladder", description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=sorted(CURVES))
    parser.add_argument("--processes", type=int, default=None, help="games at a time (default: one a core)")
    only = parser.add_mutually_exclusive_group()
    only.add_argument("--search-only", action="store_true", help="choose no levels, tell the candidates' Elo")
    only.add_argument("--measure", action="store_true", help="measure the levels as they are")
    parser.add_argument(
        "--games", type=int, default=MATCH_GAMES, help="games of a measured step (default: 200)"
    )
    parser.add_argument("--first", type=int, help="the place of level 1 on the curve, 0 to 255")
    parser.add_argument("--last", type=int, help="the place of level 10, up to 256")
    parser.add_argument("--most", type=int, help="the nodes at the end of the curve")
    said = parser.parse_args()
    console = Console(highlight=False, width=200)
    curve = CURVES[said.game]
    if said.first is not None:
        curve = replace(curve, first=said.first)
    if said.last is not None:
        curve = replace(curve, last=said.last)
    if said.most is not None:
        curve = replace(curve, most=said.most)
    command = f"python -m bench.ladder {said.game}{' --measure' * said.measure} --games {said.games}"
    with hired(LocalCrew(said.processes)) as crew:
        work = Calibration(curve, crew, Journal(NOTES), console, said.games)
        if said.measure:
            write_results(said.game, work.measure_again(), command)
            return
        work.search()
        elo = elo_of_all(work.results)
        for name, value in sorted(elo.items(), key=lambda item: item[1]):
            console.print(f"{name}: {value - elo['random']:.0f}")
        if not said.search_only:
            chosen, matches = work.measure()
            write_levels(curve, chosen)
            write_results(said.game, matches, command)


if __name__ == "__main__":
    main()
