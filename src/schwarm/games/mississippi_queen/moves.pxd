cimport cython

from schwarm.bits cimport Mark, Word, cell, free_words, mix, new_words
from schwarm.games.mississippi_queen.river cimport River

cdef int LOG, SANDBANK, ISLAND
cdef int[8] UNITS
cdef int[6] TURNS
cdef int[9] PAYABLE
cdef int FASTEST, BACKWARDS, ADVANCE, PUSH
cdef int FIRST_STEP, DEBT, DEBT_PUSH, DEBT_ACTIONS
cdef int TABLE
cdef Word LAST_STAMP

cdef class Fleet(River):
    cdef Mark fleet_mark
    cdef bint overdraw, push_onto_removed, push_onto_hidden, sandbank_to_log
    cdef Mark fleet_state
    cdef int[2] field, course, speed, coal, aboard, free
    cdef int latest
    cdef Mark fleet_end
    cdef Word* table
    cdef Py_ssize_t table_size, filled
    cdef Word stamp
    cdef bint distinct
    cdef int purse

    cdef void look(self) noexcept nogil
    # final: called directly, not through the class's table
    @cython.final
    cdef Py_ssize_t start(self, Py_ssize_t base) noexcept nogil
    @cython.final
    cdef Py_ssize_t leave_sandbank(self, Py_ssize_t base) noexcept nogil
    @cython.final
    cdef Py_ssize_t walk(
        self, Py_ssize_t base, Word code, Word unit, int field, int course, int speed, int units, int points,
        int other, int other_speed, bint pushed,
    ) noexcept nogil
    @cython.final
    cdef Py_ssize_t pushes(
        self, Py_ssize_t base, Word code, Word unit, int field, int course, int speed, int units, int points, int other_speed,
    ) noexcept nogil
    @cython.final
    cdef Py_ssize_t borrow(
        self, Py_ssize_t base, Word code, int done, int field, int course, int units, int points,
        int other, int other_speed, bint pushed, bint fresh,
    ) noexcept nogil
    @cython.final
    @cython.locals(fields=Word)
    cdef Py_ssize_t run_on_credit(
        self, Py_ssize_t base, Word code, int done, int field, int course, int units, int points,
        int other, int other_speed, bint pushed,
    ) noexcept nogil
    @cython.final
    cdef Py_ssize_t push_on_credit(
        self, Py_ssize_t base, Word code, int done, int field, int course, int units, int points, int other_speed,
    ) noexcept nogil
    @cython.final
    cdef bint may_push_to(self, int field) noexcept nogil
    @cython.final
    cdef Py_ssize_t finish(
        self, Py_ssize_t base, Word code, Word unit, int field, int course, int speed, int units,
        int other, int other_speed, bint pushed,
    ) noexcept nogil
    @cython.final
    @cython.locals(entry=Word, slot=Word)
    cdef bint seen(
        self, int field, int course, int speed, int units, int points, int other, int other_speed, bint pushed,
    ) noexcept nogil
    @cython.final
    cdef void widen(self) noexcept nogil
    @cython.final
    cdef void new_stamp(self) noexcept nogil
