cimport cython

from schwarm.bits cimport clock_us

cdef int STALLS, FRESH
cdef long long FAR, AT_ONCE, FIRST_STALL

cdef class LimitedSearch:
    cdef long long nodes
    cdef bint stopped
    cdef long long node_limit, deadline, latest, checked_at, stall, check_every
    cdef long long[16] stalls
    cdef int stall_place

    cdef void limit(self, long long node_limit, long long deadline, long long latest) noexcept nogil
    @cython.locals(longest="long long", second="long long", stall="long long", i=int)
    cdef void next_stall(self) noexcept nogil
    @cython.locals(now="long long")
    cdef void check_limits(self) noexcept nogil
