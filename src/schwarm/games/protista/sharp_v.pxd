cimport cython

from schwarm.games.protista.position cimport Position
from schwarm.games.protista.walks cimport portal_walks, walks

cdef int WAYS, SHARP_V

@cython.locals(length=int, here=int)
cdef int leg(Position game, int direction) noexcept nogil
@cython.locals(one=int, other=int)
cdef int leaps(Position game, int direction) noexcept nogil
@cython.locals(direction=int, links=int, openings=int)
cdef void sharp_v(Position game) noexcept nogil
