cimport cython

from schwarm.bits cimport Word, below, copy_words, free_numbers, free_words, new_numbers, raw_words
from schwarm.environments.arrays cimport Arrays, fetch_tokens, free_lists, free_token_lists, new_lists, new_token_lists, new_tokens

cdef int ROOMY

@cython.final
cdef class Lists:
    cdef Arrays arrays
    cdef long count
    cdef Word** codes
    cdef unsigned short** tokens
    cdef int* rooms
    cdef int* left
    cdef int* places

    @cython.locals(room=long)
    cdef void make_room(self, long i, long count) noexcept nogil
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
