cimport cython

from schwarm.bits cimport Word, advance, free_numbers, mix, new_numbers
from schwarm.game.game cimport Game
from schwarm.search.mcts cimport LONGEST, UNVISITED, Tree

cdef class OpenLoopTree(Tree):
    cdef int* slots                      # node numbers by parent and move, 0 free
    cdef int* sibling                    # the next child of a node's parent
    cdef Word slot(self, int node, Word move) noexcept nogil
    @cython.locals(bound=double, prior=double)
    cdef int choose(self, Game game, int node, Py_ssize_t end) noexcept nogil
    cdef void empty_slots(self) noexcept nogil
