cimport cython

from schwarm.bits cimport Word, clock_us, free_words, mix, new_words
from schwarm.games.game cimport Game
from schwarm.search.evaluator cimport Evaluator
from schwarm.search.ordering cimport SHUNNED, Ordering
from schwarm.search.table cimport Table, entry_bound, entry_depth, entry_score

cdef int WIN, SURE, DECIDED, DRAWS, INFINITE, LONGEST, EXACT, LOWER, UPPER, NOISY, CACHED
cdef long long FAR
cdef int[4096] REDUCTION

cdef class AlphaBeta:
    cdef readonly Evaluator evaluator
    cdef Table table
    cdef Ordering ordering
    cdef readonly bint exact
    cdef readonly long long nodes
    cdef bint stopped
    cdef long long node_limit, deadline, looked, stall, check_every
    cdef Word salt                       # mixed into all keys
    cdef Word seed                       # what the game itself draws from
    cdef Word* roots
    cdef long root_count
    cdef Word* line                      # LONGEST words a ply: the best line found from there
    cdef Word* values                    # the evaluator's words, by key
    cdef int[130] lengths

    cdef void look_at_limits(self) noexcept nogil
    cdef int judge(self, Game game) noexcept nogil
    cdef int final(self, Game game, int ply) noexcept nogil
    cdef int after(self, Game game, int me, int depth, int alpha, int beta, int ply, long base, Word move) noexcept nogil
    @cython.locals(wide=bint, hopeless=bint, quiet=bint, pressed=bint)
    cdef int visit(self, Game game, int depth, int alpha, int beta, int ply, long base, Word previous, bint may_skip) noexcept nogil
    @cython.locals(total=int, number=int)
    cdef int expect(self, Game game, int me, int depth, int ply, long base, Word move) noexcept nogil
    @cython.locals(pressed=bint)
    cdef int settle(self, Game game, int depth, int alpha, int beta, int ply, long base, Word previous) noexcept nogil
    cdef void extend_line(self, int ply, Word move) noexcept nogil
    cdef int iterate(self, Game game, int depth, int alpha, int beta, long first) noexcept nogil
    cpdef list_roots(self, Game game, only)
    cpdef line_found(self, Game game, int score)
    cpdef int window(self, Game game, int depth, long first, int guess)
