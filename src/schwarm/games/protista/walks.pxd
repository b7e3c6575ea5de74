cimport cython

from schwarm.bits cimport OFF, Board, Word, cell, lowest
from schwarm.games.protista.canonical cimport add_hit, add_landing
from schwarm.games.protista.codes cimport (
    advances_of, ending_of, exit_of, jumps_of, kind_of, origin_of, walk_code, way_of, with_ending, with_exit,
    with_leg,
)
from schwarm.games.protista.position cimport Position
from schwarm.games.protista.stacking cimport hit, pile

cdef int WAYS, EMPTY, BEYOND, SHARP_V, STACKS, HITS, MOST_ADVANCES

@cython.locals(way=int, bare=Word, here=int, taken=Board, used=int, ahead=int, there=int, blocked=bint, code=Word)
cdef void walks(Position game, int kind, int direction, int most) noexcept nogil
@cython.locals(way=int)
cdef void portal_walks(Position game, int kind, int direction, int most) noexcept nogil
@cython.locals(ahead=int, there=int, blocked=bint, entered=Word, rest=Board, out=int)
cdef void walk_on(
    Position game, int way, int most, int here, int used, Board taken, Word code, int jumps, int leg
) noexcept nogil
@cython.locals(way=int, start=int, here=int, leg=int)
cdef void make_walk(Position game, Word code) noexcept nogil
