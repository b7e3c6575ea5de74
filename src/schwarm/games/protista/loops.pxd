cimport cython

from schwarm.bits cimport BOARD_WORDS, Board, Word, board_at, cell, lowest, mix, word_of
from schwarm.games.protista.position cimport Position

cdef int NEW_IN_TURN, NEW_IN_MOVE, NEW_BY_COUNT

@cython.locals(free=Board, outside=Board, grown=Board)
cdef Board enclosed_by(Position game, int side) noexcept nogil
@cython.locals(side=int)
cdef void settle(Position game) noexcept nogil
@cython.locals(hole=Board, grown=Board)
cdef Board first_hole(Position game, Board enclosed) noexcept nogil
cdef bint is_hole(Position game, Board hole, Board enclosed) noexcept nogil
@cython.locals(i=Py_ssize_t)
cdef bint met_before(Position game, Board hole) noexcept nogil
@cython.locals(now=Board, rest=Board, hole=Board, count=int)
cdef int count_new_loops(Position game, Board before) noexcept nogil
@cython.locals(key=Word, place=int)
cdef Word hole_key(Board hole) noexcept nogil
