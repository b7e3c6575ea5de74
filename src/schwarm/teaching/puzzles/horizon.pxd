from schwarm.game.game cimport Game

cdef class Horizon:
    cpdef begin(self, Game game)
    cdef bint is_behind(self, Game game) noexcept nogil
