cimport cython

from schwarm.bits cimport Board, cell, lowest, popcount
from schwarm.bots.learned.rows cimport Rows
from schwarm.bots.protista cimport ProtistaEvaluator
from schwarm.games.game cimport Game
from schwarm.games.protista.rules cimport Protista

cdef int SPAN, PIECES, DISTANCES, TARGETS, RACES, CELLS, NEAR_STEPS, FAR_STEPS
cdef int MATERIAL, PIECE_COUNT, REACHED, FINISH, NEAREST, SAFE_THREATS, STACKS, ATTACKERS, CONTACTS, HOLES
cdef int NEARLY_LOOPS, LOOSE, CREATIONS, EXPOSED, MARCH, SPAN_STEPS
cdef int TURNS, LEFT, THREATS_BOTH, RACE, MATERIAL_LEAD, REACHED_BOTH, FARTHEST

@cython.final
cdef class ProtistaRows(Rows):
    cdef ProtistaEvaluator ways
    cdef Board[2] near                   # cells beside each side's pieces
    cdef Board[2] aims                   # targets each side still has to reach
    cdef int[2] threats
    cdef int[2] reached
    cdef int[2] nearest
    cdef int[128] flipped                # the cells of a board as the second side sees them
    cdef int flipped_rows, flipped_cols
    cdef void look(self, Protista game) noexcept nogil
    cdef void note(self, int row) noexcept nogil
    @cython.locals(number=int, row=int)
    cdef void flip(self, Protista game) noexcept nogil
    @cython.locals(rest=Board, here=Board, number=int, state=int, place=int, steps=int, far=int, march=int, span=int, count=int, seen=int)
    cdef void list_pieces(self, Protista game, int side, int which) noexcept nogil
    @cython.locals(rest=Board, here=Board, one=Board, two=Board, own=Board, enemy=Board, on=int, close=int, wide=int, foes=int)
    cdef void list_targets(self, Protista game, int side, int which) noexcept nogil
    @cython.locals(covered=Board, steps=int)
    cdef int steps_to(self, Protista game, Board start, Board goals) noexcept nogil
    @cython.locals(own=Board, near=Board, covered=Board, left=Board, steps=int, found=int, hit=int, needed=int, finish=int, nearest=int)
    cdef void list_ways(self, Protista game, int side, int which) noexcept nogil
    @cython.locals(own=Board, enemy=Board, near=Board, enemy_near=Board, around=Board, shift=int, exposed=int, needed=int)
    cdef void list_side(self, Protista game, int side, int which) noexcept nogil
    @cython.locals(late=int, left=int, both=int)
    cdef void list_joint(self, Protista game) noexcept nogil
