from schwarm.bits cimport Word, free_words, mix, new_words

cdef int entry_score(Word data) noexcept nogil
cdef int entry_depth(Word data) noexcept nogil
cdef int entry_bound(Word data) noexcept nogil

cdef class Table:
    cdef Word* words
    cdef readonly Word size
    cdef Word age
    cpdef clear(self)
    cdef void grow_old(self) noexcept nogil
    cdef Word find(self, Word key) noexcept nogil
    cdef void keep(self, Word key, Word score, Word depth, Word bound, Word move) noexcept nogil
    cdef int worth(self, Word place) noexcept nogil
