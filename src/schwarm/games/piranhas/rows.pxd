cimport cython

from schwarm.bits cimport Board, Word, cell, lowest, ones_of, popcount
from schwarm.bots.learned.rows cimport Rows
from schwarm.game.game cimport Game
from schwarm.games.piranhas.rules cimport Piranhas, around, flood

cdef int FISH_ROWS, KRAKEN_ROWS, NEAR_ROWS, SPAN
cdef int FISH_COUNT, WEIGHT, SWARMS, HEAVIEST, OUTSIDE_WEIGHT, SPREAD, MOBILITY, EATS, EATS_WEIGHT, LINKS, JOINING, UNITES
cdef int BOX, RING, JOINERS, COMERS, EATS_MAIN, CONTACTS, INSIDE, MIDDLE
cdef int TURN, RACE, SWARMS_BOTH, WAYS_BOTH, FIRST, LEAD, MATERIAL, LEAD_TURN
cdef int LINES
cdef int[128] COLUMN
cdef int[128] LINE
cdef Py_ssize_t[440] LINE_OF
cdef Py_ssize_t[440] WAYS_OF
cdef Word[440] MOVES
cdef Py_ssize_t[4] STEPS

cdef Board grown(Board fish) noexcept nogil
cdef int uniting(Board left, Board good, Board lone) noexcept nogil

@cython.final
cdef class PiranhasRows(Rows):
    cdef Board board
    cdef Board[384] bit                  # the board's cells from 128 on, nothing before and after
    # of both sides, the side to move first
    cdef Board[20] swarm                 # swarms of two fish and more, then lone ones; 10 a side
    cdef Board[4] rim                    # cells that touch all swarms but one
    cdef Board[2] main                   # the heaviest swarm
    cdef Board[2] alone
    cdef Board[2] eats
    cdef Board[2] joiners
    cdef Board[2] comers
    cdef int[40] at                      # the cells of the fish; 20 a side
    cdef int[2] groups                   # swarms of two fish and more
    cdef int[2] swarms
    cdef int[2] weight
    cdef int[2] heaviest
    cdef int[2] fish
    cdef int[2] xs                       # sums of the fish's coordinates
    cdef int[2] ys
    cdef int[2] unites
    cdef int[2] mobility
    cdef int[2] ways
    cdef void look(self, Piranhas game) noexcept nogil
    cdef void note(self, int row) noexcept nogil
    @cython.locals(heavy=int, heaviest=int, count=int)
    cdef void find_swarms(self, Piranhas game, int side, int which) noexcept nogil
    @cython.locals(touch=Board, rest=Board, i=int, j=int)
    cdef int find_rims(self, int which) noexcept nogil
    @cython.locals(mobility=int, unites=int, fish=int, xs=int, ys=int, watch=int, i=int)
    cdef void find_moves(self, Piranhas game, int side, int which) noexcept nogil
    @cython.locals(up=Py_ssize_t, down=Py_ssize_t, distance=Py_ssize_t, line=Py_ssize_t, way=Py_ssize_t, step=Py_ssize_t, axis=Py_ssize_t, foes=Word, friends=Word, met=Word)
    cdef Board targets(self, Piranhas game, int side, Py_ssize_t start) noexcept nogil
    @cython.locals(fish=int, xs=int, ys=int, left=int, low=int, right=int, high=int, x=int, y=int, dx=int, dy=int, total=int, middle_x=int, middle_y=int, base=int, heavy=int, state=int, i=int, start=int)
    cdef void list_fish(self, Piranhas game, int which) noexcept nogil
    @cython.locals(joining=int, apart=int, i=int, shift=int)
    cdef void list_side(self, Piranhas game, int side, int which) noexcept nogil
    @cython.locals(mine=int, yours=int, race=int, signs=int, lead=int)
    cdef void list_joint(self, Piranhas game) noexcept nogil
