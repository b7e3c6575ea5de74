cimport cython

from schwarm.bits cimport BOARD_WORDS, MOST_CELLS, Board, Word, lowest
from schwarm.environments.arrays cimport Arrays, clear
from schwarm.game.game cimport Game
from schwarm.games.protista.codes cimport (
    advances_of, axis_of, ending_of, exit_of, first_turn_of, goal_exit_of, goal_of, jumps_of, kind_in, kind_of,
    length_of, origin_in, origin_of, paired, wave_way_of, way_of,
)
from schwarm.games.protista.rules cimport Protista

cdef int SINGLE, CONTIGUOUS, CANNON, WAVE, SHARP_V, GENERATION, UNSTACKING, CREATION, PASS, HITS, EMPTY, WAYS
cdef int[16] KIND_NUMBER
cdef int FIRST_CHOICE, END, HOLES_A_MOVE


@cython.final
cdef class ProtistaArrays(Arrays):
    cdef Protista game
    cdef bint flips
    cdef int[MOST_CELLS] mirror
    cdef int cells, scalars
    cdef int directions, shapes, goals, advances, nothing, lengths
    cdef Py_ssize_t met_room, starts_room

    cdef int view(self, int number, int side) noexcept nogil
    cdef int first_token(self, Word code, int side) noexcept nogil
    cdef int way_token(self, Word code, int side) noexcept nogil
    cdef int cell_token(self, int number, int side) noexcept nogil
    @cython.locals(leg=int, jumps=int, hit=bint)
    cdef int walk_token(self, Word code, int place, int side) noexcept nogil
    cdef int wave_token(self, Word code, int place, int side) noexcept nogil
    cdef int wave_end(self, Word code) noexcept nogil
    @cython.locals(one=int, two=int)
    cdef int pair_token(self, Word code, int side, bint other) noexcept nogil
    cdef void write_pieces(self, unsigned char* out, Py_ssize_t at, int me) noexcept nogil
    cdef void write_plane(self, Board board, unsigned char* out, Py_ssize_t at, int me) noexcept nogil
