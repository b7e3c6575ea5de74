cimport cython

from schwarm.bits cimport Word, mix
from schwarm.game.game cimport Game
from schwarm.teaching.puzzles.horizon cimport Horizon
from schwarm.search.evaluator cimport Evaluator
from schwarm.search.ordering cimport Ordering
from schwarm.search.table cimport TranspositionTable, entry_depth, entry_move, entry_score

cdef int DECIDED, LONGEST

@cython.final
cdef class Prover:
    cdef readonly Evaluator evaluator
    cdef TranspositionTable table
    cdef Ordering ordering
    cdef Horizon horizon
    cdef readonly long long nodes        # visited for the last question
    cdef long long node_limit
    cdef bint stopped, may_block, hope
    cdef Word salt                       # keeps the answers about both sides apart

    @cython.locals(score=int)
    cdef bint has_won(self, Game game, int attacker) noexcept nogil
    @cython.locals(key=Word, entry=Word, end=Py_ssize_t)
    cdef bint wins(self, Game game, int attacker, int depth, int ply, Py_ssize_t base, Word previous) noexcept nogil
    @cython.locals(i=Py_ssize_t, move=Word, won=bint, attacks=bint)
    cdef bint tries(self, Game game, Word key, int attacker, int depth, int ply, Py_ssize_t base, Py_ssize_t end, Word previous) noexcept nogil
    @cython.locals(base=Py_ssize_t, found=bint)
    cdef bint settle(self, Game game, int attacker, int depth)
