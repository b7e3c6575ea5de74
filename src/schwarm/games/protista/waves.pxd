cimport cython

from schwarm.bits cimport OFF, PLACES, Board, Word, cell, lowest, popcount
from schwarm.games.protista.canonical cimport add, add_change, add_hit
from schwarm.games.protista.codes cimport (
    axis_of, ending_of, first_turn_of, length_of, origin_of, wave_code, wave_way_of,
)
from schwarm.games.protista.position cimport Position
from schwarm.games.protista.stacking cimport hit

cdef int WAYS, EMPTY, LANDS, HITS, SHORTEST

@cython.locals(rest=Board, start=int, links=int, axis=int, first=int, second=int)
cdef void waves(Position game) noexcept nogil
@cython.locals(length=int, way=int, across=bint)
cdef void zigzags(Position game, int start, int axis, int first) noexcept nogil
@cython.locals(length=int, turn=int, here=int)
cdef int zigzag_length(Position game, int start, int axis, int first) noexcept nogil
@cython.locals(
    own=Board, enemy=Board, wave=Board, goals=Board, struck=Board, turn=int, here=int, goal=int, i=int, code=Word
)
cdef void sweep(Position game, int start, int axis, int first, int way, int longest) noexcept nogil
@cython.locals(axis=int, turn=int, way=int, length=int, here=int, i=int, king=int)
cdef void make_wave(Position game, Word code) noexcept nogil
cdef void bounce(Position game, int goal) noexcept nogil
