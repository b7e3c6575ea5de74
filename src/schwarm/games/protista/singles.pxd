cimport cython

from schwarm.bits cimport PLACES, Board, Word, cell
from schwarm.games.protista.canonical cimport add_hit, room_for
from schwarm.games.protista.codes cimport walk_code, with_ending, with_leg
from schwarm.games.protista.portals cimport exits
from schwarm.games.protista.position cimport Position

cdef int EMPTY, WAYS, SINGLE, HITS
cdef Word STEP, STEP_CELL, STEP_WAY, STEP_CAPTURES, STEP_STACKS

@cython.locals(origin=int, near=Board, own=Board, enemy=Board)
cdef void singles(Position game) noexcept nogil
@cython.locals(code=Word, inside=Word, own=Word, enemy=Word, way=int, end=Py_ssize_t)
cdef void plain_steps(Position game) noexcept nogil
@cython.locals(origin=int, code=Word, way=int, goal=int, there=int, end=Py_ssize_t)
cdef void steps_among_stacks(Position game) noexcept nogil
