cimport cython

from schwarm.bits cimport Word, clock_us, free_words, new_words
from schwarm.game.game cimport Game
from schwarm.search.evaluator cimport Evaluator
from schwarm.search.limits cimport FAR
from schwarm.search.pvs cimport INFINITE, LONGEST, PROVEN, WIN, NodeSearch
from schwarm.search.table cimport TranspositionTable

cdef class AlphaBeta:
    cdef readonly Evaluator evaluator
    cdef readonly TranspositionTable table
    cdef bint owns_table
    cdef NodeSearch node
    cdef Word* roots
    cdef Py_ssize_t root_count
    cdef public bint escapes             # from moves that lose when the time ends before others are searched

    cdef int search_roots(self, Game game, int depth, int alpha, int beta, Py_ssize_t first) noexcept nogil
    cdef void bring_root_forward(self, Py_ssize_t place, Py_ssize_t first) noexcept nogil
    @cython.locals(base=Py_ssize_t, i=Py_ssize_t, move=Word)
    cpdef moves_back_and_on(self, Game game, int times)
    cpdef list_roots(self, Game game, only)
    cpdef line_found(self, Game game, int score)
    cpdef int search_window(self, Game game, int depth, Py_ssize_t first, int guess)
