cimport cython

from schwarm.bits cimport Word, advance, clock_us, free_numbers, free_reals, free_words, mix
from schwarm.bits cimport new_numbers, new_reals, new_words
from schwarm.games.game cimport Game
from schwarm.search.evaluator cimport Evaluator

cdef int LONGEST, OPEN, BASE, TOP

cdef class Tree:
    cdef readonly Evaluator evaluator
    cdef readonly long capacity, size, simulations
    cdef int rollout_plies, length
    cdef double explore
    cdef Word random
    cdef long long deadline
    cdef Word* move                      # the move that leads to a node
    cdef int* first                      # its first child
    cdef int* count                      # number of its children, which are neighbours
    cdef int* parent
    cdef int* side                       # who is to move there; -1 not visited yet
    cdef int* proven                     # the game's score if proven, else OPEN
    cdef int* visits
    cdef double* total                   # sum of the values found, for the first side
    cdef double* prior
    cdef int[512] path

    cpdef take_room(self)
    cdef int add(self, Word move, double prior) noexcept nogil
    cdef double promise(self, Game game, Word move) noexcept nogil
    cdef double bound(self, int child, int sign, double mean, double width) noexcept nogil
    cdef void expand(self, Game game, int node, long end) noexcept nogil
    @cython.locals(bound=double)
    cdef int select(self, int node) noexcept nogil
    cdef void step(self, Game game, int node) noexcept nogil
    cdef void descend(self, Game game) noexcept nogil
    @cython.locals(ended=bint, value=double)
    cdef double estimate(self, Game game) noexcept nogil
    cdef double squash(self, int value) noexcept nogil
    cdef void settle(self, int node) noexcept nogil
    cdef void simulate(self, Game game) noexcept nogil
    cdef bint solves(self) noexcept nogil
    @cython.locals(above=int, node=int, end=int)
    cdef void keep(self, int place) noexcept nogil
    cdef int resettle(self, int node) noexcept nogil
    cdef void attach(self, int node, int parent) noexcept nogil
    cdef long long run(self, Game game, long long simulations) noexcept nogil
    cpdef clear(self)
    @cython.locals(node=int, child=int)
    cpdef line(self, Game game, Word code)
    @cython.locals(best=int, child=int, most=int)
    cpdef int favourite(self, int node)
    cpdef long long grow(self, Game game, long long simulations)
