cimport cython

from schwarm.bits cimport Word, advance, clock_us, free_numbers, free_reals, free_words, mix
from schwarm.bits cimport new_numbers, new_reals, new_words
from schwarm.game.game cimport Game
from schwarm.search.evaluator cimport Evaluator

cdef int LONGEST, OPEN
cdef double UNVISITED

cdef class Tree:
    cdef readonly Evaluator evaluator
    cdef object batches                  # the evaluator if it takes batches, else None
    cdef readonly int batch_size
    cdef double virtual_loss
    cdef readonly Py_ssize_t capacity, size, simulations
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

    cpdef allocate(self)
    cdef int add(self, Word move, double prior) noexcept nogil
    cdef double upper_bound(self, int child, int sign, double mean, double width) noexcept nogil
    cdef void expand(self, Game game, int node, Py_ssize_t end) noexcept nogil
    @cython.locals(bound=double)
    cdef int select(self, int node) noexcept nogil
    cdef void step(self, Game game, int node) noexcept nogil
    cdef void descend(self, Game game) noexcept nogil
    @cython.locals(ended=bint, value=double)
    cdef double estimate(self, Game game) noexcept nogil
    cdef void prove(self, int node) noexcept nogil
    cdef void simulate(self, Game game) noexcept nogil
    cdef void start_path(self) noexcept nogil
    cdef void back_up(self, Game game, double value) noexcept nogil
    cdef bint proves(self) noexcept nogil
    @cython.locals(above=int, node=int, end=int)
    cdef void keep_subtree(self, int place) noexcept nogil
    cdef int move_node(self, int node) noexcept nogil
    cdef void add_child(self, int node, int parent) noexcept nogil
    cdef long long run(self, Game game, long long simulations) noexcept nogil
    cpdef clear(self)
    @cython.locals(node=int, child=int)
    cpdef line(self, Game game, Word code)
    @cython.locals(best=int, child=int, most=int)
    cpdef int most_visited(self, int node)
    cpdef prepare_root(self, Game game)
    cpdef long long grow(self, Game game, long long simulations)
    cpdef long long grow_in_batches(self, Game game, long long simulations)
    @cython.locals(leaf=int, done=Py_ssize_t)
    cpdef Py_ssize_t run_batch(self, Game game, Py_ssize_t most)
    cdef void retreat(self, Game game) noexcept nogil
    @cython.locals(twin=Game)
    cpdef Game leaf_of(self, Game game)
    cdef void resample(self, Game game) noexcept nogil
    cdef double loss_at(self, int node) noexcept nogil
    cdef void hold_path(self) noexcept nogil
    @cython.locals(node=int)
    cpdef release_path(self, list path, double value)
