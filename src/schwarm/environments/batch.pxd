cimport cython

from schwarm.bits cimport BOARD_WORDS, Word, advance, below, copy_words, free_words, mix, new_words, stream_state
from schwarm.environments.arrays cimport Arrays, bytes_of, clear, fetch_bytes, fetch_words, integers_of, new_block, reals_of
from schwarm.environments.lists cimport Lists
from schwarm.game.game cimport Game
from schwarm.game.memory cimport bytes_in, words_in

cdef int AHEAD, BOTH, NEEDED, FEW, TRIES, HEAD
cdef Word ASIDE

cdef class Starts:
    cdef readonly Py_ssize_t count
    cdef Word* block

cdef class Batch:
    cdef readonly Arrays arrays
    cdef Game engine
    cdef readonly Py_ssize_t count, first
    cdef readonly bint stuck
    cdef readonly bint outside
    cdef bint alone, drawn
    cdef Starts starts
    cdef Py_ssize_t start_count
    cdef Word* start_blocks
    cdef Word* states
    cdef Word* streams
    cdef Word* hints
    cdef Lists lists
    cdef unsigned char* mask
    cdef unsigned char* observations
    cdef unsigned char* finals
    cdef unsigned char* done
    cdef unsigned char* movers
    cdef unsigned char* seats
    cdef long long* actions
    cdef long long* samples
    cdef float* rewards
    cdef tuple kept

    cdef Word draw(self, Py_ssize_t i) noexcept nogil
    cdef void fetch(self, Py_ssize_t i) noexcept nogil
    cdef void enter(self, Py_ssize_t i) noexcept nogil
    cdef void restart(self, Py_ssize_t i) noexcept nogil
    @cython.locals(size=Py_ssize_t, action="long long")
    cdef bint legal(self, Py_ssize_t i) noexcept nogil
    cdef bint play(self, Py_ssize_t i) noexcept nogil
    cdef void arrive(self, Py_ssize_t i, Word code) noexcept nogil
    cdef Py_ssize_t go_on(self, Py_ssize_t i) noexcept nogil
    cdef void finish(self, Py_ssize_t i, int mover) noexcept nogil
    cdef void offer(self, Py_ssize_t i, Py_ssize_t end) noexcept nogil
    cdef void show(self, Py_ssize_t i) noexcept nogil
    cdef void ask(self, Py_ssize_t i) noexcept nogil
    cpdef attach(self, object mask, object observations, object finals, object done, object movers, object seats, object actions, object samples, object rewards)
    cpdef seed(self, Word seed)
    cpdef seed_game(self, Py_ssize_t i, Word seed)
    cpdef reset(self)
    cpdef Py_ssize_t wrong_action(self)
    cpdef step(self)
    cpdef answer(self)
    cpdef step_game(self, Py_ssize_t i)
    cpdef make(self, Py_ssize_t i, Word code)
    cpdef Word word(self, Py_ssize_t i)
    cpdef Game look_at(self, Py_ssize_t i)
    @cython.locals(words=Py_ssize_t, left=Py_ssize_t)
    cpdef bytes state_of(self, Py_ssize_t i)
    @cython.locals(words=Py_ssize_t, room=Word)
    cpdef set_state(self, Py_ssize_t i, bytes data)
    cpdef take(self, Game game, bint outside, Word chance)
    cpdef Word chance(self)
    cpdef look(self)
    cpdef object made(self)
    cpdef int act(self, long long action)
    @cython.locals(place=int)
    cpdef tuple chosen(self)
