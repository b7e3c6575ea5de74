from schwarm.bits cimport Word, below, mix
from schwarm.games.game cimport Game

cdef class Evaluator:
    cdef public int margin               # what one quiet move may gain at most, nearly always; 0 unknown
    cdef public bint may_skip            # null moves: is a pass nearly always worse than the best move?
    cdef public int quiet_plies          # how many noisy plies are searched beyond the depth
    cdef public int crowd                # late quiet moves are skipped near the horizon: how soon; 0 never
    cdef public bint lottery             # are there moves with a result drawn at random?
    cdef public int scale                # a value of this size wins about three games of four

    cdef int value(self, Game game) noexcept nogil
    cdef int prior(self, Game game, Word move) noexcept nogil
    cdef bint is_drawn(self, Game game, Word move) noexcept nogil
    cdef bint is_pressed(self, Game game) noexcept nogil
    cdef void skip(self, Game game) noexcept nogil
    cdef void unskip(self, Game game) noexcept nogil
    cpdef int judge(self, Game game)

cdef class Blurred(Evaluator):
    cdef Evaluator inner
    cdef int noise
    cdef Word seed
