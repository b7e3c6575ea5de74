cimport cython

from schwarm.bits cimport Board, Word
from schwarm.games.protista.canonical cimport add, add_hit, add_stacking, room_for
from schwarm.games.protista.codes cimport walk_code, with_ending, with_leg
from schwarm.games.protista.portals cimport exits
from schwarm.games.protista.position cimport Position

cdef int EMPTY, BEYOND, WAYS, SINGLE, CAPTURES, STACKS, HITS

@cython.locals(origin=int, way=int, goal=int, there=int, code=Word, next_way=Word, near=Board, enemy=Board, me=int, end=long, empty=int, first=int)
cdef void singles(Position game) noexcept nogil
