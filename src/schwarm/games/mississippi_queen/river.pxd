from schwarm.bits cimport Mark, Word, advance, below, cell, mix
from schwarm.game.game cimport Game

cdef int WATER, GOAL, LOG, SANDBANK, ISLAND, NOWHERE
cdef short[25920] WEB
cdef int[6] CENTRE_X, CENTRE_Y
cdef int[120] OFFSET_X, OFFSET_Y
cdef int[2] OVERLAPS
cdef int FEWEST_ISLANDS, FEWEST_SPECIALS, PASSENGERS, INNER_PLACES, FIRST_GOAL

cdef class River(Game):
    cdef Mark river_mark, river_state
    cdef unsigned char[966] beside
    cdef unsigned char[161] kind
    cdef int[8] flow, centre_x, centre_y
    cdef int[8] island, pier, stage
    cdef int passengers, gone
    cdef Word[8] digest
    cdef int low, high
    cdef Word random
    cdef Mark river_end

    cdef void draw_from(self, int first, Word word) noexcept nogil
    cdef void draw_course(self, int first) noexcept nogil
    cdef bint overlapping(self) noexcept nogil
    cdef void draw_segment(self, int segment) noexcept nogil
    cdef void draw_passenger(self, int segment) noexcept nogil
    cdef int draw(self, int count) noexcept nogil
    cdef void put(self, int segment, int kind) noexcept nogil
    cdef void lay(self, int segment, int direction) noexcept nogil
    cdef void link(self, int segment) noexcept nogil
    cdef void set_kind(self, int field, int kind) noexcept nogil
    cdef void add_passenger(self, int field, int pier) noexcept nogil
    cdef void forget(self, int first) noexcept nogil
    cdef int x_of(self, int field) noexcept nogil
    cdef int y_of(self, int field) noexcept nogil
