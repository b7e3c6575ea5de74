cimport cython

from schwarm.bits cimport Board, Word, cell, down, lowest, popcount, up
from schwarm.bots.learned.rows cimport Rows
from schwarm.game.game cimport Game
from schwarm.games.hive.rules cimport NEAR, Hive, around, links

cdef int PLACES, SEEN_FROM_ENEMY, AROUND, FREE, PINNED, STUCK, COVERED, REACHING, SPAN
cdef int QUEEN_FACT, PINS, FREE_FACT, ANTS, SETS, GUESTS, ATTACKERS, CLIMBERS, ROOM, LANDINGS, ATTACK, QUEEN_TURN
cdef int TURN, QUEENS, RULES, LEAD_TURN, RACE, FREE_BOTH, PLACED_BOTH, APART
cdef int FREEDOM_SPAN, MOVES, LOCKED, MOVES_BOTH, ENDING, ADDED
cdef int ANT, BEETLE, GRASSHOPPER, QUEEN, SPIDER
cdef unsigned char[16384] OFFSET
cdef unsigned char[16384] DISTANCE
cdef unsigned char[128] BUCKET
cdef unsigned char[64] MANY
cdef unsigned char[128] FREER

@cython.final
cdef class HiveRows(Rows):
    cdef Board[6] slides                 # cells from which a piece can slide in each direction
    cdef Board slid                      # in any direction
    cdef Board[8] regions                # cells joined by slides: what an ant can reach
    cdef int region_count
    cdef Board swarm, pins
    cdef Board tips                      # pieces with one neighbour
    # of both sides, the side to move first
    cdef Board[2] reach                  # free fields of the enemy queen that pieces can go to
    cdef Board[2] freed                  # pieces that can move
    cdef int[2] reachers                 # pieces not beside the enemy queen that can go beside it
    cdef int[2] steps                    # of the queen
    cdef int[2] pinned
    cdef int[2] stuck
    cdef int[2] free
    cdef int[2] liberties                # free fields around the queen; 7: in hand
    cdef int[2] ants                     # that can move
    cdef int[2] goals                    # of the pieces that are no ants, one by one
    cdef int[2] sets                     # moves that set a piece
    cdef int[2] buried                   # pieces below others, with an enemy on top
    cdef void look(self, Hive game) noexcept nogil
    cdef void note(self, int row) noexcept nogil
    cdef void note_piece(self, Hive game, int row, int number) noexcept nogil
    @cython.locals(e=Board, se=Board, sw=Board, w=Board, nw=Board, ne=Board, seen=Board, more=Board)
    cdef void find_slides(self, Hive game) noexcept nogil
    @cython.locals(to_e=Board, to_se=Board, to_sw=Board, to_w=Board, to_nw=Board, to_ne=Board, reached=Board, before=Board, i=int)
    cdef Board region(self, Board first) noexcept nogil
    @cython.locals(goals=Board)
    cdef Board goals_of(self, Hive game, int kind, int start) noexcept nogil
    @cython.locals(own=Board, rest=Board, here=Board, goals=Board, near=Board, open_fields=Board, reach=Board, freed=Board, able=int, start=int, state=int, kind=int, steps=int, reachers=int, pinned=int, stuck=int, free=int, place=int, places=int)
    cdef void list_pieces(self, Hive game, int side, int which) noexcept nogil
    @cython.locals(rest=Board, start=int, column=Word, kind=int, whose=int, top=int)
    cdef void list_covered(self, Hive game) noexcept nogil
    @cython.locals(own=Board, near=Board, here=Board, queen=int, state=int, shift=int, liberties=int)
    cdef void list_queen(self, Hive game, int side, int which) noexcept nogil
    @cython.locals(own=Board, near=Board, close=Board, wide=Board, beetles=Board, landings=Board, rest=Board, here=Board, enemy=int, shift=int, row=int, start=int, theirs=int, reached=int)
    cdef void list_attack(self, Hive game, int side, int which) noexcept nogil
    @cython.locals(libs=int, theirs=int, late=int, me=int)
    cdef void list_joint(self, Hive game) noexcept nogil
    @cython.locals(own=Board, held=Board, freed=Board, shift=int, goals=int, sets=int, locked=int)
    cdef void list_freedom(self, Hive game, int side, int which) noexcept nogil
    @cython.locals(own=Board, enemy=Board, fields=Board, kinds=int, kind=int)
    cdef int count_sets(self, Hive game, int side, int turn) noexcept nogil
    @cython.locals(mine=int, theirs=int, left=int)
    cdef void list_end(self, Hive game) noexcept nogil
