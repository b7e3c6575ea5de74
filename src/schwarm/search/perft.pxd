from schwarm.game.game cimport Game

cdef class Halt:
    cdef public bint now

cdef Py_ssize_t leaves(Game game, int depth, Py_ssize_t base, Halt halt) noexcept nogil
cpdef Py_ssize_t count(Game game, int depth, Halt halt=*)
cpdef Py_ssize_t count_after(Game game, object move, int depth, Halt halt=*)
