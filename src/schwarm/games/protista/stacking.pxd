cimport cython

from schwarm.bits cimport cell
from schwarm.games.protista.position cimport Position

cdef int EMPTY

@cython.locals(height=int, king=int)
cdef void pile(Position game, int start, int goal) noexcept nogil
@cython.locals(height=int, king=int)
cdef void hit(Position game, int target) noexcept nogil
