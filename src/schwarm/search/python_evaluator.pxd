from schwarm.bits cimport Word
from schwarm.game.game cimport Game
from schwarm.search.evaluator cimport Evaluator

cdef class PythonEvaluator(Evaluator):
    cdef object failure                  # the first error of a method written in Python
    cdef bint ordered                    # has the subclass an order of its own?

    cdef int ask_value(self, Game game) noexcept
    cdef int ask_prior(self, Game game, Word move) noexcept
