"""Breakthrough: two rows of pawns a side; whoever reaches the far edge first wins.

3  bbb      A pawn goes one step ahead, straight or diagonally, to an empty square, or takes an
2  ...      enemy pawn diagonally. Black's pawns go down the board.
1  WWW
   abc      A square's number is size*row + column. A move's code is 256*start + goal.
"""

from __future__ import annotations

import re

from schwarm.game import BadNotation, BadPosition, Setup
from schwarm.game.python_game import PythonGame

WHITE, BLACK, EMPTY = 0, 1, 2  # what stands on a square; the first two are also the sides
LETTERS = "Wb."  # of a position text: capitals are the first side's, small letters the second's
MOVE = re.compile(r"([a-h])([1-8])-([a-h])([1-8])")


class Breakthrough(PythonGame):
    """A position: what stands on each square, and what each ply took."""

    size: int
    squares: list[int]
    taken: list[int]

    # --- options and start -----------------------------------------------------------------------
    def __init__(self, setup: Setup) -> None:
        size = setup.number("size")
        super().__init__(setup, widest=6 * size, longest=4 * size * size)
        self.size = size
        self.squares = [0] * 64
        self.taken = [0] * 256
        start = "/".join(["b" * size] * 2 + ["." * size] * (size - 4) + ["W" * size] * 2)
        self.put_up(f"{start} 0" if setup.position is None else setup.position)

    def put_up(self, text: str) -> None:
        """Take a position from its text: the rows, the top one first, and the plies made."""
        row = f"[{LETTERS}]{{{self.size}}}"
        if not re.fullmatch(rf"{row}(/{row}){{{self.size - 1}}} [0-9]{{1,4}}", text):
            raise BadPosition(f"expected {self.size} rows of {LETTERS} and the plies made, not {text!r}")
        rows, plies = text.split(" ")
        for square, letter in enumerate("".join(reversed(rows.split("/")))):
            self.squares[square] = LETTERS.index(letter)
        self.turn = self.start_turn = int(plies)
        self.side = self.turn % 2

    # --- legal moves (B1, B2) ----------------------------------------------------------------------
    def generate(self, base: int) -> int:
        """Write all legal moves to stack[base:]; no pawn leaves the far row, so every goal is there."""
        ahead = self.size if self.side == WHITE else -self.size
        for start in range(self.size * self.size):
            if self.squares[start] != self.side:
                continue
            for step in range(-1, 2):
                column = start % self.size + step
                goal = start + ahead + step
                if 0 <= column < self.size:
                    if self.squares[goal] == EMPTY or (step != 0 and self.squares[goal] == 1 - self.side):
                        self.stack[base] = 256 * start + goal
                        base += 1
        return base

    # --- play and undo -----------------------------------------------------------------------------
    def push(self, move: int) -> None:
        """Play a legal move."""
        ply = self.turn - self.start_turn
        start = move >> 8
        goal = move & 255
        self.taken[ply] = self.squares[goal]
        self.squares[goal] = self.squares[start]
        self.squares[start] = EMPTY
        self.trail[ply] = move
        self.turn += 1
        self.side = 1 - self.side

    def pop(self) -> None:
        """Take the last move back."""
        self.turn -= 1
        self.side = 1 - self.side
        ply = self.turn - self.start_turn
        start = self.trail[ply] >> 8
        goal = self.trail[ply] & 255
        self.squares[start] = self.squares[goal]
        self.squares[goal] = self.taken[ply]

    # --- the end (B3, B4) --------------------------------------------------------------------------
    def over(self) -> bool:
        """Has a pawn arrived, or has a side lost all its pawns?"""
        return self.score() != 0

    def score(self) -> int:
        """1 if white has won, -1 if black has."""
        white = black = 0
        for square in range(self.size * self.size):
            if self.squares[square] == WHITE:
                if square >= self.size * (self.size - 1):
                    return 1
                white += 1
            elif self.squares[square] == BLACK:
                if square < self.size:
                    return -1
                black += 1
        return 1 if black == 0 else -1 if white == 0 else 0

    # --- notation ----------------------------------------------------------------------------------
    def position(self) -> str:
        """The rows, the top one first, and the plies made."""
        rows = []
        for row in range(self.size - 1, -1, -1):
            squares = range(self.size * row, self.size * (row + 1))
            rows.append("".join([LETTERS[self.squares[square]] for square in squares]))
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
        if max(x, y, to_x, to_y) >= self.size:
            raise BadNotation(f"expected squares of a board of size {self.size}, not {text!r}")
        return 256 * (self.size * y + x) + self.size * to_y + to_x

    def refusal(self, code: int) -> tuple[str, str]:
        """The rule that forbids a move."""
        if self.squares[code >> 8] != self.side:
            return "B1", f"expected an own pawn on {self.name_of(code >> 8)}"
        return "B2", "expected a step ahead to an empty square, or diagonally onto an enemy pawn"
