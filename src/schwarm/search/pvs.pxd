cimport cython

from schwarm.bits cimport Word, free_words, mix, new_words
from schwarm.game.game cimport Game
from schwarm.search.evaluator cimport Evaluator
from schwarm.search.limits cimport LimitedSearch
from schwarm.search.ordering cimport CHANCE, Ordering
from schwarm.search.table cimport TranspositionTable, entry_bound, entry_depth, entry_move, entry_score

cdef int WIN, PROVEN, CAPPED, CHANCE_SAMPLES, INFINITE, LONGEST, EXACT, LOWER, UPPER, NOISY, CACHED, NO_LIMIT
cdef int PRUNED_DEPTH, FUTILE_DEPTH, PAST, OFTEN, HOPELESS
cdef int[4096] REDUCTION

@cython.final
cdef class NodeSearch(LimitedSearch):
    cdef Evaluator evaluator
    cdef TranspositionTable table
    cdef Ordering ordering
    cdef bint exact
    cdef Word salt                       # mixed into all keys
    cdef Word seed                       # what the game's own chance follows from
    cdef Word chance_reply               # the chance move `best_chance_reply` found, 0 if none
    cdef Word* pv                        # LONGEST words a ply: the principal variation found from there
    cdef int[130] pv_lengths
    cdef Word* evaluations               # the evaluator's values, by key
    cdef int standstill                  # what going back is worth at most to who is ahead; 0: nobody looks
    cdef Word* past                      # the positions of the game, then those of the search by ply
    cdef int past_count

    cdef void begin(self, long long node_limit, long long deadline, long long latest, Word salt, Word seed)
    cdef void forget(self)
    @cython.locals(before=Game, made=int, i=int)
    cdef void look_back(self, Game game, int standstill)
    @cython.locals(here=int, i=int, found=int)
    cdef int times_before(self, Game game, int ply) noexcept nogil
    cdef int evaluate(self, Game game) noexcept nogil
    cdef int final(self, Game game, int ply) noexcept nogil
    cdef int after(self, Game game, int me, int depth, int alpha, int beta, int ply, Py_ssize_t base, Word move) noexcept nogil
    @cython.locals(least=int, floor=int, times=int)
    cdef int visit(self, Game game, int depth, int alpha, int beta, int ply, Py_ssize_t base, Word previous, bint may_pass) noexcept nogil
    @cython.locals(threatened=bint, narrow=bint, score=int)
    cdef int visit_inner(self, Game game, int depth, int alpha, int beta, int ply, Py_ssize_t base, Word previous, bint may_pass) noexcept nogil
    cdef Word table_key(self, Game game, int ply) noexcept nogil
    cdef int table_score(self, Word entry, int depth, int alpha, int beta, int ply) noexcept nogil
    cdef int null_move_score(self, Game game, int depth, int beta, int ply, Py_ssize_t base) noexcept nogil
    cdef int quiet_limit(self, int static_value, int depth, int alpha) noexcept nogil
    @cython.locals(wide=bint, value=int)
    cdef int search_moves(self, Game game, Word key, int depth, int alpha, int beta, int ply, Py_ssize_t base, Py_ssize_t end, Word previous, bint threatened, int quiet_limit) noexcept nogil
    cdef int search_move(self, Game game, int me, int depth, int alpha, int beta, int ply, Py_ssize_t base, Word move, int tried, int reduction) noexcept nogil
    cdef int reduction(self, int depth, int tried, bint wide) noexcept nogil
    @cython.locals(value=int)
    cdef int best_chance_reply(self, Game game, int me, int depth, int ply, Py_ssize_t base, Py_ssize_t end, int best) noexcept nogil
    @cython.locals(total=int, number=int)
    cdef int expect(self, Game game, int me, int depth, int ply, Py_ssize_t base, Word move) noexcept nogil
    cdef void store(self, Word key, int best, int alpha, int beta, int depth, int ply, Word move) noexcept nogil
    @cython.locals(threatened=bint)
    cdef int quiesce(self, Game game, int depth, int alpha, int beta, int ply, Py_ssize_t base, Word previous) noexcept nogil
    cdef void extend_pv(self, int ply, Word move) noexcept nogil
