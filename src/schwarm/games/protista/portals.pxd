cimport cython

from schwarm.bits cimport OFF, PLACES, Board, Word, cell, lowest, popcount
from schwarm.games.protista.canonical cimport add_landing
from schwarm.games.protista.codes cimport join_exit, walk_code, with_exit, with_leg
from schwarm.games.protista.position cimport Position

cdef int EMPTY, WAYS, CONTIGUOUS, PORTALS_OWN, PORTALS_ALL, PORTALS_OFF
cdef int[64] CUP
cdef int[6] BACK

@cython.locals(direction=int)
cdef void look_round(Position game, int side) noexcept nogil
@cython.locals(found=Board, cup=Board, a=Board, b=Board, c=Board, first=int)
cdef Board cups_around(Position game, bint spoiled) noexcept nogil
cdef void find_cups(Position game) noexcept nogil
@cython.locals(near=Board, number=int, links=int, way=int)
cdef void find_gates(Position game, int origin) noexcept nogil
@cython.locals(best=int, number=int)
cdef int first_named(Position game, Board cells) noexcept nogil
@cython.locals(rest=Board, ways_in=Board, out=int, entry=int)
cdef void exits(Position game, int kind, Board entries) noexcept nogil
@cython.locals(way=int)
cdef Word through(Position game, int kind, int entry, int out) noexcept nogil
