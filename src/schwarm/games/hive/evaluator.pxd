cimport cython

from schwarm.bits cimport Board, Word, cell, lowest, popcount
from schwarm.bots.features cimport FULL_PROGRESS, FeatureEvaluator
from schwarm.game.game cimport Game
from schwarm.games.hive.rules cimport CELL, NEAR, SET, SKIP, Hive, around, links

cdef int QUEEN, BEETLE

# The numbers of the features: an enum, so that the compiler knows them.
cdef enum:
    RING, RING_SQUARED, TIGHT, QUEEN_FREE, QUEEN_COVERED, QUEEN_IN_HAND, PINNED, FREE_ANTS, FREE_BEETLES,
    FREE_GRASSHOPPERS, FREE_SPIDERS, HAND_ANTS, HAND_BEETLES, HAND_GRASSHOPPERS, HAND_SPIDERS, BEETLE_NEAR,
    BEETLE_CLOSE, ATTACKERS, GUESTS, SET_FIELDS, TEMPO

cdef class HiveEvaluator(FeatureEvaluator):
    cdef void count_sides(self, Hive game) noexcept nogil
    cdef void count_side(self, Hive game, int side, int sign, Board swarm, Board pins) noexcept nogil
    cdef void count_free(self, Hive game, int side, int sign, Board swarm, Board free) noexcept nogil
    @cython.locals(start=int)
    cdef int move_prior(self, Hive game, Word move) noexcept nogil
