cimport cython

from schwarm.bits cimport Word
from schwarm.bots.learned.rows cimport Rows
from schwarm.environments.arrays cimport bytes_of, integers_of, shorts_of
from schwarm.game.game cimport Game
from schwarm.search.alphabeta cimport AlphaBeta
from schwarm.search.evaluator cimport Evaluator
from schwarm.search.limits cimport FAR
from schwarm.search.pvs cimport NOISY, PROVEN, WIN

cdef int DEEPEST, QUIET, EMPTY_ROW

cdef class Thinker(AlphaBeta):
    cdef readonly Word chosen
    cdef readonly object depths
    @cython.locals(level=int, score=int)
    cpdef int think(self, Game game, long long nodes, only, Word salt)
    cpdef bint is_noisy(self, Game game, Word code)
    cpdef bint stray(self, Game game, Word word)
    cpdef make(self, Game game, Word code)
    cpdef Word last_made(self, Game game)

@cython.locals(i=Py_ssize_t, j=Py_ssize_t, plies=Py_ssize_t, found=Py_ssize_t, width=Py_ssize_t, row=Py_ssize_t, value=int)
cpdef Py_ssize_t list_samples(Game game, Rows rows, object codes, object marks, object out, Py_ssize_t first, Evaluator hand_made, object values)
