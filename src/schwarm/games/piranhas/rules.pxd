from schwarm.bits cimport Board, Word, cell, free_words, lowest, new_words, popcount
from schwarm.games.game cimport Game

cdef int[8] STEP
cdef int[880] ROOM
cdef Board[440] LINE
cdef Board[44] PATH
cdef Word[768] ZOBRIST
cdef Word[2] ZOBRIST_FIRST

cdef Board around(Board fish) noexcept nogil
cdef Board flood(Board seed, Board own) noexcept nogil

cdef class Piranhas(Game):
    cdef Board[2] fish
    cdef Board kraken, ones, twos
    cdef int first, first_turn, last_turn, no_fish_weight
    cdef bint credit_to_colour, credit_lasts, blocked_loses_mid_round, blocked_loses_at_limit
    cdef Word* eaten
    cdef list names

    cdef int weight(self, Board target) noexcept nogil
    cdef bint united(self, int side) noexcept nogil
    cdef bint any_united(self) noexcept nogil
    cdef int heaviest(self, int side) noexcept nogil
    cdef void credit(self, int mover, bint fed) noexcept nogil
    cdef bint blocked(self) noexcept nogil
    cdef int swarm_count(self, int side) noexcept nogil
    cdef int winner(self, bint stuck) noexcept nogil
    cdef bint by_weight(self, bint stuck) noexcept nogil
