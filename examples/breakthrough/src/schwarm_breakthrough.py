"""Breakthrough: two rows of pawns a side; whoever reaches the far edge first wins.

3  bbb      A pawn goes one step ahead, straight or diagonally, to an empty square, or takes an
2  ...      enemy pawn diagonally. Black's pawns go down the board.
1  WWW
   abc      A square's number is size*row + column. A move's code is 256*start + goal.
"""

from __future__ import annotations

import re

from schwarm.games import BadNotation, BadPosition, Option, PythonGame, RuleBook, Setup

EMPTY, WHITE, BLACK = ".", "W", "b"  # capitals are the first side's, small letters the second's
PIECES = (WHITE, BLACK)
MOVE = re.compile(r"([a-h])([1-8])[-x]([a-h])([1-8])")


class Breakthrough(PythonGame):
    """A position: one letter for each square, and what each ply took."""

    size: int
    squares: list[str]
    taken: list[str]

    # --- options and start -----------------------------------------------------------------------
    def __init__(self, setup: Setup) -> None:
        self.size = size = setup.number("size")
        super().__init__(setup, widest=6 * size, longest=4 * size * size)
        self.squares = list(WHITE * 2 * size + EMPTY * (size - 4) * size + BLACK * 2 * size)
        self.taken = []
        if setup.position is not None:
            self.put_up(setup.position)

    def put_up(self, text: str) -> None:
        """Take a position from its text: the rows, the top one first, and the plies made."""
        row = f"[{EMPTY}{WHITE}{BLACK}]{{{self.size}}}"
        if not re.fullmatch(rf"{row}(/{row}){{{self.size - 1}}} [0-9]{{1,4}}", text):
            raise BadPosition(f"expected {self.size} rows of .Wb and the plies made, not {text!r}")
        rows, plies = text.split(" ")
        self.squares = list("".join(reversed(rows.split("/"))))
        self.turn = self.start_turn = int(plies)
        self.side = self.turn % 2

    # --- legal moves (B1, B2) ----------------------------------------------------------------------
    def generate(self, base: int) -> int:
        """Write all legal moves to stack[base:]."""
        ahead = self.size if self.side == 0 else -self.size
        for start in range(len(self.squares)):
            if self.squares[start] != PIECES[self.side]:
                continue
            column = start % self.size
            for step in (-1, 0, 1):
                if 0 <= column + step < self.size and self.open_to(start + ahead + step, step):
                    self.stack[base] = 256 * start + start + ahead + step
                    base += 1
        return base

    def open_to(self, goal: int, step: int) -> bool:
        """May a pawn go there? The far row is never left, so every goal is on the board."""
        there = self.squares[goal]
        return there == EMPTY or (step != 0 and there == PIECES[1 - self.side])

    # --- play and undo -----------------------------------------------------------------------------
    def push(self, move: int) -> None:
        """Play a legal move."""
        start, goal = move >> 8, move & 255
        self.taken.append(self.squares[goal])
        self.squares[goal] = self.squares[start]
        self.squares[start] = EMPTY
        self.trail[self.turn - self.start_turn] = move
        self.turn += 1
        self.side = 1 - self.side

    def pop(self) -> None:
        """Take the last move back."""
        self.turn -= 1
        self.side = 1 - self.side
        move = self.trail[self.turn - self.start_turn]
        start, goal = move >> 8, move & 255
        self.squares[start] = self.squares[goal]
        self.squares[goal] = self.taken.pop()

    # --- the end (B3, B4) --------------------------------------------------------------------------
    def over(self) -> bool:
        """Has a pawn arrived, or has a side lost all its pawns?"""
        return self.score() != 0

    def score(self) -> int:
        """1 if white has won, -1 if black has."""
        size = self.size
        if WHITE in self.squares[-size:] or BLACK not in self.squares:
            return 1
        return -1 if BLACK in self.squares[:size] or WHITE not in self.squares else 0

    # --- notation ----------------------------------------------------------------------------------
    def position(self) -> str:
        """The rows, the top one first, and the plies made."""
        size = self.size
        rows = ["".join(self.squares[size * row : size * row + size]) for row in reversed(range(size))]
        return f"{'/'.join(rows)} {self.turn}"

    def write(self, code: int) -> str:
        """A move as text: `a2-a3`."""
        return f"{self.name_of(code >> 8)}-{self.name_of(code & 255)}"

    def name_of(self, square: int) -> str:
        """A square as text, `a1` the lower left one."""
        return f"{'abcdefgh'[square % self.size]}{square // self.size + 1}"

    def read(self, text: str) -> int:
        """The code of a move's text; it need not be legal."""
        found = MOVE.fullmatch(text)
        if not found:
            raise BadNotation(f"expected a move such as a2-a3, not {text!r}")
        x, y, to_x, to_y = ("abcdefgh12345678".index(letter) % 8 for letter in found.groups())
        return 256 * (self.size * y + x) + self.size * to_y + to_x

    def refusal(self, code: int) -> tuple[str, str]:
        """The rule that forbids a move."""
        start = code >> 8
        if start >= len(self.squares) or self.squares[start] != PIECES[self.side]:
            return "B1", f"expected an own pawn on {self.name_of(start)}"
        return "B2", "expected a step ahead to an empty square, or diagonally onto an enemy pawn"


BOOK = RuleBook(
    name="breakthrough",
    title="Breakthrough",
    game=Breakthrough,
    options=(Option("size", 6, "squares of a row", "Felder einer Reihe", low=5, high=8),),
    profiles={"standard": {}, "large": {"size": 8}},
    rules={
        "B1": "a move starts on a pawn of the side to move",
        "B2": "a pawn goes one step ahead, straight or diagonally, and takes only diagonally",
        "B3": "a pawn on the far row wins",
        "B4": "a side without pawns has lost",
    },
)
