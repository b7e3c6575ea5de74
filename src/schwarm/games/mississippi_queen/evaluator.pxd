cimport cython

from schwarm.bits cimport Word, cell
from schwarm.bots.features cimport FULL_PROGRESS, FeatureEvaluator
from schwarm.game.game cimport Game
from schwarm.games.mississippi_queen.rules cimport MississippiQueen

cdef int LOG, SANDBANK, ISLAND, BERTHS, FAR, NEAR, FRONT, SHORT, MOST_CHOICES
cdef int HIGHEST_PRIOR, MIDDLE_PRIOR, PRIOR_SCALE, PUSH_WORTH, BACKWARDS, ADVANCE
cdef int[8] UNITS
cdef int[20] PLACE_POINTS

# The numbers of the features: an enum, so that the compiler knows them.
cdef enum:
    SCORE, WAY, WAY_HOME, ABOARD, FULL, PASSENGER_WAY, SLOW_AT_STAGE, COAL, COAL_SQUARED, SPEED,
    SPEED_SQUARED, RECKLESS, ON_SANDBANK, EXITS, STUCK, DRIFT, LEAD, RAMMED, TEMPO, TRAPPED, CHOICES

cdef class MississippiQueenEvaluator(FeatureEvaluator):
    cdef bint foresee                    # order moves by what they make of the own ship
    cdef bint wary                       # look whether the ship to move is stuck before it is judged
    cdef int atlas                       # where the charts of the visible river begin
    cdef Word[8] rivers                  # fingerprints of the rivers charted
    cdef int[11592] charts
    cdef void count_sides(self, MississippiQueen game) noexcept nogil
    @cython.locals(river=Word)
    cdef void survey(self, MississippiQueen game) noexcept nogil
    @cython.locals(changed=bint)
    cdef void chart(self, MississippiQueen game, int base) noexcept nogil
    cdef void count_ship(self, MississippiQueen game, int side, int sign) noexcept nogil
    cdef int outcomes(self, MississippiQueen game, int side) noexcept nogil
    cdef int passenger_way(self, MississippiQueen game, int field) noexcept nogil
    cdef void count_exits(self, MississippiQueen game, int side, int sign) noexcept nogil
    @cython.locals(me=int, field=int, units=int)
    cdef bint stuck(self, MississippiQueen game) noexcept nogil
    @cython.locals(exits=int, turn=int, heading=int, beside=int)
    cdef int ways_out(self, MississippiQueen game, int field, int course, int units) noexcept nogil
    @cython.locals(field=int, course=int, speed=int, coal=int, header=int, units=int, rest=Word, turn=int, action=int, pushes=int, kind=int, value=int)
    cdef int outlook(self, MississippiQueen game, Word move) noexcept nogil
    @cython.locals(aboard=int, taken=int, number=int, way=int, segment=int, done=int, total=int, near=int, exits=int)
    cdef int ship_worth(self, MississippiQueen game, int field, int course, int speed, int coal) noexcept nogil
    cdef int weighed(self, int feature, int count, int done) noexcept nogil
