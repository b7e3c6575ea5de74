cimport cython

from schwarm.bits cimport BOARD_WORDS, Word, advance, below, copy_words, free_words, mix, new_words, stream_state
from schwarm.environments.arrays cimport Arrays, bytes_of, clear, fetch_bytes, fetch_words, integers_of, new_block, reals_of
from schwarm.environments.lists cimport Lists
from schwarm.game.game cimport Game
from schwarm.game.memory cimport bytes_in, words_in

cdef int AHEAD, BOTH, NEEDED, FEW, TRIES, HEAD
cdef Word ASIDE

cdef class Starts:
    cdef readonly long count
    cdef Word* block

cdef class Batch:
    cdef readonly Arrays arrays
    cdef Game engine
    cdef readonly long count, first
    cdef readonly bint stuck
    cdef readonly bint outside
    cdef bint alone, drawn
    cdef Starts starts
    cdef long start_count
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

    cdef Word draw(self, long i) noexcept nogil
    cdef void fetch(self, long i) noexcept nogil
    cdef void enter(self, long i) noexcept nogil
    cdef void restart(self, long i) noexcept nogil
    @cython.locals(size=long, action="long long")
    cdef bint legal(self, long i) noexcept nogil
    cdef bint play(self, long i) noexcept nogil
    cdef void arrive(self, long i, Word code) noexcept nogil
    cdef long go_on(self, long i) noexcept nogil
    cdef void finish(self, long i, int mover) noexcept nogil
    cdef void offer(self, long i, long end) noexcept nogil
    cdef void show(self, long i) noexcept nogil
    cdef void ask(self, long i) noexcept nogil
    cpdef attach(self, object mask, object observations, object finals, object done, object movers, object seats, object actions, object samples, object rewards)
    cpdef seed(self, Word seed)
    cpdef seed_game(self, long i, Word seed)
    cpdef reset(self)
    cpdef long wrong_action(self)
    cpdef step(self)
    cpdef answer(self)
    cpdef step_game(self, long i)
    cpdef make(self, long i, Word code)
    cpdef Word word(self, long i)
    cpdef Game look_at(self, long i)
    @cython.locals(words=long, left=long)
    cpdef bytes state_of(self, long i)
    @cython.locals(words=long, room=Word)
    cpdef set_state(self, long i, bytes data)
    cpdef take(self, Game game, bint outside, Word chance)
    cpdef Word chance(self)
    cpdef look(self)
    cpdef object made(self)
    cpdef int act(self, long long action)
    @cython.locals(place=int)
    cpdef tuple chosen(self)
