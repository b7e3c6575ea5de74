from schwarm.bits cimport Word, free_numbers, free_words, mix, more_numbers, new_numbers, new_words
from schwarm.games.game cimport Game
from schwarm.search.evaluator cimport Evaluator

cdef int NOISY, HINTED, KILLER, ANSWER, SHUNNED

cdef class Ordering:
    cdef Evaluator evaluator
    cdef int* marks
    cdef long room
    cdef Word* killers
    cdef Word* answers
    cdef int* history
    cpdef forget(self)
    cpdef fade(self)
    cdef void grade(self, Game game, long base, long end, Word hint, int ply, Word previous) noexcept nogil
    cdef int bring(self, Game game, long place, long end) noexcept nogil
    cdef void learn(self, Game game, long base, long place, int depth, int ply, Word previous) noexcept nogil
    cdef void shift(self, long place, int bonus) noexcept nogil
