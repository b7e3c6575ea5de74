cimport cython

from schwarm.bits cimport Word
from schwarm.environments.arrays cimport Arrays, clear
from schwarm.game.game cimport Game
from schwarm.games.blokus.rules cimport Blokus

cdef Py_ssize_t COUNT, LINES, SKIP, ACTIONS, SCALARS, END

@cython.locals(row="unsigned int", x=int, y=int)
cdef void write_rows(unsigned int* rows, int first, int size, unsigned char* out, Py_ssize_t at) noexcept nogil
@cython.locals(size=int, plane=int, colours=int, colour=int, first=int, number=int, kind=int, left=int, scalars=Py_ssize_t)
cdef void write_position(Blokus game, int me, unsigned char* out, Py_ssize_t at) noexcept nogil

@cython.final
cdef class BlokusArrays(Arrays):
    cdef Blokus game
