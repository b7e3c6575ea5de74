cimport cython

from schwarm.bits cimport Board, Word, cell, lowest
from schwarm.games.protista.canonical cimport add_hit, add_landing, room_for
from schwarm.games.protista.codes cimport ending_of, goal_exit_of, goal_of, join_code, jumps_of, origin_of
from schwarm.games.protista.portals cimport exits
from schwarm.games.protista.position cimport Position
from schwarm.games.protista.stacking cimport hit, pile

cdef int OFF, CONTIGUOUS, LANDS, CAPTURES, STACKS, HITS

@cython.locals(rest=Board, group=Board, fresh=Board, rim=Board, near=Board, members=Board, number=int)
cdef void find_sets(Position game) noexcept nogil
@cython.locals(origin=int, goal=int, others=Board, enemy=Board, touched=Board, rest=Board, first=Word, step=Word, end=long)
cdef void contiguous(Position game) noexcept nogil
@cython.locals(ending=int)
cdef void make_contiguous(Position game, Word code) noexcept nogil
