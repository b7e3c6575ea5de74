cimport cython

from schwarm.bits cimport Word, below, lowest, mix, ones_of
from schwarm.game.game cimport Game
from schwarm.games.blokus.rules cimport Blokus
from schwarm.search.policy cimport Policy

cdef enum:
    SIZE, OPENED, LOST, DENIED, RECENT, TOUCHES, MATE, CENTRE, CONTESTED, SKIPS

cdef Py_ssize_t COUNT, DEPTH, FIELDS, LONGEST, LINES, SKIP, LAST_SLOT
cdef unsigned int ALL
cdef double CLEAR_LEAD
cdef int[91] SIZE_OF
cdef int[91] HEIGHT
cdef int[455] OFFSET
cdef unsigned int[91] KIND_BIT
cdef unsigned int[6] OF_SIZE
cdef unsigned int[455] ROW
cdef int[20] RANK
cdef int[20] ROW_BY_RANK
cdef int[91] SORTED
cdef int[7] BEGIN_OF

cdef class BlokusPolicy(Policy):
    cdef double[10] early
    cdef double[10] late
    cdef double[10] weights
    cdef int[10] facts
    cdef unsigned int[104] corners
    cdef unsigned int[104] free
    cdef unsigned int[26] recent
    cdef unsigned int[120] target
    cdef unsigned int[24] covering
    cdef double progress(self, Blokus game) noexcept nogil
    @cython.locals(late=double, colour=int, base=int, y=int, i=int, first=bint, own="unsigned int", beside="unsigned int", free="unsigned int")
    cdef void look(self, Blokus game) noexcept nogil
    @cython.locals(i=int, y=int, found=int, move=Word, slot=int)
    cdef void look_back(self, Blokus game) noexcept nogil
    @cython.locals(shape=int, x=int, top=int, y=int, k=int, base=int, above="unsigned int", below_it="unsigned int", own="unsigned int", beside="unsigned int", free="unsigned int")
    cdef void mark_corners(self, Blokus game, int colour, Word move) noexcept nogil
    @cython.locals(i=int, shape=int, x=int, top=int, y=int, k=int, colour=int, base=int, enemy=int, mate=int, other=int, here="unsigned int", above="unsigned int", below_it="unsigned int", edges="unsigned int", opened="unsigned int", enemies="unsigned int")
    cdef void count_facts(self, Blokus game, Word move) noexcept nogil
    @cython.locals(late=double, i=int)
    cpdef list facts_of(self, Blokus game, Word move)
    @cython.locals(total=double, found=double, i=int)
    cdef double weight(self, Game game, Word move) noexcept nogil
    @cython.locals(marked="unsigned int", hand="unsigned int", colour=int, size=int, count=int, best=int, covers=int, ways=int, chosen=int, shape=int, i=int, y=int)
    cdef bint draw_placement(self, Blokus game, Word word) noexcept nogil
    @cython.locals(found="unsigned int", here="unsigned int", y=int)
    cdef int try_targets(self, Blokus game, Py_ssize_t shape) noexcept nogil
    @cython.locals(count=int, left=int, ways=int, y=int, rest="unsigned int")
    cdef void place_shape(self, Blokus game, int shape, int covers, Word word) noexcept nogil
    cdef int colour_of(self, Blokus game) noexcept nogil
    @cython.locals(lead=int, size=int)
    cdef double result_of(self, Blokus game) noexcept nogil
