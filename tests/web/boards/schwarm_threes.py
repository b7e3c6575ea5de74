"""Three in a row on hexagons: a game of another package with its rules alone, for the generic hex board."""

from __future__ import annotations

import re

from schwarm.game import BadNotation, BadPosition, RuleBook, Setup
from schwarm.game.board import Shape
from schwarm.game.python_game import PythonGame

SIZE, LETTERS = 5, "Xo."
EMPTY = 2


class Threes(PythonGame):
    """A position: what lies on each hexagon; numbers count row by row from the lower left one."""

    cells: list[int]

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup, widest=SIZE * SIZE, longest=SIZE * SIZE)
        row = f"[{LETTERS}]{{{SIZE}}}"
        text = setup.position or "/".join(["." * SIZE] * SIZE) + " 0"
        if not re.fullmatch(rf"{row}(/{row}){{{SIZE - 1}}} [0-9]{{1,2}}", text):
            raise BadPosition(f"expected {SIZE} rows of {LETTERS} and the plies made, not {text!r}")
        rows, plies = text.split(" ")
        self.cells = [LETTERS.index(letter) for letter in "".join(reversed(rows.split("/")))]
        self.turn = self.start_turn = int(plies)
        self.side = self.turn % 2

    def generate(self, base: int) -> int:
        for cell in range(SIZE * SIZE):
            if self.cells[cell] == EMPTY:
                self.stack[base] = cell
                base += 1
        return base

    def push(self, move: int) -> None:
        self.cells[move] = self.side
        self.trail[self.turn - self.start_turn] = move
        self.turn += 1
        self.side = 1 - self.side

    def pop(self) -> None:
        self.turn -= 1
        self.side = 1 - self.side
        self.cells[self.trail[self.turn - self.start_turn]] = EMPTY

    def over(self) -> bool:
        return self.score() != 0 or EMPTY not in self.cells

    def score(self) -> int:
        for cell in range(SIZE * SIZE):
            three = self.cells[cell : cell + 3]
            if cell % SIZE <= SIZE - 3 and three[0] != EMPTY and three == [three[0]] * 3:
                return 1 - 2 * three[0]
        return 0

    def position(self) -> str:
        rows = [self.cells[SIZE * row : SIZE * (row + 1)] for row in range(SIZE - 1, -1, -1)]
        return "/".join("".join(LETTERS[cell] for cell in row) for row in rows) + f" {self.turn}"

    def write(self, code: int) -> str:
        return f"{'abcde'[code % SIZE]}{code // SIZE + 1}"

    def read(self, text: str) -> int:
        if not re.fullmatch("[a-e][1-5]", text):
            raise BadNotation(f"expected a hexagon such as a1, not {text!r}")
        return SIZE * (int(text[1]) - 1) + "abcde".index(text[0])

    def refusal(self, code: int) -> tuple[str, str]:
        return "T1", "expected an empty hexagon"


BOOK = RuleBook(
    name="threes",
    title="Threes",
    game=Threes,
    sides=("cross", "nought"),
    shape=Shape.HEX,
    rules={"T1": "a stone is put on an empty hexagon", "T2": "three stones in a row from left to right win"},
)
