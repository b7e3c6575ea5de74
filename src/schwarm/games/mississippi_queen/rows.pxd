cimport cython

from schwarm.bits cimport cell
from schwarm.bots.learned.rows cimport Rows
from schwarm.games.mississippi_queen.evaluator cimport MississippiQueenEvaluator
from schwarm.game.game cimport Game
from schwarm.games.mississippi_queen.rules cimport MississippiQueen

cdef int SPAN, PLACE, SEGMENT, WAY, ENGINE, PASSENGER, HOME, ABOARD, POINTS_FACT, EXITS, GROUNDED, DRIFT, AHEAD, AROUND
cdef int BRINK, CHOICES, TURNS_FACT, PASSENGERS, BESIDE
cdef int TURN, LEAD, WAY_LEAD, POINTS_LEAD, ABOARD_BOTH, COAL_BOTH, SPEED_BOTH, RACE, SEEN
cdef int KINDS, SANDBANK, ISLAND, BERTHS, GOAL_CHART, SHORT
cdef int[8] UNITS

@cython.final
cdef class MississippiQueenRows(Rows):
    cdef MississippiQueenEvaluator charts
    cdef int[2] way
    cdef int[2] points
    cdef void look(self, MississippiQueen game) noexcept nogil
    cdef void note(self, int row) noexcept nogil
    @cython.locals(field=int, speed=int, coal=int, way=int, aboard=int, segment=int, heading=int, shift=int, near=int, unseen=int, brink=int, stock=int)
    cdef void list_ship(self, MississippiQueen game, int side, int which) noexcept nogil
    cdef int kind_at(self, MississippiQueen game, int field, int side) noexcept nogil
    @cython.locals(field=int, course=int, units=int, exits=int, heading=int, beside=int, shift=int, apart=int, ahead=int, kinds=int, steps=int, open_way=bint, straight=int, kind=int)
    cdef void list_water(self, MississippiQueen game, int side, int which) noexcept nogil
    @cython.locals(number=int, own=int, other=int)
    cdef void list_passengers(self, MississippiQueen game) noexcept nogil
    @cython.locals(late=int, apart=int, full=int)
    cdef void list_joint(self, MississippiQueen game) noexcept nogil
