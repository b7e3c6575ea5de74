from schwarm.game.game cimport Game

cdef class Halt:
    cdef public bint now

cdef long leaves(Game game, int depth, long base, Halt halt) noexcept nogil
cpdef long count(Game game, int depth, Halt halt=*)
cpdef long count_after(Game game, object move, int depth, Halt halt=*)
