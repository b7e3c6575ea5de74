cimport cython

from schwarm.bits cimport MOST_CELLS, PLACES, Board, cell, lowest, popcount
from schwarm.games.protista.reach cimport ProtistaReach
from schwarm.bots.learned.rows cimport Rows
from schwarm.games.protista.evaluator cimport ProtistaEvaluator, fits
from schwarm.game.game cimport Game
from schwarm.games.protista.rules cimport Protista

cdef int SPAN, PIECES, SPOTTED, SPOTS, DISTANCES, TARGETS, RACES, CELLS, NEAR_STEPS, FAR_STEPS
cdef int MATERIAL, PIECE_COUNT, REACHED, NEAREST, STACK_COUNT, ATTACKERS, HOLES, CREATIONS, EXPOSED, MARCH, SPAN_STEPS
cdef int FAR_THREATS, ATTACKED, ATTACKED_NEAR, POINTS, PAIRS, CLOSINGS
cdef int TURNS, LEFT, THREATS_BOTH, RACE, MATERIAL_LEAD, REACHED_BOTH, FINISH_BOTH, ATTACKED_BOTH, STOCK_BOTH
cdef int NOWHERE, FULL

@cython.final
cdef class ProtistaRows(Rows):
    cdef ProtistaEvaluator ways
    cdef ProtistaReach reach
    cdef Board[2] aims                   # targets each side still has to reach
    cdef int[2] threats
    cdef int[2] reached
    cdef int[2] nearest                  # moves to the nearest target
    cdef int[2] finish                   # moves to as many targets as are needed
    cdef Board[2] attacked               # singles the enemy can land on
    cdef int[MOST_CELLS] flipped                # the cells of a board as the second side sees them
    cdef int flipped_rows, flipped_cols
    cdef Board[2] spotted                # the targets of each side that `spots` was made for
    cdef int[2 * MOST_CELLS] spots
    cdef void look(self, Protista game) noexcept nogil
    cdef void note(self, int row) noexcept nogil
    @cython.locals(number=int, row=int)
    cdef void flip(self, Protista game) noexcept nogil
    @cython.locals(number=int, row=int, half=int, least=int, rest=Board, target=int, up=int, right=int, away=int)
    cdef void spot(self, Protista game, int side, Board aims) noexcept nogil
    @cython.locals(rest=Board, here=Board, number=int, state=int, place=int, far=int, march=int, span=int, count=int, beside=int)
    cdef void list_pieces(self, Protista game, int side, int which) noexcept nogil
    @cython.locals(aimed=int, spot=int, up=int)
    cdef int place_row(self, Protista game, int side, int number, int state, bint attacks) noexcept nogil
    @cython.locals(rest=Board, here=Board, one=Board, two=Board, own=Board, enemy=Board, number=int, moves=int, row=int, first=int, second=int, needed=int)
    cdef void list_targets(self, Protista game, int side, int which) noexcept nogil
    @cython.locals(shift=int, goals=Board, aims=Board, attacked=Board, threats=int, far=int)
    cdef void list_threats(self, Protista game, int side, int which) noexcept nogil
    @cython.locals(own=Board, enemy=Board, around=Board, shift=int, exposed=int, needed=int)
    cdef void list_side(self, Protista game, int side, int which) noexcept nogil
    @cython.locals(late=int, left=int, both=int, lead=int, more=int, mine=int, theirs=int)
    cdef void list_joint(self, Protista game) noexcept nogil
    cdef int stock(self, Protista game, int side) noexcept nogil
