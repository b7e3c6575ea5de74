cimport cython

from schwarm.bits cimport Board, Mark, Word, cell, down, lowest, mix, popcount, up
from schwarm.game.game cimport Game

cdef int ANT, BEETLE, GRASSHOPPER, QUEEN, SPIDER, NOWHERE, SET, SKIP
cdef Board FULL, RIM
cdef int[128] CELL
cdef Word[128] PLACE
cdef Board[128] NEAR
cdef Word[2048] ZOBRIST
cdef list MOVE_NAMES

cdef Board around(Board cells) noexcept nogil
cdef Board flood(Board seed, Board inside) noexcept nogil
# Not `links`: others take it, and clang knows no pointer to an inline function.
cdef inline Board split(Board cells) noexcept nogil
cdef int holes(Board swarm) noexcept nogil
cdef Board links(Board swarm) noexcept nogil
cdef Board leap_on(Board here, Board over, int step) noexcept nogil
cdef Board leap_back(Board here, Board over, int step) noexcept nogil

@cython.final
cdef class Hive(Game):
    cdef Mark rules_mark
    cdef readonly int radius
    cdef int last_turn, queen_turn
    cdef bint queen_first, covered_sets, by_round
    cdef Mark state_mark
    cdef Board[2] tops
    cdef Board[5] kinds
    cdef Board tall, field, berries, first_goals, over_berries
    cdef Word[128] columns
    cdef int[10] hand
    cdef int[2] placed
    cdef int[2] queens
    cdef Board[6] tracks
    cdef Mark end_mark

    cdef Py_ssize_t sets(self, Py_ssize_t base) noexcept nogil
    cdef bint may_set(self, int kind) noexcept nogil
    cdef inline Board set_goals(self) noexcept nogil
    cdef Py_ssize_t drags(self, Py_ssize_t base) noexcept nogil
    cdef Py_ssize_t list_goals(self, Py_ssize_t base, Word code, Board goals) noexcept nogil
    cdef Board slide_steps(self, int start, Board swarm) noexcept nogil
    cdef Board beetle_steps(self, int start, Board swarm) noexcept nogil
    cdef Board grasshopper_jumps(self, int start, Board swarm) noexcept nogil
    cdef Board spider_walks(self, int start, Board swarm) noexcept nogil
    cdef Board ant_walks(self, int start, Board swarm) noexcept nogil
    cdef Word lift(self, int number) noexcept nogil
    cdef void drop(self, Word piece, int number) noexcept nogil
    cdef Word word(self, Word piece, int number, Word below) noexcept nogil
    cdef int free_around(self, int side) noexcept nogil
