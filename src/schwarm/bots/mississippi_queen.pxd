cimport cython

from schwarm.bits cimport Word, cell
from schwarm.bots.features cimport WHOLE, FeatureEvaluator
from schwarm.games.game cimport Game
from schwarm.games.mississippi_queen.rules cimport BERTHS, GOAL, ISLAND, LOG, SANDBANK, UNITS, MississippiQueen

cdef int FAR, NEAR, FIELDS

cdef class MississippiQueenEvaluator(FeatureEvaluator):
    cdef Word river                      # fingerprint of the river the charts are of
    cdef int[1449] charts
    cdef void take_down(self, MississippiQueen game) noexcept nogil
    @cython.locals(river=Word)
    cdef void survey(self, MississippiQueen game) noexcept nogil
    @cython.locals(changed=bint)
    cdef void chart(self, MississippiQueen game, int base) noexcept nogil
    cdef void count_ship(self, MississippiQueen game, int side, int sign) noexcept nogil
    cdef int passenger_way(self, MississippiQueen game, int field) noexcept nogil
    cdef void count_exits(self, MississippiQueen game, int side, int sign) noexcept nogil
