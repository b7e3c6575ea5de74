cimport cython

from schwarm.bits cimport Board, Word, cell, popcount
from schwarm.bots.features cimport WHOLE, FeatureEvaluator
from schwarm.games.game cimport Game
from schwarm.games.protista.codes cimport ending_of, goal_of, kind_of, origin_of, way_of
from schwarm.games.protista.rules cimport Protista

cdef int SINGLE, CONTIGUOUS, GENERATION, CREATION, WAYS, CAPTURES, STACKS, FARTHEST

cdef class ProtistaEvaluator(FeatureEvaluator):
    @cython.locals(near_white=Board, near_black=Board)
    cdef void take_down(self, Protista game) noexcept nogil
    @cython.locals(own=Board, enemy=Board, aims=Board, theirs=Board)
    cdef void count_side(self, Protista game, int side, int sign, Board near, Board enemy_near) noexcept nogil
    @cython.locals(covered=Board, left=Board)
    cdef void count_ways(self, Protista game, int sign, Board own, Board near, Board aims) noexcept nogil
    @cython.locals(once=Board, twice=Board, thrice=Board, four=Board, beside=Board)
    cdef Board half_closed(self, Protista game, Board own) noexcept nogil
    cdef int promise(self, Protista game, Word move) noexcept nogil
