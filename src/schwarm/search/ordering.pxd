from schwarm.bits cimport Word, free_numbers, free_words, mix, more_numbers, new_numbers, new_words
from schwarm.game.game cimport Game
from schwarm.search.evaluator cimport Evaluator

cdef int NOISY, TABLE_MOVE, KILLER, COUNTERMOVE, CHANCE

cdef class Ordering:
    cdef Evaluator evaluator
    cdef int* scores
    cdef Py_ssize_t room
    cdef Word* killers
    cdef Word* countermoves
    cdef int* history
    cpdef forget(self)
    cpdef begin_search(self)
    cdef void score_moves(self, Game game, Py_ssize_t base, Py_ssize_t end, Word table_move, int ply, Word previous) noexcept nogil
    cdef int pick_next(self, Game game, Py_ssize_t place, Py_ssize_t end) noexcept nogil
    cdef void learn_cutoff(self, Game game, Py_ssize_t base, Py_ssize_t place, int depth, int ply, Word previous) noexcept nogil
    cdef void update_history(self, Py_ssize_t place, int bonus) noexcept nogil
