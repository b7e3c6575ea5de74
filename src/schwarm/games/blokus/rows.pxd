cimport cython

from schwarm.bits cimport lowest, ones_of
from schwarm.bots.learned.rows cimport Rows
from schwarm.game.game cimport Game
from schwarm.games.blokus.evaluator cimport squares_of
from schwarm.games.blokus.rules cimport Blokus

cdef int TURNS, PIECE_ROWS, UNTOUCHED, SPAN, POINTS, CORNERS, SAFE, NEAR, REACH, FIRST, PRIVATE, LAYABLE, STATE
cdef int SLOT, GAME, LIVE, LEAD, LEAD_PHASE, HOPE, HOPE_PHASE, FIRST_LEAD, FIRST_PHASE, REACH_LEAD, CORNER_LEAD
cdef int PRIVATE_LEAD, KINDS
cdef unsigned int ALL
cdef unsigned int[6] OF_SIZE
cdef enum:
    BOARD = 22
    NEAR_STEPS = 2
    FAR_STEPS = 6

cdef int halved(int number) noexcept nogil

@cython.final
cdef class BlokusRows(Rows):
    cdef unsigned int[88] open           # four boards, by turn
    cdef unsigned int[88] corner
    cdef unsigned int[88] wave
    cdef unsigned int[88] swell
    cdef unsigned int[88] soon
    cdef unsigned int[88] first
    cdef unsigned int[44] reached        # two boards
    cdef int[4] points
    cdef int[4] layable
    cdef int[4] corners
    cdef int[4] reach
    cdef int[4] firsts
    cdef int[4] private
    cdef void look(self, Blokus game) noexcept nogil
    cdef void note(self, int row) noexcept nogil
    @cython.locals(base=int, shift=int, hand="unsigned int", fits="unsigned int", points=int, size=int, y=int)
    cdef void look_at(self, Blokus game, int colour, int turn) noexcept nogil
    @cython.locals(row=int, kind=int)
    cdef void list_pieces(self, unsigned int hand, unsigned int fits, int turn) noexcept nogil
    @cython.locals(lines=int, here="unsigned int", i=int, y=int, step=int, base=int, enemy=int, turn=int)
    cdef void spread(self, int colours) noexcept nogil
    @cython.locals(corner="unsigned int", threatened="unsigned int", y=int, base=int, enemy=int, shift=int, corners=int, safe=int, near=int, reach=int, firsts=int, private=int)
    cdef void list_room(self, int colours, int turn) noexcept nogil
    @cython.locals(lead=int, hope=int, firsts=int, reach=int, corners=int, private=int, slot=int, phase=int, live=int, partner=int, turn=int)
    cdef void list_joint(self, Blokus game, int colour) noexcept nogil
