from schwarm.game.game cimport Game
from schwarm.search.evaluator cimport Evaluator

cdef int FULL_PROGRESS, LIMIT

cdef class FeatureEvaluator(Evaluator):
    cdef readonly tuple names
    cdef int count
    cdef int[64] early                   # MOST_FEATURES numbers in each
    cdef int[64] late
    cdef int[64] features
    cdef void count_features(self, Game game) noexcept nogil
    cdef int progress(self, Game game) noexcept nogil
    cpdef features_of(self, Game game)
