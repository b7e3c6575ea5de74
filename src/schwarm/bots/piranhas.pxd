from schwarm.bits cimport Board, Word, cell, lowest, popcount
from schwarm.bots.features cimport WHOLE, FeatureEvaluator
from schwarm.games.game cimport Game
from schwarm.games.piranhas.rules cimport Piranhas, flood

cdef class PiranhasEvaluator(FeatureEvaluator):
    cdef Board inner, core
    cdef void take_down(self, Piranhas game) noexcept nogil
    cdef void count_side(self, Piranhas game, int side, int sign) noexcept nogil
    cdef int spread(self, Board own, int fish) noexcept nogil
    cdef int promise(self, Piranhas game, Word move) noexcept nogil
