cimport cython

from schwarm.bits cimport Word, advance, free_reals, free_words, mix, new_reals, new_words, sort_words
from schwarm.game.game cimport Game
from schwarm.search.mcts cimport UNVISITED, Tree
from schwarm.search.policy cimport Policy

cdef int OPEN
cdef enum:
    NOTED = 1024

cdef class PolicyTree(Tree):
    cdef readonly Policy policy
    cdef double playout_share, shared_weight, shared_decay, least_share, refinement
    cdef bint root_refined
    cdef double* shared_visits           # how often a move was made here or later, by distance
    cdef double* shared_total            # sum of the values of these simulations, for the first side
    cdef Word[1024] made                 # the moves of the present simulation
    cdef int[1024] made_by
    cdef int noted
    cdef void note(self, Game game, Word move) noexcept nogil
    @cython.locals(value=double)
    cdef double playout(self, Game game) noexcept nogil
    @cython.locals(weight=double, child=int, i=int)
    cdef void share_value(self, int node, int at, double value) noexcept nogil
    @cython.locals(low=int, high=int, middle=int, found=bint)
    cdef int find_child(self, int node, Word move) noexcept nogil
    @cython.locals(sign=int, total=double, child=int, value=double)
    cdef void refine_root(self, Game game) noexcept nogil
    @cython.locals(node=int)
    cdef int add(self, Word move, double prior) noexcept nogil
    @cython.locals(place=int, visits=double, total=double)
    cdef int move_node(self, int node) noexcept nogil
    @cython.locals(best=double, total=double, weight=double, start=int, i=int)
    cdef void expand(self, Game game, int node, Py_ssize_t end) noexcept nogil
    @cython.locals(best=double, bound=double, first=double, mean=double, width=double, weight=double, sign=int, tries=int, child=int, pick=int)
    cdef int select(self, int node) noexcept nogil
    @cython.locals(node=int, share=double, value=double)
    cdef double estimate(self, Game game) noexcept nogil
    @cython.locals(i=int)
    cdef void back_up(self, Game game, double value) noexcept nogil
