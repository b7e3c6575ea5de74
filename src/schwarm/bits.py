"""Integers as boards, words and move stacks: the few operations that differ between Python and C.

Compiled modules never import this file: their .pxd cimports the same names from bits.pxd, where a
board is one 128-bit integer, a word one of 64 bits and a stack a block of words on the heap. Rules that are
compiled once more for larger boards find there the names of wide_bits.pxd, whose boards are five words.
"""

import time

Mark = int  # compiled: a place in the memory of a game, see game.py
MASK64 = 0xFFFFFFFFFFFFFFFF
GOLDEN = 0x9E3779B97F4A7C15


# --- boards: one bit a cell ------------------------------------------------------------------------
BOARD_WORDS = 5  # words that a board takes in a block; compiled: 2, or 5 for wide boards
MOST_CELLS = 64 * BOARD_WORDS  # cells of a board; compiled: 128, or 320
OFF = MOST_CELLS  # stands for every cell beyond the edge
PLACES = MOST_CELLS + 1  # numbers of cells and OFF


def cell(number: int) -> int:
    """The board with one cell set."""
    return 1 << number


def lowest(board: int) -> int:
    """Number of the lowest set cell; the board must not be empty."""
    return (board & -board).bit_length() - 1


def lowest_of(word: int) -> int:
    """The same of a word, or of a few directions, quicker."""
    return (word & -word).bit_length() - 1


def nth_set(board: int, number: int) -> int:
    """The set cell with the index `number`, counted from 0 upwards; the board must have more set cells."""
    for _ in range(number):
        board &= board - 1
    return lowest(board)


def popcount(board: int) -> int:
    """How many cells are set."""
    return board.bit_count()


def low_word(board: int) -> int:
    """The lower 64 cells of a board as a word."""
    return board & MASK64


def high_word(board: int) -> int:
    """The upper 64 cells of a board as a word."""
    return board >> 64


def join_words(low: int, high: int) -> int:
    """The board of two words."""
    return high << 64 | low


def word_of(board: int, place: int) -> int:
    """One of a board's words, the one with the lowest cells first."""
    return board >> 64 * place & MASK64


def keep_board(words: list[int], at: int, board: int) -> None:
    """Write a board to a block of words; it takes BOARD_WORDS."""
    for place in range(BOARD_WORDS):
        words[at + place] = word_of(board, place)


def board_at(words: list[int], at: int) -> int:
    """The board that was written to a block of words."""
    return sum([words[at + place] << 64 * place for place in range(BOARD_WORDS)])


def up(board: int, steps: int) -> int:
    """The board shifted to higher cells, by 1 to 63: compiled, this is quicker than `board << steps`."""
    return board << steps


def down(board: int, steps: int) -> int:
    """The board shifted to lower cells, by 1 to 63: compiled, this is quicker than `board >> steps`."""
    return board >> steps


# --- words: 64 bits, arithmetic wraps round ------------------------------------------------------
def ones_of(word: int) -> int:
    """How many bits of a word are set; quicker than popcount where 64 bits suffice."""
    return word.bit_count()


def mix(word: int) -> int:
    """The output function of splitmix64: scrambles a word, one to one."""
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & MASK64
    word = (word ^ word >> 27) * 0x94D049BB133111EB & MASK64
    return word ^ word >> 31


def advance(state: int) -> int:
    """The next state of splitmix64; `mix` of it is the next random word."""
    return state + GOLDEN & MASK64


def stream_state(seed: int, number: int) -> int:
    """The state in which a numbered stream of a seed begins; `advance` comes before each draw."""
    return mix(seed) + (number + 1) * GOLDEN & MASK64


def below(word: int, count: int) -> int:
    """Map a random word to 0 .. count-1 without a division (count under 2**32)."""
    return (word >> 32) * count >> 32


# --- stacks: blocks of words ---------------------------------------------------------------------
def new_words(count: int) -> list[int]:
    """A block of zeros."""
    return [0] * count


def more_words(words: list[int], count: int, wanted: int) -> list[int]:
    """The same block with room for `wanted` words; the first `count` stay."""
    return words[:count] + [0] * (wanted - count)


def raw_words(count: int) -> list[int]:
    """A block of words that may hold anything: for those who write before they read."""
    return [0] * count


def copy_words(to: list[int], at: int, words: list[int], start: int, count: int) -> None:
    """Copy `count` words from one block to another, from places on."""
    to[at : at + count] = words[start : start + count]


def free_words(words: list[int]) -> None:
    """Give a block back (Python does that by itself)."""


def sort_words(words: list[int], count: int) -> None:
    """Sort the first `count` words in place; quick when they are nearly in order."""
    words[:count] = sorted(words[:count])


# --- blocks of numbers: signed integers and reals, for the searches' own notes -------------------
def new_numbers(count: int) -> list[int]:
    """A block of zeros that may become negative (32 bits)."""
    return [0] * count


def more_numbers(numbers: list[int], count: int, wanted: int) -> list[int]:
    """The same block with room for `wanted` numbers; the first `count` stay."""
    return numbers[:count] + [0] * (wanted - count)


def free_numbers(numbers: list[int]) -> None:
    """Give a block back (Python does that by itself)."""


def new_reals(count: int) -> list[float]:
    """A block of real zeros."""
    return [0.0] * count


def free_reals(reals: list[float]) -> None:
    """Give a block back (Python does that by itself)."""


# --- time ----------------------------------------------------------------------------------------
def clock_us() -> int:
    """Microseconds of a clock that never goes back; only differences mean anything."""
    return time.monotonic_ns() // 1000
