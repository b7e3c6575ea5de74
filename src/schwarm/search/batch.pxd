from schwarm.bits cimport Word
from schwarm.game.game cimport Game
from schwarm.search.evaluator cimport Evaluator

cdef int REMEMBERED
cdef double LEAST_SHARE

cdef class BatchEvaluator(Evaluator):
    cdef dict known                      # position key -> (expectation, move code -> share)
    cpdef learn(self, games)
    cpdef int evaluate(self, Game game)
    cpdef double win_expectation(self, Game game)
    cpdef policy_of(self, Game game)
