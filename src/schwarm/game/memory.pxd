cimport cython

from schwarm.bits cimport Mark, Word, bring_bytes, copy_bytes, copy_words, digest_words, free_words, keep_bytes
from schwarm.bits cimport more_words, new_words, raw_words

cdef extern from *:
    """
    static inline PyObject *schwarm_new_like(PyObject *other) {
        PyTypeObject *kind = Py_TYPE(other);
        PyObject *nothing = PyTuple_New(0), *made = nothing ? kind->tp_new(kind, nothing, NULL) : NULL;
        Py_XDECREF(nothing);
        return made;
    }
    """
    object new_like "schwarm_new_like"(object other)

cdef inline bytes bytes_in(Word* block, Py_ssize_t count):
    return (<char*>block)[: 8 * count]

cdef inline Word* words_in(bytes data):
    return <Word*><char*>data

ctypedef char* Place

cdef int MARGIN, HEAD

cdef class Memory:
    cdef readonly object setup           # options, seed and start position
    cdef Word setup_stamp                # by which `load` knows its own states, once it was asked for
    cdef Word* stack                     # moves of all open levels of a search
    cdef Word* trail                     # the moves made, from the start position on
    cdef Word* past                      # what each of them left behind for taking it back
    cdef Py_ssize_t stack_room, trail_room
    cdef int surplus                     # moves of a list that was too long for the stack
    cdef int levels                      # classes that have said where their memory lies
    cdef Py_ssize_t[8] fixed_bytes
    cdef Py_ssize_t[8] state_bytes
    cdef Place[8] fixed_at
    cdef Place[8] state_at
    cdef Py_ssize_t outlined                   # size of an object of the last of these classes
    cdef Py_ssize_t place_words                # words of all their states
    cdef readonly bint blocks            # is the state a block of memory? Else it is the moves made
    cdef Mark memory_fixed
    cdef int widest                      # one position's moves always fit in so many words
    cdef int frame                       # words of `past` for each ply
    cdef bint ordered                    # do codes sort like their texts?
    cdef Mark memory_state
    cdef readonly int turn               # plies made so far
    cdef readonly int start_turn         # plies made before the start position
    cdef readonly int side               # who is to move: 0 begins the game
    cdef Word hash                       # Zobrist sum over the contents of the board
    cdef Mark memory_end

    cdef void outline(self) noexcept nogil
    cdef void hold(self, char* fixed, char* state, char* end, Py_ssize_t size) noexcept nogil
    cdef bint is_outlined(self)
    cdef void reserve(self) noexcept nogil
    cdef void adopt(self, Memory other)
    cdef void save_place(self, Word* block, Py_ssize_t at) noexcept nogil
    cdef void load_place(self, Word* block, Py_ssize_t at) noexcept nogil
    cdef Py_ssize_t further_words(self) noexcept nogil
    cdef void save_further(self, Word* block, Py_ssize_t at) noexcept nogil
    cdef void load_further(self, Word* block, Py_ssize_t at) noexcept nogil
    cdef Py_ssize_t state_words(self) noexcept nogil
    cdef Py_ssize_t most_words(self) noexcept nogil
    cdef void save_state(self, Word* block, Py_ssize_t at) noexcept nogil
    cdef void load_state(self, Word* block, Py_ssize_t at) noexcept nogil
    cdef void forget_past(self) noexcept nogil
    cdef void make_room(self, Py_ssize_t base) noexcept nogil
    cdef void lengthen_trail(self) noexcept nogil
    cdef Py_ssize_t made(self) except -1
    @cython.locals(count=Py_ssize_t)
    cpdef bytes state(self, Word stamp)
    @cython.locals(count=Word, room=Word)
    cpdef bring(self, bytes data, Word stamp)
    cdef Word layout(self)
    cdef Word own_stamp(self)

cdef inline void copy_marked(Memory game, Memory other) noexcept nogil:
    cdef int i
    for i in range(game.levels):
        copy_bytes(game.fixed_at[i], other.fixed_at[i], game.fixed_bytes[i] + game.state_bytes[i])

cdef inline void keep_marked(Memory game, Word* block, Py_ssize_t at) noexcept nogil:
    cdef int i
    for i in range(game.levels):
        keep_bytes(block, at, game.state_at[i], game.state_bytes[i])
        at += (game.state_bytes[i] + 7) // 8

cdef inline void bring_marked(Memory game, Word* block, Py_ssize_t at) noexcept nogil:
    cdef int i
    for i in range(game.levels):
        bring_bytes(game.state_at[i], block, at, game.state_bytes[i])
        at += (game.state_bytes[i] + 7) // 8
