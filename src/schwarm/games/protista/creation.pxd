cimport cython

from schwarm.bits cimport Board, Word, advance, cell, lowest, mix, popcount, stream_state
from schwarm.games.protista.canonical cimport add
from schwarm.games.protista.codes cimport created_at, created_code, created_of
from schwarm.games.protista.generation cimport stock
from schwarm.games.protista.position cimport Position

cdef int CREATION, FIRST_STREAM

@cython.locals(cells=Board)
cdef Board eligible_cells(Position game) noexcept nogil
cdef void creation(Position game) noexcept nogil
@cython.locals(cells=Board, chosen=Board, state=Word, count=int, i=int, j=int, number=int)
cdef Word drawn(Position game) noexcept nogil
@cython.locals(code=Word)
cdef Word with_cells(Board cells) noexcept nogil
@cython.locals(cells=Board, i=int)
cdef Board cells_of(Word code) noexcept nogil
@cython.locals(i=int)
cdef void make_creation(Position game, Word code) noexcept nogil
