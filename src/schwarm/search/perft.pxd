from schwarm.games.game cimport Game

cdef long leaves(Game game, int depth, long base) noexcept nogil
cpdef long count(Game game, int depth)
cpdef long count_after(Game game, object move, int depth)
