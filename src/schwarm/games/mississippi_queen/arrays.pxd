cimport cython

from schwarm.bits cimport Word, cell
from schwarm.environments.arrays cimport Arrays, clear
from schwarm.game.game cimport Game
from schwarm.games.mississippi_queen.rules cimport MississippiQueen

cdef int[120] OFFSET_X
cdef int[120] OFFSET_Y
cdef int[256] STEP_IN_VIEW
cdef int[12] HEADING
cdef int AREA, WIDTH, RANGE, SHIP, SCALARS_AT, CHOICE, OBSERVATION
cdef int HEADERS, FIRST_STEP, FIRST_BIT, STEPS, END

cdef int spot_of(int x, int y, int own_q, int own_y, int side) noexcept nogil
cdef void write_position(MississippiQueen game, int me, unsigned char* out, Py_ssize_t at) noexcept nogil
cdef void write_river(MississippiQueen game, int me, unsigned char* out, Py_ssize_t at, int own_q, int own_y) noexcept nogil
cdef void write_ship(MississippiQueen game, int side, int me, unsigned char* out, Py_ssize_t at) noexcept nogil

@cython.final
cdef class MississippiQueenArrays(Arrays):
    cdef MississippiQueen game
