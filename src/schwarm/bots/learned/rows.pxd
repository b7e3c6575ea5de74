from schwarm.game.game cimport Game

cdef class Rows:
    cdef int[257] rows                   # numbers of the active rows, the first `listed` count; then one that ends them
    cdef int listed
    cdef public int known                # the net's rows are the first so many
    cdef void list_rows(self, Game game) noexcept nogil
