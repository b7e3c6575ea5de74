from schwarm.bits cimport Word, advance, free_words, mix, new_words
from schwarm.game.game cimport Game

cdef class PlayoutCounter:
    cdef readonly Py_ssize_t plies, wins, losses, draws, cut
    cdef Word random
    cdef Py_ssize_t playout(self, Game game, Py_ssize_t limit) noexcept nogil
    cpdef run(self, Game game, Py_ssize_t games, Py_ssize_t limit)
