from schwarm.games.game cimport Game
from schwarm.games.mississippi_queen.rules cimport MississippiQueen

cdef class Horizon:
    cpdef begin(self, Game game)
    cdef bint is_behind(self, Game game) noexcept nogil

cdef class RiverHorizon(Horizon):
    cdef int last
    cdef int seen(self, MississippiQueen game) noexcept nogil
