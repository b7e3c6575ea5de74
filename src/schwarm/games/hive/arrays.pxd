cimport cython

from schwarm.bits cimport Board, Word, high_word, join_words, low_word, lowest
from schwarm.environments.arrays cimport Arrays, clear, copy_in, copy_out
from schwarm.game.game cimport Game
from schwarm.games.hive.rules cimport Hive

cdef unsigned short[12416] ACTION
cdef unsigned short[8737] CODE
cdef int[128] NUMBER_OF
cdef int[128] SPOT
cdef int AREA, COUNT, FIRST_SET, SKIP_ACTION, DEPTH, SCALARS_AT, OBSERVATION, END

cdef void save_board(Word* block, long at, Board board) noexcept nogil
cdef Board load_board(Word* block, long at) noexcept nogil
cdef void save_position(Hive game, Word* block, long at) noexcept nogil
cdef void load_position(Hive game, Word* block, long at) noexcept nogil
cdef void write_position(Hive game, unsigned char* out, long at) noexcept nogil
@cython.locals(kind=int)
cdef void write_column(Word column, int me, unsigned char* out, long at) noexcept nogil

@cython.final
cdef class HiveArrays(Arrays):
    cdef Hive game
