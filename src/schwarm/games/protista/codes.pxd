cimport cython

from schwarm.bits cimport Word, cell

cdef int CONTIGUOUS, WAVE, GENERATION, CREATION, MOST_CREATED

cpdef int kind_of(Word code) noexcept nogil
cpdef int origin_of(Word code) noexcept nogil
# The same for loops of other modules over many codes: no call is made there.
cdef inline int kind_in(Word code) noexcept nogil:
    return <int>(code & 15)
cdef inline int origin_in(Word code) noexcept nogil:
    return <int>(code >> 4 & 511)
cpdef int ending_of(Word code) noexcept nogil
cpdef int jumps_of(Word code) noexcept nogil
cpdef int way_of(Word code) noexcept nogil
cpdef int advances_of(Word code, int leg) noexcept nogil
cpdef int exit_of(Word code, int jump) noexcept nogil
cpdef int goal_of(Word code) noexcept nogil
cpdef int goal_exit_of(Word code) noexcept nogil
cpdef int axis_of(Word code) noexcept nogil
cpdef int first_turn_of(Word code) noexcept nogil
cpdef int wave_way_of(Word code) noexcept nogil
cpdef int length_of(Word code) noexcept nogil
cpdef bint paired(Word code) noexcept nogil
cpdef int created_of(Word code) noexcept nogil
cpdef int most_created(int cells) noexcept nogil
cpdef int created_at(Word code, int place) noexcept nogil
cpdef Word walk_code(Word kind, Word origin, Word way) noexcept nogil
cpdef Word with_leg(Word code, int leg, Word advances) noexcept nogil
cpdef Word with_exit(Word code, int jump, Word exit) noexcept nogil
cpdef Word with_ending(Word code, Word ending) noexcept nogil
cpdef Word join_code(Word origin, Word goal, Word ending) noexcept nogil
cpdef Word join_exit(Word origin, Word goal, Word exit) noexcept nogil
cpdef Word wave_code(Word origin, Word axis, Word first, Word way, Word length, Word ending) noexcept nogil
cpdef Word cell_code(Word number) noexcept nogil
cpdef Word pair_code(Word low, Word high) noexcept nogil
@cython.locals(packed=Word, count=int, place=int)
cpdef Word created_code(Word code, Word number) noexcept nogil
cpdef Word impossible(Word kind, Word origin) noexcept nogil
cpdef bint is_impossible(Word code) noexcept nogil
