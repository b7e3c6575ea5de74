from schwarm.bits cimport Word, free_words, mix, new_words
from schwarm.games.protista.position cimport Position
from schwarm.games.protista.spelling cimport text_of

cdef int SLOTS, MOST_TEXTS

cdef class Names:
    cdef Word* slots
    cdef list moves
    cdef dict texts

    cdef object move_of(self, Position game, Word code)
