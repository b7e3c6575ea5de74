cimport cython

from schwarm.bits cimport Board, Word, cell, lowest, popcount
from schwarm.bots.features cimport WHOLE, FeatureEvaluator
from schwarm.games.game cimport Game
from schwarm.games.hive.rules cimport CELL, NEAR, SET, SKIP, Hive, around, links

cdef int QUEEN, BEETLE

cdef class HiveEvaluator(FeatureEvaluator):
    cdef void take_down(self, Hive game) noexcept nogil
    cdef void count_side(self, Hive game, int side, int sign, Board swarm, Board pins) noexcept nogil
    cdef void count_free(self, Hive game, int side, int sign, Board swarm, Board free) noexcept nogil
    @cython.locals(start=int)
    cdef int promise(self, Hive game, Word move) noexcept nogil
