from schwarm.bits cimport Word
from schwarm.game.game cimport Game

cdef class Policy:
    cdef void begin(self, Game game) noexcept nogil
    cdef double weight(self, Game game, Word move) noexcept nogil
    cdef bint draw(self, Game game, Word word) noexcept nogil
    cdef int mover(self, Game game) noexcept nogil
    cdef double result(self, Game game) noexcept nogil
    cpdef random_move(self, Game game, Word word)
    cpdef shares(self, Game game)
