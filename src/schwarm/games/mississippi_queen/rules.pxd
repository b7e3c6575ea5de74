cimport cython
from schwarm.bits cimport Word, cell, free_words, mix, more_words, new_words
from schwarm.games.mississippi_queen.river cimport River

cdef int WATER, GOAL, LOG, SANDBANK, ISLAND, NOWHERE
cdef int[20] POINTS
cdef int[8] UNITS
cdef int[6] AXIS_PLUS, AXIS_MINUS
cdef int FASTEST, BERTHS, BACKWARDS, ADVANCE, PUSH, GOAL_REACHED, LIMIT, DISTANCE
cdef Word LAST_STAMP, OVERDRAWN

cdef class MississippiQueen(River):
    cdef int[2] field, course, speed, coal, aboard, free
    cdef int latest, last_turn, lead
    cdef bint leader_starts, distance_at_round, passengers_break_ties, goal_by_push, limit_before_goal
    cdef bint overdraw, push_onto_removed, sandbank_to_log
    cdef Word* past
    cdef Word* table
    cdef long table_size, filled
    cdef Word stamp
    cdef bint distinct
    cdef int purse

    cdef long start(self, long base) noexcept nogil
    cdef long leave_sandbank(self, long base) noexcept nogil
    cdef long walk(
        self, long base, Word code, Word unit, int field, int course, int speed, int units, int points,
        int other, int other_speed, bint pushed,
    ) noexcept nogil
    cdef long pushes(
        self, long base, Word code, Word unit, int field, int course, int speed, int units, int points, int other_speed,
    ) noexcept nogil
    @cython.locals(steps=Word)
    cdef long overdrawn(
        self, long base, Word code, int field, int course, int units, int other, int other_speed, bint pushed,
    ) noexcept nogil
    cdef long finish(
        self, long base, Word code, Word unit, int field, int course, int speed, int units,
        int other, int other_speed, bint pushed,
    ) noexcept nogil
    @cython.locals(entry=Word, slot=Word)
    cdef bint seen(
        self, int field, int course, int speed, int units, int points, int other, int other_speed, bint pushed,
    ) noexcept nogil
    cdef void widen(self) noexcept nogil
    cdef void new_stamp(self) noexcept nogil
    @cython.locals(packed=Word)
    cdef Word pack(self) noexcept nogil
    cdef void unpack(self, Word packed) noexcept nogil
    @cython.locals(turn=int, action=int, header=int, rest=Word, pushed=bint, extra=int)
    cdef void push(self, Word move) noexcept nogil
    @cython.locals(turn=Word)
    cdef Word key(self) noexcept nogil
    cdef void look(self) noexcept nogil
    cdef void enter(self, int side, int field) noexcept nogil
    cdef void end_move(self, bint pushed) noexcept nogil
    cdef void take_passenger(self, int side) noexcept nogil
    cdef int leader(self) noexcept nogil
    cdef int progress(self, int field, int direction) noexcept nogil
    cdef bint arrived(self, int side) noexcept nogil
    cdef int points_of(self, int side) noexcept nogil
    @cython.locals(limit=bint, checked=bint)
    cdef int ending(self) noexcept nogil
    cdef int winner(self) noexcept nogil
