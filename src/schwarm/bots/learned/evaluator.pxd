cimport cython

from schwarm.bits cimport Word
from schwarm.bots.learned.net cimport Net
from schwarm.bots.learned.rows cimport Rows
from schwarm.game.game cimport Game
from schwarm.search.evaluator cimport Evaluator

cdef int LIMIT

cdef class LearnedEvaluator(Evaluator):
    cdef readonly Evaluator guide
    cdef readonly Rows rows
    cdef readonly Net net
    @cython.locals(points=int, size=int)
    cdef int guided(self, Game game) noexcept nogil
