cimport cython

from schwarm.bits cimport ones_of
from schwarm.bots.learned.rows cimport Rows
from schwarm.game.game cimport Game
from schwarm.games.blokus.rules cimport Blokus

cdef int PHASES, SPAN, SLOT, SLOTS, LEAD, MOST_LEAD, CORNERS, SAFE, NEAR, REACH, FIRST, PRIVATE
cdef enum:
    BOARD = 22
    NEAR_STEPS = 2
    FAR_STEPS = 6

@cython.final
cdef class BlokusRows(Rows):
    cdef unsigned int[88] open           # four boards, by turn
    cdef unsigned int[88] corner
    cdef unsigned int[88] wave
    cdef unsigned int[88] swell
    cdef unsigned int[88] soon
    cdef unsigned int[88] first
    cdef unsigned int[44] reached        # two boards
    @cython.locals(colour=int, slot=int, turn=int, lead=int)
    cdef void look(self, Blokus game) noexcept nogil
    cdef void note(self, int row) noexcept nogil
    @cython.locals(base=int, y=int)
    cdef void look_at(self, Blokus game, int colour, int turn) noexcept nogil
    @cython.locals(lines=int, here="unsigned int", i=int, y=int, step=int, base=int, enemy=int, turn=int)
    cdef void spread(self, int colours) noexcept nogil
    @cython.locals(corner="unsigned int", threatened="unsigned int", y=int, base=int, enemy=int, corners=int, safe=int, near=int, reach=int, firsts=int, private=int)
    cdef void list_room(self, int colours, int turn, int place) noexcept nogil
