cimport cython

from schwarm.bits cimport Mark, Word, lowest, mix
from schwarm.game.game cimport Game

cdef Py_ssize_t ALL, SHAPES, FIELDS, LONGEST, DEPTH, LINES, SKIP
cdef unsigned int[91] KIND_BIT
cdef int[91] SIZE_OF
cdef int[91] HEIGHT
cdef int[455] OFFSET
cdef unsigned int[455] ROW
cdef int[20] RANK
cdef int[20] ROW_BY_RANK
cdef list MOVES

@cython.final                           # lets the compiler call and inline its methods directly
cdef class Blokus(Game):
    cdef Mark rules_mark
    cdef int size, colours, last_slot, bonus, last_bonus
    cdef bint may_skip, may_skip_first, stops
    cdef unsigned int within
    cdef unsigned int[24] begin
    cdef Mark state_mark
    cdef unsigned int[104] own
    cdef unsigned int[26] taken
    cdef unsigned int[4] hand
    cdef int[4] laid
    cdef int slot, valid, mono, done, begins_with
    cdef Mark end_mark
    cdef unsigned int[120] open
    cdef unsigned int[120] corner
    cdef unsigned int[24] fits
    cdef int top, bottom
    cdef Word[4] known

    @cython.locals(first=bint, within="unsigned int", here="unsigned int", beside="unsigned int", free="unsigned int", y=int, i=int)
    cdef void prepare(self, int colour) noexcept nogil
    cdef unsigned int playable(self, int colour) noexcept nogil
    @cython.locals(y=int, found="unsigned int", here="unsigned int")
    cdef unsigned int try_shape(self, Py_ssize_t shape) noexcept nogil
    @cython.locals(shape=Py_ssize_t, found="unsigned int")
    cdef unsigned int fitting(self, unsigned int hand) noexcept nogil
    cdef bint can_lay(self, int colour) noexcept nogil
    @cython.locals(first=bint, row="unsigned int", here="unsigned int", beside="unsigned int", corners="unsigned int", x=int, y=int)
    cdef bint legal_at(self, int colour, Word code) noexcept nogil
    cdef bint allows_skip(self, int colour) noexcept nogil
    @cython.locals(row="unsigned int", x=int, y=int)
    cdef void lay(self, int colour, Word code) noexcept nogil
    cdef int points(self, int colour) noexcept nogil
    cdef int lead(self) noexcept nogil
