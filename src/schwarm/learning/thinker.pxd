cimport cython

from schwarm.bits cimport Word
from schwarm.bots.learned.rows cimport Rows
from schwarm.games.game cimport Game
from schwarm.search.alphabeta cimport AlphaBeta
from schwarm.search.evaluator cimport Evaluator
from schwarm.search.pvs cimport FAR, NOISY, PROVEN, WIN

cdef int DEEPEST, QUIET, EMPTY_ROW

cdef class Thinker(AlphaBeta):
    cdef readonly Word chosen
    cdef readonly object depths
    @cython.locals(level=int, score=int)
    cpdef int think(self, Game game, long long nodes, only, Word salt)
    cpdef bint is_noisy(self, Game game, Word code)
    cpdef bint stray(self, Game game, Word word)
    cpdef make(self, Game game, Word code)
    cpdef Word last_made(self, Game game)

@cython.locals(i=long, j=long, plies=long, found=long, width=long, value=int)
cpdef long list_samples(Game game, Rows rows, const unsigned long long[:] codes, const unsigned char[:] marks, unsigned short[:, :] out, long first, Evaluator hand_made, short[:] values)
