"""Rules written in plain Python under the compiled searches.

A rule book that subclasses PythonGame is one ordinary Python file. It offers `generate`, `push`, `pop`,
`over` and `score`, and keeps `stack`, `trail`, `turn` and `side` as every rule book does (see game.py).
Compiled searches call them through this class, which costs most of the searches' speed and nothing else. Once
the file has a .pxd beside it and is compiled, the same methods are called directly.

An error in such a rule cannot leave a compiled search at once. It is kept, the game counts as over from
then on, so that the search soon ends, and `check` raises it.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

import cython

from schwarm.game.errors import GameError
from schwarm.game.game import Game
from schwarm.game.rulebook import Move, Setup

HEAP_TYPE = 1 << 9  # flag of classes made by a class statement; compiled classes lack it
NEEDED = ("generate", "push", "pop", "over", "score", "position", "read", "write")


if not cython.compiled:
    set_plainly = object.__setattr__


class RuleError(GameError):
    """A rule written in Python failed inside a search; the cause is the error itself."""


class PythonGame(Game):
    """A game whose rules are plain Python, until they are compiled."""

    failure: BaseException | None
    bridged: bool
    own_candidates: bool
    own_key: bool
    own_resample: bool

    def __init__(self, setup: Setup, widest: int, longest: int) -> None:
        super().__init__(setup, widest, longest)
        self.failure = None
        self.bridged = bool(cython.compiled and type(self).__flags__ & HEAP_TYPE)
        own = {
            name for kind in type(self).__mro__[: type(self).__mro__.index(PythonGame)] for name in vars(kind)
        }
        self.own_candidates = "candidates" in own
        self.own_key = "key" in own
        self.own_resample = "resample" in own
        missing = [name for name in NEEDED if name not in own]
        if missing and (self.bridged or not cython.compiled):
            raise TypeError(f"{type(self).__name__}: expected the methods {', '.join(missing)}")
        if self.bridged:  # what the rules see; the searches have stacks of their own, in C
            setattr(self, "stack", [0] * widest)  # noqa: B010  compiled, self.stack is the C one
            setattr(self, "trail", [0] * longest)  # noqa: B010
            setattr(self, "hash", 0)  # noqa: B010

    def sees_python(self) -> bool:
        return True

    def __setattr__(self, name: str, value: Any) -> None:
        """Rules written in Python count the turns themselves; of compiled rules nobody else can set these."""
        if name == "turn":
            self.turn = value
        elif name == "side":
            if value != 0 and value != 1:
                raise ValueError(f"side: expected 0 or 1, not {value!r}")
            self.side = value
        elif name == "start_turn":
            self.start_turn = value
        else:
            set_plainly(self, name, value)

    # --- called by the searches, without Python's lock ---------------------------------------------
    def generate(self, base: int) -> int:
        with cython.gil:
            return self.ask_list("generate", base)

    def candidates(self, base: int) -> int:
        if not self.own_candidates:
            return self.generate(base)
        with cython.gil:
            return self.ask_list("candidates", base)

    def push(self, move: int) -> None:
        with cython.gil:
            self.ask_push(move)

    def pop(self) -> None:
        with cython.gil:
            self.ask_pop()

    def over(self) -> bool:
        with cython.gil:
            return self.ask_number("over", 1) != 0

    def score(self) -> int:
        with cython.gil:
            return self.ask_number("score", 0)

    def key(self) -> int:
        with cython.gil:
            return self.ask_key()

    def resample(self, word: int) -> None:
        if self.own_resample:
            with cython.gil:
                self.ask_resample(word)

    # --- the questions to the rules, with the lock ---------------------------------------------------
    def ask_list(self, name: str, base: int) -> int:
        """Let the rules list their moves from 0 on and copy them to the searches' stack."""
        if self.failure is not None:
            return base
        try:
            listed = getattr(self, "stack")  # noqa: B009
            end: int = getattr(self, name)(0)
            if not 0 <= end <= self.widest:
                raise ValueError(f"expected 0 to {self.widest} moves (widest) in one position, not {end}")
            for i in range(end):
                self.stack[base + i] = listed[i]
            return base + end
        except BaseException as error:
            self.failure = error
            return base

    def ask_push(self, move: int) -> None:
        """Let the rules make a move; whatever they do, the turn counts one more."""
        before = self.turn
        at = before - self.start_turn
        made = move
        if at >= self.trail_room:
            self.lengthen_trail()
        if self.failure is None:
            try:
                trail = getattr(self, "trail")  # noqa: B009
                if at >= len(trail):
                    trail += [0] * len(trail)
                getattr(self, "push")(move)  # noqa: B009
                if self.turn != before + 1:
                    raise ValueError(f"push: expected turn {before + 1} after it, not {self.turn}")
                made = trail[at]
            except BaseException as error:  # Ctrl+C as well: it ends the search and comes out of it
                self.failure = error
        self.turn = before + 1
        self.trail[at] = made

    def ask_pop(self) -> None:
        """Let the rules take a move back."""
        before = self.turn
        if self.failure is None:
            try:
                getattr(self, "pop")()  # noqa: B009
                if self.turn != before - 1:
                    raise ValueError(f"pop: expected turn {before - 1} after it, not {self.turn}")
            except BaseException as error:  # Ctrl+C as well: it ends the search and comes out of it
                self.failure = error
        self.turn = before - 1

    def ask_number(self, name: str, otherwise: int) -> int:
        """What a rule without arguments answers."""
        if self.failure is not None:
            return otherwise
        try:
            return int(getattr(self, name)())
        except BaseException as error:
            self.failure = error
            return otherwise

    def ask_key(self) -> int:
        """The rules' own key; without one a digest of the position's text, which is slow but right."""
        if self.failure is not None:
            return 0
        try:
            if self.own_key:
                return int(getattr(self, "key")())  # noqa: B009
            text = f"{self.position()} {self.turn} {self.side}"
            return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little")
        except BaseException as error:
            self.failure = error
            return 0

    def ask_resample(self, word: int) -> None:
        """Let the rules draw anew what is hidden."""
        if self.failure is None:
            try:
                getattr(self, "resample")(word)  # noqa: B009
            except BaseException as error:  # Ctrl+C as well: it ends the search and comes out of it
                self.failure = error

    # --- for people: errors of the rules come out where they are asked --------------------------------
    def check(self) -> None:
        if self.failure is None:
            return
        if not isinstance(self.failure, Exception):
            raise self.failure  # Ctrl+C and the like are nobody's mistake
        raise RuleError(f"{type(self).__name__}: {self.failure!r}") from self.failure

    def legal_moves(self) -> list[Move]:
        moves = super().legal_moves()
        self.check()
        return moves

    def code_of(self, move: object) -> int:
        code = super().code_of(move)
        self.check()
        return code

    def move_of(self, code: int) -> Move:
        self.check()
        return Game.move_of(self, code)

    def undo(self) -> None:
        super().undo()
        self.check()

    def finished(self) -> bool:
        ended = super().finished()
        self.check()
        return ended


if not cython.compiled:  # there all attributes can be set, and this would make each of them slow
    del PythonGame.__setattr__
