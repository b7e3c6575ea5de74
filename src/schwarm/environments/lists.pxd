cimport cython

from schwarm.bits cimport Word, below, copy_words, free_numbers, new_numbers
from schwarm.environments.arrays cimport (
    Arrays, Pool, fetch_tokens, free_lists, free_pool, give, lend, new_lists, new_pool, tokens_of,
)

cdef int LEAST, SPARED

@cython.final
cdef class Lists:
    cdef Arrays arrays
    cdef Py_ssize_t count
    cdef Word** codes
    cdef Pool* pool
    cdef int* levels
    cdef int* left
    cdef int* places

    @cython.locals(level=int)
    cdef void make_room(self, Py_ssize_t i, Py_ssize_t count) noexcept nogil
    @cython.locals(level=int, old=int)
    cdef void shrink(self, Py_ssize_t i, Py_ssize_t count) noexcept nogil
    cdef unsigned short* tokens(self, Py_ssize_t i) noexcept nogil
    cdef void keep(self, Py_ssize_t i, Word* stack, Py_ssize_t end, int side) noexcept nogil
    @cython.locals(kept=Py_ssize_t, k=Py_ssize_t)
    cdef bint choose(self, Py_ssize_t i, long long action, int side) noexcept nogil
    @cython.locals(count=Py_ssize_t, k=Py_ssize_t)
    cdef void fork(self, Py_ssize_t i, int place, int side) noexcept nogil
    cdef void fetch(self, Py_ssize_t i) noexcept nogil
    @cython.locals(k=Py_ssize_t)
    cdef void mark(self, Py_ssize_t i, unsigned char* mask, Py_ssize_t at) noexcept nogil
    cdef long long sample(self, Py_ssize_t i, Word word) noexcept nogil
    cdef void load(self, Py_ssize_t i, Word* block, Py_ssize_t at, Py_ssize_t count, int place, int side) noexcept nogil
