from schwarm.bits cimport Board, Word, cell, lowest, popcount
from schwarm.games.game cimport Game
from schwarm.games.piranhas.rules cimport Piranhas, flood
from schwarm.search.evaluator cimport Evaluator

cdef class PiranhasEvaluator(Evaluator):
    cdef int[16] early
    cdef int[16] late
    cdef int[16] facts
    cdef Board inner, core
    cdef int blend(self, int turn, int last) noexcept nogil
    cdef void look(self, Piranhas game) noexcept nogil
    cdef void count(self, Piranhas game, int side, int sign) noexcept nogil
    cdef int spread(self, Board own, int fish) noexcept nogil
    cdef int promise(self, Piranhas game, Word move) noexcept nogil
