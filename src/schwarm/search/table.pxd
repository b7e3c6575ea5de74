from schwarm.bits cimport Word, free_words, mix, new_words

cdef int entry_score(Word entry) noexcept nogil
cdef int entry_depth(Word entry) noexcept nogil
cdef int entry_bound(Word entry) noexcept nogil
cdef Word entry_move(Word entry) noexcept nogil

cdef class TranspositionTable:
    cdef Word* words
    cdef readonly Word size
    cdef Word age
    cpdef clear(self)
    cdef void next_search(self) noexcept nogil
    cdef Word probe(self, Word key) noexcept nogil
    cdef void store(self, Word key, Word score, Word depth, Word bound, Word move) noexcept nogil
    cdef int worth(self, Word place) noexcept nogil
