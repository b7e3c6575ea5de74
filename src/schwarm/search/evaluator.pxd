from schwarm.bits cimport Word, below, mix
from schwarm.game.game cimport Game

cdef int POLICY_FLOOR, POLICY_CEILING

cdef class Evaluator:
    cdef public object plays             # the class of the games it judges; None: of any
    cdef public int futility_margin      # what one quiet move nearly never gains more than; 0 unknown
    cdef public int late_move_count      # late move pruning: how many quiet moves are tried; 0 all
    cdef public int quiescence_plies     # plies of noisy moves searched beyond the horizon
    cdef public bint null_moves          # is a pass nearly always worse than the best move?
    cdef public bint chance_moves        # are there moves whose result is random?
    cdef public int scale                # a value of this size wins about three games of four

    cdef int value(self, Game game) noexcept nogil
    cdef int prior(self, Game game, Word move) noexcept nogil
    cdef double expectation(self, Game game) noexcept nogil
    cdef double policy(self, Game game, Word move) noexcept nogil
    cdef bint knows(self, Game game) noexcept nogil
    cdef bint is_chance_move(self, Game game, Word move) noexcept nogil
    cdef bint under_threat(self, Game game) noexcept nogil
    cdef void make_null_move(self, Game game) noexcept nogil
    cdef void unmake_null_move(self, Game game) noexcept nogil
    cpdef int evaluate(self, Game game)
    cpdef double win_expectation(self, Game game)
    cpdef policy_of(self, Game game)

cdef class NoisyEvaluator(Evaluator):
    cdef Evaluator inner
    cdef int noise
    cdef Word seed
