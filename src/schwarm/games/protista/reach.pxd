cimport cython

from schwarm.bits cimport MOST_CELLS, OFF, PLACES, Board, cell, lowest, popcount
from schwarm.games.protista.rules cimport Protista

cdef int WAYS, EMPTY, FARTHEST, RING
cdef int[64] SPLITS

@cython.final
cdef class ProtistaReach:
    cdef Board[2] near
    cdef Board[2] lands
    cdef Board[2] grown
    cdef int[2] points
    cdef int[2] pairs
    cdef int[2 * MOST_CELLS] moves
    @cython.locals(own=Board, rest=Board, number=int, links=int, openings=int, may_grow=bint)
    cdef void survey(self, Protista game, int side, int which) noexcept nogil
    @cython.locals(direction=int, way=int, goal=int, after=int, one=int, other=int)
    cdef void leap(self, Protista game, int side, int which, int number, int openings) noexcept nogil
    @cython.locals(back=int, length=int, here=int)
    cdef void shoot(self, Protista game, int side, int which, int number, int direction) noexcept nogil
    @cython.locals(direction=int, here=int, left=int, line=Board)
    cdef void unstack(self, Protista game, int side, int which, int number) noexcept nogil
    @cython.locals(direction=int, here=int, left=int, turn=int, corner=int)
    cdef void generate(self, Protista game, int side, int which, int number) noexcept nogil
    @cython.locals(left=Board, covered=Board, hit=Board, moves=int)
    cdef void count_moves(self, Protista game, int side, int which, Board targets) noexcept nogil
    @cython.locals(rest=Board, group=Board, fresh=Board, rim=Board, beside=Board, count=int)
    cdef int closings(self, Protista game, int side, int which) noexcept nogil
    @cython.locals(rest=Board, number=int, links=int, heads=int, runs=int, count=int)
    cdef int gaps(self, Protista game, int side, Board group, Board rim) noexcept nogil
    @cython.locals(found=Board, number=int)
    cpdef list goals(self, Protista game)
