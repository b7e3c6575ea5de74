from schwarm.bits cimport Word, below, free_words, mix, more_words, new_words, sort_words

cdef class Game:
    cdef readonly object setup           # options, seed and start position
    cdef object start_text               # the start position as text, once it was asked for
    cdef public int turn                 # plies made so far
    cdef public int start_turn           # plies made before the start position
    cdef public int side                 # who is to move: 0 begins the game
    cdef Word hash                       # Zobrist sum over the contents of the board
    cdef Word* stack                     # moves of all open levels of a search
    cdef Word* trail                     # the moves made, from the start position on
    cdef long stack_room, trail_room
    cdef int widest                      # one position's moves always fit in so many words
    cdef bint ordered                    # do codes sort like their texts?

    # for the searches: fast, unchecked
    cdef long generate(self, long base) noexcept nogil
    cdef long candidates(self, long base) noexcept nogil
    cdef bint pick(self, Word word) noexcept nogil
    cdef void push(self, Word move) noexcept nogil
    cdef void pop(self) noexcept nogil
    cdef bint over(self) noexcept nogil
    cdef int score(self) noexcept nogil
    cdef Word key(self) noexcept nogil
    cdef void resample(self, Word word) noexcept nogil

    # shared by all rule books
    cdef long list_moves(self, long base) noexcept nogil
    cdef long list_candidates(self, long base) noexcept nogil
    cdef void make_room(self, long base) noexcept nogil
    cdef void lengthen_trail(self) noexcept nogil
    cdef bint allows(self, Word code)
    cpdef follow(self, Game other)
    cpdef Word before_chance(self, Word code)
    cpdef object move_of(self, Word code)
