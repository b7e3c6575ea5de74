cimport cython

from schwarm.bits cimport Board, Word, cell, lowest
from schwarm.games.protista.canonical cimport add
from schwarm.games.protista.codes cimport origin_of, walk_code, way_of
from schwarm.games.protista.position cimport Position

cdef int WAYS, BEYOND, UNSTACKING

@cython.locals(rest=Board, origin=int, direction=int)
cdef void unstacking(Position game) noexcept nogil
@cython.locals(here=int)
cdef bint room_for_line(Position game, int origin, int direction) noexcept nogil
@cython.locals(here=int, height=int, king=int)
cdef void make_unstacking(Position game, Word code) noexcept nogil
