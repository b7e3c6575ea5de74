"""`schwarm engine`: rules and bots for programs over stdin and stdout (docs/reference/engine-protocol.md)."""

from __future__ import annotations

import re
import shlex
import sys
import time
from typing import TYPE_CHECKING, TextIO

from schwarm.cli.arguments import read_options
from schwarm.game import Game, list_games, new_game, rule_book
from schwarm.game.errors import BadOption, GameError, Refusal
from schwarm.game.record import record_of
from schwarm.search.perft import perft

if TYPE_CHECKING:
    from schwarm.bots import SearchBot
    from schwarm.search.forest import Forest
    from schwarm.search.report import SearchReport

LONGEST_LINE = 100_000
LARGEST = 100_000_000
DIGITS = re.compile(r"[0-9]{1,20}")  # Python reads no number of thousands of digits


def command() -> None:
    """Answer requests from stdin, one a line, until `quit` or the end of input. `help` lists them."""
    serve(sys.stdin, sys.stdout)


def serve(requests: TextIO, answers: TextIO) -> None:
    """Read requests and write answers; each answer ends with a line `ok` or is one line `err TEXT`."""
    engine = Engine(answers)
    while not engine.done:
        try:
            line = requests.readline(LONGEST_LINE)
        except UnicodeDecodeError:
            engine.refuse("expected a line of UTF-8 text")
            continue
        if not line:
            return
        if len(line) == LONGEST_LINE and not line.endswith("\n"):
            while (more := requests.readline(LONGEST_LINE)) and not more.endswith("\n"):
                pass
            engine.refuse(f"expected a line of fewer than {LONGEST_LINE} characters")
            continue
        engine.answer(line.strip())


class Engine:
    """One conversation: the present game and where answers go."""

    def __init__(self, answers: TextIO) -> None:
        self.answers = answers
        self.game: Game | None = None
        self.bot: SearchBot | None = None
        self.forest: Forest | None = None  # what `sims` found so far in this game
        self.done = False

    def say(self, text: str) -> None:
        """Write one line."""
        self.answers.write(text + "\n")

    def refuse(self, why: str) -> None:
        """Write the one line of an answer that failed."""
        self.say("err " + " ".join(why.split()))
        self.answers.flush()

    def answer(self, line: str) -> None:
        """Answer one request; a bad one changes nothing."""
        if not line or line.startswith("#"):
            return
        verb, _, rest = line.partition(" ")
        request = getattr(self, f"do_{verb}", None) if verb.isidentifier() else None
        try:
            if request is None:
                raise GameError(f"expected a request of {', '.join(self.verbs())}, not {verb[:40]!r}")
            request(rest.strip())
        except GameError as error:
            self.refuse(str(error))
            return
        self.say("ok")
        self.answers.flush()

    @classmethod
    def verbs(cls) -> list[str]:
        """The names of all requests."""
        return sorted(name.removeprefix("do_") for name in dir(cls) if name.startswith("do_"))

    def present(self) -> Game:
        """The game that requests speak of."""
        if self.game is None:
            raise GameError("expected newgame first")
        return self.game

    # --- requests ----------------------------------------------------------------------------------
    def do_help(self, rest: str) -> None:
        """help: list the requests."""
        for verb in self.verbs():
            self.say(str(getattr(self, f"do_{verb}").__doc__).splitlines()[0])

    def do_games(self, rest: str) -> None:
        """games: the names of all games."""
        for name in list_games():
            self.say(name)

    def do_options(self, rest: str) -> None:
        """options NAME: a game's profiles, then its options with default and values."""
        book = rule_book(rest)
        for profile in book.profiles:
            self.say(f"profile {profile}")
        for option in book.options:
            self.say(f"option {option.name} default {option.default} values {option.values()}")

    def do_newgame(self, rest: str) -> None:
        """newgame NAME [key=value ...] [position TEXT]: start a game; keys are seed, profile and options.

        A value with blanks stands in quotes: newgame hive "berries=0,-2 3,-1 -3,2".
        """
        head, _, position = f" {rest} ".partition(" position ")
        try:
            name, *texts = shlex.split(head) or [""]
        except ValueError as error:
            raise GameError(f"expected balanced quotes ({error})") from None
        options = read_options(texts, besides=("profile", "seed"))
        profile = options.pop("profile", None)
        seed = options.pop("seed", None)
        if seed is not None and not DIGITS.fullmatch(seed):
            raise BadOption(f"expected seed=NUMBER, not {seed[:40]!r}")
        self.game = new_game(
            name,
            profile=profile,
            seed=None if seed is None else int(seed),
            position=position.strip() or None,
            **options,
        )
        self.forest = None

    def do_position(self, rest: str) -> None:
        """position: the whole position on one line."""
        self.say(self.present().position())

    def do_legal(self, rest: str) -> None:
        """legal: the legal moves, sorted, one a line; none once the game is over."""
        for move in self.present().legal_moves():
            self.say(move)

    def do_play(self, rest: str) -> None:
        """play MOVE: play a move; the answer is the move as made."""
        self.say(self.present().play(rest))

    def do_undo(self, rest: str) -> None:
        """undo: take the last move back."""
        self.present().undo()

    def do_outcome(self, rest: str) -> None:
        """outcome: `running`, or the winner (`none` for a draw), the reason and each side's numbers."""
        outcome = self.present().outcome()
        if outcome is None:
            self.say("running")
            return
        self.say(f"winner {outcome.winner or 'none'}")
        self.say(f"reason {outcome.reason}")
        for side, numbers in outcome.scores.items():
            self.say(f"score {side} {' '.join(map(str, numbers))}")

    def do_turn(self, rest: str) -> None:
        """turn: plies made and the side to move."""
        self.say(f"{self.present().turn} {self.present().to_move}")

    def do_perft(self, rest: str) -> None:
        """perft N: number of move sequences of N plies."""
        if not DIGITS.fullmatch(rest) or len(rest) > 3:
            raise GameError(f"expected perft N, not perft {rest[:40]}")
        self.say(str(perft(self.present(), int(rest))))

    def do_bestmove(self, rest: str) -> None:
        """bestmove ms N | depth N | sims N: think, tell how it goes, answer `bestmove MOVE`."""
        started = time.monotonic()
        kind, number = self.limit("bestmove", rest.split())
        self.say(f"bestmove {self.think(kind, number, 1, started, playing=True).move}")

    def do_analyse(self, rest: str) -> None:
        """analyse ms N | depth N | sims N [lines N]: the best few moves as `info` lines."""
        started = time.monotonic()
        words = rest.split()
        lines = 3
        if (
            len(words) == 4
            and words[2] == "lines"
            and DIGITS.fullmatch(words[3])
            and 1 <= int(words[3]) <= 100
        ):
            lines = int(words[3])
            words = words[:2]
        kind, number = self.limit("analyse", words)
        report = self.think(kind, number, lines, started)
        for line in report.info():
            self.say(line)

    def limit(self, verb: str, words: list[str]) -> tuple[str, int]:
        """What ends a search: its kind and the number."""
        usage = f"expected {verb} ms N, depth N or sims N"
        if len(words) != 2 or words[0] not in ("ms", "depth", "sims"):
            raise GameError(f"{usage}, not {' '.join(words)[:60]!r}")
        if not DIGITS.fullmatch(words[1]) or not 1 <= int(words[1]) <= LARGEST:
            raise GameError(f"{usage} with a number from 1 to {LARGEST}, not {words[1][:20]!r}")
        return words[0], int(words[1])

    def think(
        self, kind: str, number: int, lines: int, started: float, *, playing: bool = False
    ) -> SearchReport:
        """Search the present position; who is `playing` tells how it goes."""
        from schwarm.bots import SearchBot, knowledge, new_forest, simulate

        game = self.present()
        if game.finished():
            raise GameError(Refusal("not_over"))

        def tell(report: SearchReport) -> None:
            for line in report.info():
                self.say(line)
            self.answers.flush()

        if kind == "sims":
            self.forest = self.forest or new_forest(game.name)
            report = simulate(game, simulations=number, lines=lines, forest=self.forest)
            if playing:
                tell(report)
            return report
        if self.bot is None or self.bot.known.game != game.name:
            self.bot = SearchBot("best", knowledge(game.name))
        budget_ms = number if kind == "ms" else LARGEST
        depth = number if kind == "depth" else None
        return self.bot.analyse(
            game,
            budget_ms,
            started=started,
            lines=lines,
            depth=depth,
            listener=tell if playing else None,
            playing=playing,
        )

    def do_record(self, rest: str) -> None:
        """record: the game so far as a line of JSON."""
        self.say(record_of(self.present()).to_json())

    def do_quit(self, rest: str) -> None:
        """quit: end the program."""
        self.done = True
