cimport cython

from schwarm.bits cimport Mark, Word, cell, mix
from schwarm.games.mississippi_queen.moves cimport Fleet

cdef int GOAL, LOG, SANDBANK
cdef int[20] POINTS
cdef int[8] UNITS
cdef int[6] AXIS_PLUS, AXIS_MINUS
cdef int BERTHS, BACKWARDS, ADVANCE, PUSH, DEBT_PUSH, GOAL_REACHED, LIMIT, DISTANCE

@cython.final                           # lets the compiler call and inline its methods directly
cdef class MississippiQueen(Fleet):
    cdef Mark queen_mark
    cdef int last_turn, lead
    cdef bint leader_starts, distance_at_round, passengers_break_ties, goal_by_push, limit_before_goal
    cdef Mark queen_state, queen_end

    @cython.locals(packed=Word)
    cdef Word pack(self) noexcept nogil
    cdef void unpack(self, Word packed) noexcept nogil
    @cython.locals(rest=Word)
    cdef void push_in_debt(self, Word move, int units) noexcept nogil
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
    cdef int ahead(self) noexcept nogil
