"""Lines of the engine protocol."""

from __future__ import annotations

import io
import random

from bench.borders.border import Border, WrongAnswer, played, spoilt
from schwarm.cli.engine import Engine
from schwarm.game import GameError, list_games
from schwarm.search.report import SearchReport

LINES_A_GAME = 50  # then the conversation begins anew, so that a finding can be repeated
DEEPEST = 1


class Hasty(Engine):
    """The engine, which refuses to think for long: a fuzzed number may ask for days."""

    def do_perft(self, rest: str) -> None:
        """perft N: as ever for one ply; more are refused."""
        if rest.isdecimal() and len(rest) <= 3 and int(rest) > DEEPEST:
            raise GameError("expected a number for hasty people")
        super().do_perft(rest)

    def think(
        self, kind: str, number: int, lines: int, started: float, *, playing: bool = False
    ) -> SearchReport:
        """Think as ever for a moment; longer is refused."""
        if number > DEEPEST or kind == "ms":
            raise GameError("expected a number for hasty people")
        return super().think(kind, number, lines, started, playing=playing)


class Lines(Border):
    """One line after the other in a conversation: each gets one answer, `ok` or `err`."""

    def __init__(self) -> None:
        self._pool = [
            "help",
            "games",
            "position",
            "legal",
            "undo",
            "outcome",
            "turn",
            "record",
            "# words",
            "quit",
        ]
        self._pool += [
            "perft 1",
            "bestmove depth 1",
            "bestmove sims 1",
            "analyse sims 1 lines 2",
            "bestmove ms 5",
        ]
        for name in list_games():
            game = played(name, 4, 9)
            moves = [str(move) for move in played(name, 7, 0).legal_moves()[:20]]
            self._pool += [
                f"newgame {name} seed=7",
                f"newgame {name} profile=seed seed=1",
                f"options {name}",
            ] * 2
            self._pool += [f"newgame {name} position {game.position()}", f'newgame {name} "seed=1" x=2']
            self._pool += [f"newgame {name} name=x position=y"] + [f"play {move}" for move in moves]
        self._answers = io.StringIO()
        self._engine: Engine = Hasty(self._answers)
        self._said: list[str] = []

    def draw(self, chance: random.Random) -> str:
        """A line; every other one is a good one, so that the conversation gets somewhere."""
        line = chance.choice(self._pool) if chance.random() < 0.2 else spoilt(chance, self._pool)
        return line.replace("\n", " ").replace(
            "bestmove depth 1", "legal" if chance.random() < 0.99 else line
        )

    def attempt(self, given: str | bytes) -> None:
        """Say it."""
        assert isinstance(given, str)
        if len(self._said) >= LINES_A_GAME or self._engine.done:
            self._said.clear()
            self._engine = Hasty(self._answers)
        self._said.append(given)
        self._answers.seek(0)
        self._answers.truncate()
        try:
            self._engine.answer(given.strip())
        except Exception as error:
            conversation = "\n".join(self._said)
            raise WrongAnswer(f"{type(error).__name__}: {error} after:\n{conversation}") from error
        said = self._answers.getvalue()
        silent = not given.strip() or given.strip().startswith("#")
        if (
            not silent
            and not said.endswith("ok\n")
            and (not said.startswith("err ") or said.count("\n") != 1)
        ):
            raise WrongAnswer(f"expected an answer that ends with ok or a line err, not {said[-200:]!r}")
