cimport cython

from schwarm.bits cimport Board, Word, cell, lowest, popcount
from schwarm.bots.features cimport FULL_PROGRESS, FeatureEvaluator
from schwarm.game.game cimport Game
from schwarm.games.piranhas.rules cimport Piranhas, around, flood

# The numbers of the features: an enum, so that the compiler knows them.
cdef enum:
    HEAVIEST, SWARMS, OUTSIDE, SPREAD, WEIGHT, FISH, CENTRE, MOBILITY, UNITED, CREDIT, TEMPO

cdef class PiranhasEvaluator(FeatureEvaluator):
    cdef bint unite
    cdef Board inner, core
    cdef void count_sides(self, Piranhas game) noexcept nogil
    cdef void count_side(self, Piranhas game, int side, int sign) noexcept nogil
    cdef int spread(self, Board own, int fish) noexcept nogil
    @cython.locals(target=Board, start=Board, after=Board)
    cdef int move_prior(self, Piranhas game, Word move) noexcept nogil
