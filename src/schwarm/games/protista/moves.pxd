cimport cython

from schwarm.bits cimport Board, Word, lowest
from schwarm.games.protista.canonical cimport add, open_list, open_origin
from schwarm.games.protista.cannons cimport cannons
from schwarm.games.protista.codes cimport ending_of, kind_of, origin_of
from schwarm.games.protista.contiguous cimport contiguous, find_sets, make_contiguous
from schwarm.games.protista.creation cimport creation, make_creation
from schwarm.games.protista.generation cimport generation, make_generation
from schwarm.games.protista.portals cimport find_cups, find_gates
from schwarm.games.protista.position cimport Position
from schwarm.games.protista.sharp_v cimport sharp_v
from schwarm.games.protista.singles cimport singles
from schwarm.games.protista.unstacking cimport make_unstacking, unstacking
from schwarm.games.protista.walks cimport make_walk
from schwarm.games.protista.waves cimport make_wave, waves

cdef int ALL_KINDS, SINGLE, CONTIGUOUS, CANNON, WAVE, SHARP_V, GENERATION, UNSTACKING, CREATION, PASS, HITS

@cython.locals(rest=Board)
cdef Py_ssize_t list_kind(Position game, Py_ssize_t base, int kind) noexcept nogil
cdef void list_piece(Position game, int origin, int kind) noexcept nogil
@cython.locals(kind=int)
cdef Py_ssize_t list_near(Position game, Py_ssize_t base, Word move) noexcept nogil
@cython.locals(kind=int)
cdef void make(Position game, Word move) noexcept nogil
