from schwarm.game.python_game cimport PythonGame

cdef int WHITE, BLACK, EMPTY

cdef class Breakthrough(PythonGame):
    cdef int size
    cdef int[64] squares
    cdef int[256] taken
