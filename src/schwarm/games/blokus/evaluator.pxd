cimport cython

from schwarm.bits cimport Word, ones_of
from schwarm.bots.features cimport FULL_PROGRESS, FeatureEvaluator
from schwarm.game.game cimport Game
from schwarm.games.blokus.rules cimport Blokus

# The numbers of the features: an enum, so that the compiler knows them.
cdef enum:
    POINTS, CORNERS, NEAR, REACH, LAYABLE, WEAKER, LIVE, TEMPO

cdef Py_ssize_t FIELDS, LONGEST, LINES, SKIP, NEAR_STEPS, FAR_STEPS, LAST_SLOT
cdef int[91] SIZE_OF
cdef int[91] HEIGHT
cdef unsigned int[455] ROW
cdef int[20] ROW_BY_RANK
cdef unsigned int[6] OF_SIZE

@cython.locals(found=int, size=int)
cdef int squares_of(unsigned int kinds) noexcept nogil

cdef class BlokusEvaluator(FeatureEvaluator):
    cdef unsigned int[26] wave
    cdef unsigned int[26] swell
    cdef void count_colours(self, Blokus game) noexcept nogil
    @cython.locals(here="unsigned int", corners=int, near=int, reach=int, y=int, step=int)
    cdef int count_colour(self, Blokus game, int colour, int sign) noexcept nogil
    @cython.locals(shape=int, x=int, top=int, y=int, k=int, colour=int, base=int, line=int, enemy=int, opened=int, blocked=int, here="unsigned int", above="unsigned int", below="unsigned int", own="unsigned int", beside="unsigned int", closed="unsigned int", theirs="unsigned int", edges="unsigned int")
    cdef int move_prior(self, Blokus game, Word move) noexcept nogil
