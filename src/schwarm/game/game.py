"""The contract between a rule book, the compiled searches and people.

A rule book is a subclass of Game. The first half of this class is what it offers to the searches:
plain numbers, no checks, no Python objects. The second half is the face that people use: text,
checks, clear refusals. Moves are 64-bit codes inside and `Move` texts outside.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

import cython

from schwarm.game import drawing, vector
from schwarm.game.board import Board, Description, board_of_text, described_by_boards
from schwarm.game.errors import BadNotation, GameError, IllegalMove, Refusal
from schwarm.game.memory import Memory
from schwarm.game.rulebook import (
    ANY_RULE,
    Drawing,
    Ending,
    Move,
    OptionValue,
    Outcome,
    Setup,
    victory_points,
)

if not cython.compiled:
    from schwarm.bits import below, mix, sort_words
    from schwarm.game.plain_memory import new_like

Seen = TypeVar("Seen")
REVIVED: dict[str, Game] = {}  # of each name the last game out of a pickle: the next one may be like it
HEAP_TYPE = 1 << 9  # flag of classes made by a class statement; compiled classes lack it


class Game(Memory):
    """A position of a two-player game that can go forward and back.

    >>> import schwarm
    >>> game = schwarm.new_game("piranhas", seed=7)
    >>> game.play("A4-C4"), game.to_move, game.turn
    ('A4-C4', 'blue', 1)
    >>> game.undo()
    >>> game.to_move, game.history
    ('red', [])
    """

    start_text: str | None

    def __init__(self, setup: Setup, widest: int, longest: int, frame: int = 0) -> None:
        """Room for `widest` moves in one position and `longest` plies of a game, both may grow.

        Each ply leaves `frame` words behind in `past`, by which `pop` takes it back.
        """
        if cython.compiled and type(self).__flags__ & HEAP_TYPE and not self.sees_python():
            raise TypeError(
                f"{type(self).__name__} is not compiled: expected PythonGame as its base, not Game"
            )
        self.start_text = None
        super().__init__(setup, widest, longest, frame)

    def sees_python(self) -> bool:
        """Do the compiled searches see rules of this class that are written in Python?"""
        return False

    # --- what a rule book offers to the searches ---------------------------------------------------
    def generate(self, base: int) -> int:
        """Write all legal moves to stack[base:] and return where they end; the game is not over."""
        return base

    def candidates(self, base: int) -> int:
        """Like generate, with one move for each distinct result: enough for a search."""
        return self.generate(base)

    def pick(self, word: int) -> bool:
        """Write one legal move, all equally likely by a random word, to stack[0]; False if there is none."""
        end = self.list_moves(0)
        if end == 0:
            return False
        self.stack[0] = self.stack[below(word, end)]
        return True

    def push(self, move: int) -> None:
        """Play a legal move."""

    def pop(self) -> None:
        """Take the last move back."""

    def over(self) -> bool:
        """Has the game ended, other than by the side to move having no legal move?"""
        return False

    def score(self) -> int:
        """An ended game (over, or without a legal move): 1 the first side has won, -1 lost, 0 drawn."""
        return 0

    def key(self) -> int:
        """A number for the whole position: equal positions have equal keys."""
        return self.hash ^ mix(2 * self.turn + self.side + 1)

    def resample(self, word: int) -> None:
        """Replace what the players cannot know by something as likely; `word` is the random number for it."""

    # --- what a rule book offers to people ---------------------------------------------------------
    def position(self) -> str:
        """The whole position on one line."""
        raise TypeError(f"{type(self).__name__} does not say its position")

    def read(self, text: str) -> int:
        """The code of a move's text; BadNotation if it does not parse."""
        raise TypeError(f"{type(self).__name__} does not read moves")

    def write(self, code: int) -> str:
        """The text of a move's code."""
        raise TypeError(f"{type(self).__name__} does not write moves")

    def refusal(self, code: int) -> tuple[str, str]:
        """Why a move is not legal here: the rule's id and the reason."""
        return next(iter(self.setup.book.rules), ANY_RULE), "expected one of the legal moves"

    def verdict(self) -> Outcome:
        """The outcome of a game that has ended; as a rule the score says it all."""
        score = self.score()
        winner = None if score == 0 else self.setup.book.sides[score < 0]
        scores = {
            side: (points, *numbers[1:])
            for points, (side, numbers) in zip(
                victory_points(-1 if score == 0 else int(score < 0)), self.standing().items(), strict=True
            )
        }
        return Outcome(winner, Ending.DRAWN if score == 0 else Ending.WON, scores)

    def public_position(self) -> str:
        """The position as far as the players know it; what is hidden stands there as `?`."""
        return self.position()

    def standing(self) -> dict[str, tuple[int, ...]]:
        """Each side's numbers if the game were stopped here; a draw where a rule book does not say."""
        nothing = (1,) + (0,) * (len(self.setup.book.score_names) - 1)
        return dict.fromkeys(self.setup.book.sides, nothing)

    def board(self) -> Board:
        """The position as cells, pieces and marks, as far as everybody may see it.

        Without a board of its own a rule book shows what the rows of its position text hold.
        """
        return board_of_text(self.public_position(), self.setup.book.sides, self.setup.book.shape)

    def describe_code(self, code: int) -> Description:
        """What a legal move does. Without an answer of the rule book's own, the board after it tells."""
        if self.setup.book.chance:  # making the move would tell what nobody may know before
            return Description(self.write(code), self.to_move, "move", chance=True)
        after = self.after(code, self.board)
        return described_by_boards(self.board(), after, self.write(code), self.to_move)

    def public_start(self) -> str:
        """The start position as far as the players know it by now."""
        if self.start_text is None:
            self.start_text = self.setup.position or self.first_position()
        return self.start_text

    def first_position(self) -> str:
        """The position before the first move."""
        past = self.copy() if self.blocks else self.setup.book.game(self.setup)
        while past.turn > past.start_turn:
            past.undo()
        return past.position()

    def after(self, code: int, look: Callable[[], Seen]) -> Seen:
        """What `look` finds after a legal move, which is taken back again."""
        self.push(code)
        try:
            return look()
        finally:
            self.pop()

    # --- shared by all rule books ------------------------------------------------------------------
    def list_moves(self, base: int) -> int:
        """Make room on the stack, then generate."""
        if base + self.widest > self.stack_room:
            self.make_room(base)
        end = self.generate(base)
        return end if end <= self.stack_room else self.too_long(base, end)

    def list_candidates(self, base: int) -> int:
        """Make room on the stack, then write the candidates."""
        if base + self.widest > self.stack_room:
            self.make_room(base)
        end = self.candidates(base)
        return end if end <= self.stack_room else self.too_long(base, end)

    def too_long(self, base: int, end: int) -> int:
        """A list that does not fit the stack: it counts as empty from now on, and `check` says why."""
        self.surplus = end - base
        return base

    def allows(self, code: int) -> bool:
        """Is this the code of a legal move? The game is not over."""
        for i in range(self.list_moves(0)):
            if self.stack[i] == code:
                return True
        return False

    def follow(self, other: Game) -> None:
        """Make the moves of another game from the same start."""
        for i in range(other.made()):
            self.push(other.trail[i])

    def retrace(self, codes: list[int]) -> None:
        """Make moves that were made before from the same start."""
        for code in codes:
            self.push(code)

    def state_words(self) -> int:
        return Memory.state_words(self) if self.blocks else 1 + self.turn - self.start_turn

    def save_state(self, block: list[Any], at: int) -> None:
        if self.blocks:
            Memory.save_state(self, block, at)
            return
        block[at] = self.turn - self.start_turn
        for i in range(self.turn - self.start_turn):
            block[at + 1 + i] = self.trail[i]

    def load_state(self, block: list[Any], at: int) -> None:
        if self.blocks:
            Memory.load_state(self, block, at)
            return
        plies: int = block[at]
        for _ in range(self.turn - self.start_turn):
            self.pop()
        for i in range(plies):
            self.push(block[at + 1 + i])

    def before_chance(self, code: int) -> int:
        """The code of the listed move that was chosen: `code` without what chance added when it was made."""
        return code

    def move_of(self, code: int) -> Move:
        """The Move of a code."""
        return Move(self.write(code), code)

    # --- the face for people -----------------------------------------------------------------------
    def legal_moves(self) -> list[Move]:
        """All legal moves, sorted by text; none once the game is over."""
        if self.over():
            return []
        end = self.list_moves(0)
        if self.surplus:
            self.check()
        if self.ordered:
            sort_words(self.stack, end)
        moves = [self.move_of(self.stack[i]) for i in range(end)]
        if not self.ordered:
            moves.sort()
        return moves

    def random_move(self, word: int) -> Move | None:
        """The legal move a random word of 64 bits picks, all equally likely; None once the game is over."""
        if word >> 64:
            raise GameError(f"expected a word from 0 to 2**64 - 1, not {word}")
        if self.over() or not self.pick(word):
            return None
        return self.move_of(self.stack[0])

    def code_of(self, move: object) -> int:
        """The code of a legal move given as text or Move; an error that says what is wrong with any other."""
        if type(move) is Move:
            code = move.code
        elif isinstance(move, str):
            code = self.read(move)
        else:
            raise BadNotation(Refusal("move_text", said=repr(move)))
        if self.over():
            raise IllegalMove(str(move), "END", Refusal("over"))
        if not self.allows(code):
            rule, why = self.refusal(code)
            raise IllegalMove(str(move), rule, why)
        return code

    def play(self, move: str) -> Move:
        """Play a move given as text or Move and return it as made; nothing changes on error.

        :raises BadNotation: if the text is no move.
        :raises IllegalMove: if the move is not allowed here; it says which rule forbids it.
        """
        self.push(self.code_of(move))
        return self.move_of(self.trail[self.made() - 1])

    def undo(self) -> None:
        """Take the last play back, exactly.

        :raises GameError: if no move was made.
        """
        if self.made() == 0:
            raise GameError(Refusal("nothing_to_undo"))
        self.pop()

    def describe(self, move: str) -> Description:
        """What a legal move would do: its kind, the piece, its way, what it captures; refused like `play`."""
        return self.describe_code(self.code_of(move))

    def last_move(self) -> Description | None:
        """What the last move did; None before the first."""
        if self.made() == 0:
            return None
        code = self.trail[self.made() - 1]
        self.pop()
        try:
            return self.describe_code(code)
        finally:
            self.push(code)

    def drawing(self) -> Drawing:
        """The board drawn for a terminal: lines of texts with their styles."""
        draw = self.setup.book.draw
        return drawing.draw_board(self) if draw is None else draw(self)

    def __str__(self) -> str:
        lines = ["".join([text for text, _ in line]).rstrip() for line in self.drawing()]
        return "\n".join(lines)

    def svg(
        self,
        *,
        size: int | None = None,
        coordinates: bool = False,
        arrows: Iterable[str | tuple[str, str]] = (),
    ) -> str:
        """The board as a picture; the cells that the last move changed are set off.

        :param size: how long its longer edge is, in pixels; without it a picture fits into what holds it.
        :param coordinates: whether each cell bears its name, as moves and positions call it.
        :param arrows: legal moves, or pairs of cells; what is set is ringed.
        :raises IllegalMove: if an arrow is a move that is not allowed here.
        :raises BadNotation: if an arrow is no move, or names a cell that the board has not.

        >>> import schwarm
        >>> game = schwarm.new_game("piranhas", seed=7)
        >>> picture = game.svg(size=400, coordinates=True, arrows=["A4-C4", ("A1", "C3")])
        >>> picture.count('class="arrow"'), 'width="400"' in picture
        (2, True)
        """
        board = self.board()
        lines: list[tuple[str, ...]] = []
        for arrow in arrows:
            lines += vector.ways(self.describe(arrow)) if isinstance(arrow, str) else [arrow]
        strange = {cell for line in lines for cell in line} - {cell.name for cell in board.cells}
        if strange:
            raise BadNotation(Refusal("cell", said=repr(min(strange))))
        return vector.svg_of(board, self.last_move(), size, coordinates, lines)

    def _repr_svg_(self) -> str:
        """The board as a picture: what notebooks show."""
        return self.svg()

    def __repr__(self) -> str:
        return f"<{self.name}: {self.to_move} to move after {self.turn} plies, {self.public_position()!r}>"

    def __eq__(self, other: object) -> bool:
        """Equal are games of one name and equal options that stand in the same position, however reached."""
        if not isinstance(other, Game):
            return NotImplemented
        if self.name != other.name or self.options != other.options:
            return False
        return self.position() == other.position()

    def __hash__(self) -> int:
        """Follows the position: do not move a game that is a member of a set or a key."""
        return hash((self.name, self.position()))

    def __reduce__(self) -> tuple[object, ...]:
        return revive, (self.setup, [self.trail[i] for i in range(self.made())], self.state(0))

    def __copy__(self) -> Game:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> Game:
        return self.copy()

    def forced(self) -> Move | None:
        """The only thing that can be done here, None if there is a choice or nothing to do."""
        if self.over() or self.list_candidates(0) != 1:
            return None
        return self.move_of(self.stack[0])

    def finished(self) -> bool:
        """Has the game ended, one way or the other?"""
        return self.over() or self.list_moves(0) == 0

    def outcome(self) -> Outcome | None:
        """None while the game goes on, else how it ended."""
        return self.verdict() if self.finished() else None

    def copy(self) -> Game:
        """An independent game with the same start and the same moves."""
        if self.blocks:
            return self.twin()
        again = self.setup.book.game(self.setup)
        again.follow(self)
        return again

    def twin(self) -> Game:
        """A copy of the memory."""
        twin = new_like(self)
        twin.start_text = self.start_text
        twin.adopt(self)
        return twin

    def view(self, seed: int = 0) -> Game:
        """A copy that knows only what the players know; the rest is drawn anew from `seed`."""
        known = replace(self.setup, seed=seed, position=self.public_start())
        if self.blocks and not known.book.hidden and not known.book.chance:
            return self.shown_as(known)
        again = known.book.game(known)
        again.follow(self)
        return again

    def shown_as(self, known: Setup) -> Game:
        """A copy that says it began as the players know it."""
        twin = self.twin()
        twin.setup = known
        twin.start_text = None
        twin.setup_stamp = 0
        return twin

    def zobrist(self) -> int:
        """The position's key, as the searches use it."""
        return self.key()

    @property
    def history(self) -> list[Move]:
        """The moves made since the start position."""
        return [self.move_of(self.trail[i]) for i in range(self.made())]

    @property
    def to_move(self) -> str:
        """The side to move."""
        return self.setup.book.sides[self.side]

    @property
    def name(self) -> str:
        """The game's name."""
        return self.setup.book.name

    @property
    def seed(self) -> int:
        """What the start, or what the start position left open, was drawn from."""
        return self.setup.seed

    @property
    def profile(self) -> str:
        """The named set of options the game started from."""
        return self.setup.profile

    @property
    def options(self) -> Mapping[str, OptionValue]:
        """Every option with its value."""
        return self.setup.options


def revive(setup: Setup, codes: list[int], state: bytes = b"") -> Game:
    """A game out of a pickle: by its state, and in a program of another build by its moves."""
    like = REVIVED.get(setup.book.name)
    if like is None or like.options != setup.options:
        like = REVIVED[setup.book.name] = setup.book.game(setup)
    if like.blocks:
        try:
            game = like.shown_as(setup)
            game.bring(state, 0)
            return game
        except GameError:
            pass
    game = setup.book.game(setup)
    game.retrace(codes)
    return game
