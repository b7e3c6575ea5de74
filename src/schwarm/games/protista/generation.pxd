cimport cython

from schwarm.bits cimport PLACES, Board, Word, cell, lowest, ones_of, popcount
from schwarm.games.protista.canonical cimport add, add_change, add_hit
from schwarm.games.protista.codes cimport cell_code, goal_of, origin_of, pair_code, paired
from schwarm.games.protista.position cimport Position
from schwarm.games.protista.stacking cimport hit

cdef int PLENTY, WAYS, EMPTY, BY_TRIANGLE, BY_CUP, BY_FOUR, BY_NOTHING
cdef int[64] SIDE_BY_SIDE

cdef int stock(Position game) noexcept nogil
cdef void generation(Position game) noexcept nogil
@cython.locals(own=Board, rest=Board, one=int, other=int, direction=int)
cdef void triangles(Position game) noexcept nogil
@cython.locals(here=int)
cdef bint clear_between(Position game, int one, int direction) noexcept nogil
@cython.locals(filled=Board, struck=Board, code=Word)
cdef void triangle(Position game, int one, int other, int direction) noexcept nogil
@cython.locals(found=Board, corner=int, there=int, turn=int)
cdef Board corners(Position game, int one, int direction, bint stacked) noexcept nogil
@cython.locals(rest=Board, number=int, links=int, enough=bint)
cdef void fillings(Position game) noexcept nogil
@cython.locals(filled=Board, struck=Board, direction=int)
cdef void make_generation(Position game, Word code) noexcept nogil
