from schwarm.games.game cimport Game
from schwarm.search.evaluator cimport Evaluator

cdef int WHOLE, LIMIT

cdef class FeatureEvaluator(Evaluator):
    cdef readonly tuple names
    cdef int count
    cdef int[40] early
    cdef int[40] late
    cdef int[40] facts
    cdef void look(self, Game game) noexcept nogil
    cdef int progress(self, Game game) noexcept nogil
    cpdef facts_of(self, Game game)
