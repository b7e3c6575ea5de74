from schwarm.games.game cimport Game

cdef class Rows:
    cdef int[256] rows                   # numbers of the active rows, the first `listed` count
    cdef int listed
    cdef void list_rows(self, Game game) noexcept nogil
