cimport cython

from schwarm.bits cimport OFF, Board, Word, cell, lowest, popcount
from schwarm.games.protista.canonical cimport add_each, add_hit, add_landing
from schwarm.games.protista.codes cimport ending_of, goal_exit_of, goal_of, join_code, jumps_of, origin_of
from schwarm.games.protista.portals cimport exits
from schwarm.games.protista.position cimport Position
from schwarm.games.protista.stacking cimport hit, pile

cdef int CONTIGUOUS, CAPTURES, STACKS, HITS
cdef Word JOIN, JOIN_STACKS, JOIN_CELL, JOIN_GOAL

@cython.locals(rest=Board, group=Board, fresh=Board, rim=Board, near=Board, members=Board, number=int)
cdef void find_sets(Position game) noexcept nogil
@cython.locals(
    origin=int, goal=int, others=Board, enemy=Board, touched=Board, free=Board, piles=Board, rest=Board
)
cdef void contiguous(Position game) noexcept nogil
@cython.locals(touched=Board, doubtful=Board, goal=int)
cdef Board goals_of(Position game, int origin, Board others) noexcept nogil
@cython.locals(rest=Board, goal=int)
cdef Board low_enough(Position game, Board piles) noexcept nogil
@cython.locals(ending=int)
cdef void make_contiguous(Position game, Word code) noexcept nogil
