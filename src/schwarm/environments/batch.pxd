cimport cython

from schwarm.bits cimport Word, advance, below, free_words, mix, new_words, stream_state
from schwarm.environments.arrays cimport Arrays, bytes_of, clear, free_lists, integers_of, new_lists, reals_of
from schwarm.game.game cimport Game

cdef int ROOMY

cdef class Batch:
    cdef readonly Arrays arrays
    cdef Game engine
    cdef readonly long count, first
    cdef long start_count
    cdef Word* states
    cdef Word* starts
    cdef Word* streams
    cdef Word** lists
    cdef Word* rooms
    cdef Word* left
    cdef Word* places
    cdef unsigned char* mask
    cdef unsigned char* observations
    cdef unsigned char* finals
    cdef unsigned char* done
    cdef unsigned char* movers
    cdef long long* actions
    cdef long long* samples
    cdef float* rewards
    cdef tuple kept

    cdef Word draw(self, long i) noexcept nogil
    cdef void restart(self, long i) noexcept nogil
    cdef void play(self, long i) noexcept nogil
    cdef bint choose(self, long i) noexcept nogil
    cdef long narrow(self, Word* pairs, long count, Word action) noexcept nogil
    cdef int fork(self, Word* pairs, long count, int place, int side) noexcept nogil
    cdef void arrive(self, long i, int mover) noexcept nogil
    cdef void offer(self, long i, long end) noexcept nogil
    @cython.locals(room=long)
    cdef void keep(self, long i, long end) noexcept nogil
    @cython.locals(count=long, k=long)
    cdef void ask(self, long i) noexcept nogil
    cpdef add_start(self, Game game, long number)
    cpdef attach(self, object mask, object observations, object finals, object done, object movers, object actions, object samples, object rewards)
    cpdef seed(self, Word seed)
    cpdef reset(self)
    cpdef long wrong_action(self)
    cpdef step(self)
    cpdef Game look_at(self, long i)
