cimport cython

from schwarm.bits cimport MOST_CELLS, Board, Word, cell, lowest, popcount
from schwarm.bots.features cimport FULL_PROGRESS, FeatureEvaluator
from schwarm.game.game cimport Game
from schwarm.games.protista.codes cimport (
    advances_of, axis_of, ending_of, exit_of, first_turn_of, goal_exit_of, goal_of, jumps_of, kind_of, length_of,
    origin_of, wave_way_of, way_of,
)
from schwarm.games.protista.rules cimport Protista

cdef int CONTIGUOUS, WAVE, SHARP_V, GENERATION, UNSTACKING, CREATION, PASS, WAYS, HITS, FARTHEST, NEAR

# The numbers of the features: an enum, so that the compiler knows them.
cdef enum:
    MATERIAL, PIECES, REACHED, NEAREST, FINISH, MARCH, SPAN, ATTACK_TWO, ATTACK_THREE, ATTACK_FOUR, THREATS,
    SAFE_THREATS, DOUBLE_THREAT, GUARDED, DEFEND_ONE, DEFEND_TWO, DEFEND_THREE, SHIELD, STACK_COUNT, ATTACKERS,
    CONTACTS, HOLES, NEARLY_LOOPS, LOOSE, STOCK, EXTRA, KING_ROOM, EXPOSED, EXPOSED_LAST, CREATIONS

cdef bint fits(Game game) noexcept nogil

cdef class ProtistaEvaluator(FeatureEvaluator):
    cdef FeatureEvaluator other
    cdef int goal
    cdef Board goals, crossed, feared, danger
    cdef Board[2] measured
    cdef Board[2] boards
    cdef int[2 * MOST_CELLS] steps
    cdef int[2 * MOST_CELLS] spans
    cdef Board[10] rings

    @cython.locals(near_white=Board, near_black=Board)
    cdef void count_sides(self, Protista game) noexcept nogil
    @cython.locals(own=Board, enemy=Board, aims=Board, theirs=Board, safe=Board, around=Board, steps=int, last=bint)
    cdef void count_side(self, Protista game, int side, int sign, Board near, Board enemy_near) noexcept nogil
    cdef int creations(self, Protista game, int side) noexcept nogil
    @cython.locals(covered=Board, left=Board, hit=int)
    cdef void count_ways(self, Protista game, int sign, Board own, Board near, Board aims, int needed) noexcept nogil
    @cython.locals(march=int, span=int, number=int, place=int)
    cdef void count_distances(self, int sign, int side, Board own) noexcept nogil
    @cython.locals(once=Board, twice=Board, thrice=Board, four=Board, beside=Board)
    cdef Board half_closed(self, Protista game, Board own) noexcept nogil
    @cython.locals(enemy=int, shields=Board, aims=Board)
    cdef bint faces_win(self, Protista game) noexcept nogil
    cdef int move_prior(self, Protista game, Word move) noexcept nogil
    @cython.locals(here=int, turn=int, way=int, leg=int)
    cdef void follow(self, Protista game, Word move) noexcept nogil
    @cython.locals(aims=Board, number=int)
    cdef void measure(self, Protista game, int side) noexcept nogil
    @cython.locals(fresh=Board, covered=Board, distance=int, place=int, steps=int)
    cdef void flood(self, Protista game, int side, Board start, int parts) noexcept nogil
