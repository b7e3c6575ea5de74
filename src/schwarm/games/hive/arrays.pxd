cimport cython

from schwarm.bits cimport Board, Word, board_at, keep_board, lowest
from schwarm.environments.arrays cimport Arrays, clear, fetch_bytes
from schwarm.game.game cimport Game
from schwarm.games.hive.rules cimport Hive

cdef unsigned short[12416] ACTION
cdef unsigned short[8737] CODE
cdef int[128] NUMBER_OF
cdef int[128] SPOT
cdef int AREA, COUNT, FIRST_SET, SKIP_ACTION, DEPTH, SCALARS_AT, OBSERVATION, END

cdef void write_position(Hive game, int me, unsigned char* out, Py_ssize_t at) noexcept nogil
@cython.locals(kind=int)
cdef void write_column(Word column, int me, unsigned char* out, Py_ssize_t at) noexcept nogil

@cython.final
cdef class HiveArrays(Arrays):
    cdef Hive game
