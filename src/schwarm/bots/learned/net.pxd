cimport cython

from schwarm.bots.learned.rows cimport Rows

cdef int EMPTY_ROW, LIMIT

# `twice`: GCC compiles such a function for machines with vectors of 256 bits (AVX2) and for all others; which one is
# called is decided when the module is loaded. `inside`: it is put into whoever calls it, so that each width of a row has
# loops of its own.
cdef extern from *:
    """
    #if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && defined(__GLIBC__)
    #define SCHWARM_TWICE(type) __attribute__((target_clones("avx2", "default"))) type
    #else
    #define SCHWARM_TWICE(type) type
    #endif
    #define SCHWARM_INSIDE(type) __attribute__((always_inline)) type
    """
    ctypedef int twice_int "SCHWARM_TWICE(int)"
    ctypedef int inside_int "SCHWARM_INSIDE(int)"

@cython.final
cdef class Net:
    cdef readonly int points, width
    cdef Py_ssize_t edge                       # where the first row begins
    cdef short[524320] table
    cdef short[8192] direct
    cdef short[64] first_bias
    cdef short[1024] second
    cdef int[16] second_bias
    cdef short[16] third
    cdef int third_bias
    cdef twice_int weigh(self, Rows rows) noexcept nogil
    @cython.locals(sums='short[64]', i=int, j=int, unit=int, inner=int, result=Py_ssize_t, value=Py_ssize_t, one=Py_ssize_t, two=Py_ssize_t, three=Py_ssize_t, four=Py_ssize_t)
    cdef inline inside_int weigh_columns(self, Rows rows, int width) noexcept nogil
    cpdef int judge_rows(self, Rows scratch, list rows)
