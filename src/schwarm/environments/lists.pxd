cimport cython

from schwarm.bits cimport Word, below, copy_words, free_numbers, new_numbers
from schwarm.environments.arrays cimport (
    Arrays, Pool, fetch_tokens, free_lists, free_pool, give, lend, new_lists, new_pool, tokens_of,
)

cdef int LEAST, SPARED

@cython.final
cdef class Lists:
    cdef Arrays arrays
    cdef long count
    cdef Word** codes
    cdef Pool* pool
    cdef int* levels
    cdef int* left
    cdef int* places

    @cython.locals(level=int)
    cdef void make_room(self, long i, long count) noexcept nogil
    @cython.locals(level=int, old=int)
    cdef void shrink(self, long i, long count) noexcept nogil
    cdef unsigned short* tokens(self, long i) noexcept nogil
    cdef void keep(self, long i, Word* stack, long end, int side) noexcept nogil
    @cython.locals(kept=long, k=long)
    cdef bint choose(self, long i, long long action, int side) noexcept nogil
    @cython.locals(count=long, k=long)
    cdef void fork(self, long i, int place, int side) noexcept nogil
    cdef void fetch(self, long i) noexcept nogil
    @cython.locals(k=long)
    cdef void mark(self, long i, unsigned char* mask, long at) noexcept nogil
    cdef long long sample(self, long i, Word word) noexcept nogil
    cdef void load(self, long i, Word* block, long at, long count, int place, int side) noexcept nogil
