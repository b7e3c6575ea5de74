cimport cython

from schwarm.bits cimport Board, Word, high_word, low_word, lowest
from schwarm.environments.arrays cimport Arrays, clear
from schwarm.game.game cimport Game
from schwarm.games.piranhas.rules cimport Piranhas

cdef unsigned short[28160] ACTION
cdef int[200] START
cdef int[16] HEADING
cdef int[256] SQUARE_OF
cdef int SQUARES, SCALARS_AT, CODES, OBSERVATION, END

cdef void write_position(Piranhas game, int me, unsigned char* out, Py_ssize_t at) noexcept nogil
cdef void write_fish(Piranhas game, int side, int me, unsigned char* out, Py_ssize_t at) noexcept nogil

@cython.final
cdef class PiranhasArrays(Arrays):
    cdef Piranhas game
