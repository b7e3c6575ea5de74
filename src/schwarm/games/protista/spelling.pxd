cimport cython

from schwarm.bits cimport Word, mix, new_words
from schwarm.games.protista.codes cimport (
    advances_of, axis_of, created_at, created_of, ending_of, exit_of, first_turn_of, goal_exit_of, goal_of,
    jumps_of, kind_of, length_of, origin_of, paired, wave_way_of, way_of,
)
from schwarm.games.protista.position cimport Position

cdef int WAYS, SINGLE, CONTIGUOUS, CANNON, WAVE, SHARP_V, GENERATION, UNSTACKING, CREATION, PASS, HITS
cdef int KEY_LETTERS, KEY_SLOTS, RUN
cdef int[12] LETTER
cdef int[4] MARK
cdef int[12] DIRECTION_LETTERS
cdef int[128] SHORT

@cython.locals(row=int)
cdef int spell_cell(Position game, Word* out, int at, int number) noexcept nogil
cdef int spell_direction(Word* out, int at, int direction) noexcept nogil
@cython.locals(at=int, kind=int)
cdef int spell(Position game, Word code, Word* out) noexcept nogil
@cython.locals(kind=int, ending=int, way=int, here=int, leg=int)
cdef int spell_walk(Position game, Word code, Word* out, int at) noexcept nogil
@cython.locals(here=int, last=int, axis=int, turn=int, length=int, at=int, i=int)
cdef int spell_wave(Position game, Word code, Word* out) noexcept nogil
@cython.locals(at=int, i=int)
cdef int spell_creation(Position game, Word code, Word* out) noexcept nogil
cpdef object text_of(Position game, Word code)
@cython.locals(slot=int)
cdef Word text_key(Position game, Word code) noexcept nogil
@cython.locals(length=int, key=Word, i=int)
cdef Word new_text_key(Position game, Word code) noexcept nogil
@cython.locals(length=int, other_length=int, i=int)
cdef bint comes_later(Position game, Word code, Word other) noexcept nogil
@cython.locals(i=Py_ssize_t, done=Py_ssize_t, left=Py_ssize_t, width=Py_ssize_t, source=Py_ssize_t)
cdef void sort_by_text(Position game, Py_ssize_t end) noexcept nogil
@cython.locals(i=Py_ssize_t, j=Py_ssize_t, code=Word, key=Word, before=Word)
cdef void sort_run(Position game, Py_ssize_t first, Py_ssize_t end, Py_ssize_t keys) noexcept nogil
@cython.locals(one=Py_ssize_t, other=Py_ssize_t, one_end=Py_ssize_t, other_end=Py_ssize_t, key=Word, other_key=Word, later=bint)
cdef void merge(Position game, Py_ssize_t first, Py_ssize_t half, Py_ssize_t count, Py_ssize_t out, Py_ssize_t keys) noexcept nogil
