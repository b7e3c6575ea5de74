cimport cython

from schwarm.bots.learned.rows cimport Rows

cdef int EMPTY_ROW, LIMIT

cdef class Net:
    cdef readonly int points
    cdef long edge                       # where the first row begins
    cdef short[262176] table
    cdef short[8192] direct
    cdef short[32] first_bias
    cdef short[512] second
    cdef int[16] second_bias
    cdef short[16] third
    cdef int third_bias
    @cython.locals(sums='short[32]', i=int, j=int, unit=int, inner=int, result=long, value=long, one=long, two=long, three=long, four=long)
    cdef int weigh(self, Rows rows) noexcept nogil
    cpdef int judge_rows(self, Rows scratch, list rows)
