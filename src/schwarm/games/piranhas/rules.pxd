cimport cython

from schwarm.bits cimport Board, Mark, Word, advance, below, cell, lowest, mix, nth_set, ones_of, popcount
from schwarm.game.game cimport Game

cdef Py_ssize_t CELLS, LINES, TRIES
cdef Py_ssize_t[8] STEP
cdef int[880] ROOM
cdef Py_ssize_t[440] LINE_OF
cdef unsigned int[440] SQUARE
cdef Py_ssize_t[440] WAYS
cdef Word[440] MOVES
cdef Word[768] ZOBRIST
cdef Word[2] ZOBRIST_FIRST
cdef list NAMES

@cython.locals(own=Word, enemy=Word, closed=Word, met=Word)
cdef Py_ssize_t fish_moves(Piranhas game, Py_ssize_t start, Py_ssize_t base) noexcept nogil
cdef Board around(Board fish) noexcept nogil
cdef Board flood(Board seed, Board own) noexcept nogil

@cython.final                           # lets the compiler call and inline its methods directly
cdef class Piranhas(Game):
    cdef Mark rules_mark
    cdef int last_turn, no_fish_weight
    cdef bint credit_to_colour, credit_lasts, blocked_loses_mid_round, blocked_loses_at_limit
    cdef Mark state_mark
    cdef Board[2] fish
    cdef Board kraken, ones, twos
    cdef unsigned int[116] on_line
    cdef unsigned int[58] no_stop
    cdef int first, first_turn, began
    cdef Mark end_mark

    cdef void flip(self, int side, int number) noexcept nogil
    @cython.locals(own=Word, enemy=Word, closed=Word, met=Word)
    cdef bint try_way(self, Py_ssize_t start, Py_ssize_t direction) noexcept nogil
    cdef int reach(self, Py_ssize_t line) noexcept nogil
    cdef int weight(self, Board target) noexcept nogil
    cdef bint united(self, int side) noexcept nogil
    cdef bint any_united(self) noexcept nogil
    cdef int heaviest(self, int side) noexcept nogil
    cdef void credit(self, int mover, bint fed) noexcept nogil
    cdef bint blocked(self) noexcept nogil
    cdef int swarm_count(self, int side) noexcept nogil
    cdef int winner(self, bint stuck) noexcept nogil
    cdef int heavier(self) noexcept nogil
    cdef bint by_weight(self, bint stuck) noexcept nogil
