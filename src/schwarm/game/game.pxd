cimport cython

from schwarm.bits cimport Word, below, mix, sort_words
from schwarm.game.memory cimport Memory, new_like

cdef class Game(Memory):
    cdef object start_text               # the start position as text, once it was asked for

    # for the searches: fast, unchecked
    cdef Py_ssize_t generate(self, Py_ssize_t base) noexcept nogil
    cdef Py_ssize_t candidates(self, Py_ssize_t base) noexcept nogil
    cdef bint pick(self, Word word) noexcept nogil
    cdef void push(self, Word move) noexcept nogil
    cdef void pop(self) noexcept nogil
    cdef bint over(self) noexcept nogil
    cdef int score(self) noexcept nogil
    cdef Word key(self) noexcept nogil
    cdef void resample(self, Word word) noexcept nogil

    # shared by all rule books
    cdef Py_ssize_t list_moves(self, Py_ssize_t base) noexcept nogil
    cdef Py_ssize_t list_candidates(self, Py_ssize_t base) noexcept nogil
    cdef Py_ssize_t too_long(self, Py_ssize_t base, Py_ssize_t end) noexcept nogil
    cdef bint allows(self, Word code)
    cpdef follow(self, Game other)
    cpdef Word before_chance(self, Word code)
    cpdef object move_of(self, Word code)
    @cython.locals(twin=Game)
    cdef object twin(self)
    @cython.locals(twin=Game)
    cpdef shown_as(self, object known)
