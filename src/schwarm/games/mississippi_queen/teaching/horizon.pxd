from schwarm.game.game cimport Game
from schwarm.games.mississippi_queen.rules cimport MississippiQueen
from schwarm.teaching.puzzles.horizon cimport Horizon

cdef class RiverHorizon(Horizon):
    cdef int last
    cdef int seen(self, MississippiQueen game) noexcept nogil
