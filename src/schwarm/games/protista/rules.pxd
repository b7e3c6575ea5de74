cimport cython

from schwarm.bits cimport BOARD_WORDS, MOST_CELLS, Board, Mark, Word, board_at, cell, lowest, mix, popcount
from schwarm.games.protista.codes cimport created_of, is_impossible, kind_of
# What follows is compiled together with the rules, as one module (setup.py, `assembled`).
from schwarm.games.protista.position cimport *
from schwarm.games.protista.stacking cimport *
from schwarm.games.protista.canonical cimport *
from schwarm.games.protista.spelling cimport *
from schwarm.games.protista.walks cimport *
from schwarm.games.protista.portals cimport *
from schwarm.games.protista.singles cimport *
from schwarm.games.protista.contiguous cimport *
from schwarm.games.protista.cannons cimport *
from schwarm.games.protista.waves cimport *
from schwarm.games.protista.sharp_v cimport *
from schwarm.games.protista.generation cimport *
from schwarm.games.protista.unstacking cimport *
from schwarm.games.protista.creation cimport *
from schwarm.games.protista.loops cimport *
from schwarm.games.protista.moves cimport *
from schwarm.games.protista.names cimport *

cdef int EMPTY, SINGLE, CONTIGUOUS, CANNON, SHARP_V, UNSTACKING, CREATION, PASS
cdef int ALL_KINDS
cdef int NO_REASON, BY_TARGETS, BY_KING, BY_NO_PIECES, BY_LIMIT, BY_REPETITION, BY_NO_MOVES
cdef Word[2 * MOST_CELLS] ZOBRIST_REACHED

@cython.final
cdef class Protista(Position):
    cdef Mark names_mark, names_state, names_end
    cdef Names names

    @cython.locals(gained=int)
    cdef void go_on(self, bint passed) noexcept nogil
    @cython.locals(key=Word, times=int, i=Py_ssize_t)
    cdef void begin_turn(self) noexcept nogil
    cdef Word start_key(self) noexcept nogil
    @cython.locals(fresh=Board)
    cdef void reach_targets(self, int me) noexcept nogil
    cdef int progress(self, int side) noexcept nogil
    cdef bint has_won(self, int me, int had) noexcept nogil
    @cython.locals(lead=int)
    cdef int ahead(self) noexcept nogil
    cdef void judge(self, int reason) noexcept nogil
    @cython.locals(i=Py_ssize_t, end=Py_ssize_t, wanted=Word, listed=Word, result=Word)
    cdef Word same_result(self, Word code)

@cython.locals(found=list)
cdef tuple cells_in(Board board)
