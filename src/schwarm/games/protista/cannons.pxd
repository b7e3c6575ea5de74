cimport cython

from schwarm.bits cimport lowest_of, popcount
from schwarm.games.protista.position cimport Position
from schwarm.games.protista.walks cimport portal_walks, walks

cdef int WAYS, CANNON

@cython.locals(back=int, length=int, here=int)
cdef int row_length(Position game, int direction) noexcept nogil
@cython.locals(direction=int, length=int, links=int, ends=int, rest=int)
cdef void cannons(Position game) noexcept nogil
