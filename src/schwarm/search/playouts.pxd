from schwarm.bits cimport Word, advance, free_words, mix, new_words
from schwarm.game.game cimport Game

cdef class PlayoutCounter:
    cdef readonly long plies, wins, losses, draws, cut
    cdef Word random
    cdef long playout(self, Game game, long limit) noexcept nogil
    cpdef run(self, Game game, long games, long limit)
