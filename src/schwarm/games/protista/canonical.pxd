cimport cython

from schwarm.bits cimport (
    BOARD_WORDS, MOST_CELLS, OFF, PLACES, Board, Word, board_at, cell, keep_board, lowest_of, more_words,
    word_of,
)
from schwarm.games.protista.codes cimport jumps_of, kind_of
from schwarm.games.protista.position cimport Position
from schwarm.games.protista.spelling cimport spell


cdef void open_list(Position game, Py_ssize_t base) noexcept nogil
cdef void open_origin(Position game, int origin) noexcept nogil
cdef void room_for(Position game, Py_ssize_t count) noexcept nogil
cdef Py_ssize_t add(Position game, Word code) noexcept nogil
@cython.locals(end=Py_ssize_t, word=Word, place=int)
cdef void add_each(Position game, Word first, Word step, Board cells) noexcept nogil
@cython.locals(here=Board, simple=bint, jumps=int, at=Py_ssize_t, i=Py_ssize_t)
cdef void add_landing(Position game, Word code, int goal, Board taken, int target) noexcept nogil
cdef void add_hit(Position game, Word code, int target) noexcept nogil
@cython.locals(at=Py_ssize_t, i=Py_ssize_t)
cdef void add_change(Position game, Word code, Board changed, Word filled) noexcept nogil
cdef void improve(Position game, Py_ssize_t at, Word code) noexcept nogil
@cython.locals(length=int, other_length=int, i=int)
cdef bint precedes(Position game, Word code, Word other) noexcept nogil
