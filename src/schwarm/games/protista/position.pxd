cimport cython

from schwarm.bits cimport (
    BOARD_WORDS, MOST_CELLS, OFF, PLACES, Board, Mark, Word, board_at, cell, copy_words, down, free_words,
    keep_board, more_words, raw_words, up,
)
from schwarm.game.game cimport Game

cdef int EMPTY, BEYOND, WAYS, FRAME
cdef int[6] BACK
cdef int[64] SPLITS
cdef Word[20 * MOST_CELLS] ZOBRIST
cdef Word[MOST_CELLS] ZOBRIST_KING

cdef class Position(Game):
    cdef Mark rules_mark
    # the board
    cdef readonly int rows, cols
    cdef Board area, edge, left_column, right_column, odd_rows
    cdef Board[2] halves
    cdef int[12 * PLACES] ways
    cdef Board[MOST_CELLS] around
    cdef int[MOST_CELLS] inside
    cdef int[6 * MOST_CELLS] far
    cdef Board[MOST_CELLS] partners
    cdef int[MOST_CELLS] name_rank
    # options
    cdef bint must_continue, extra_accumulate, extra_optional, contiguous_capture, contiguous_stack
    cdef bint cannon_isolated, wave_all, wave_bounce_kills, v_longer, gen_any, gen_capture
    cdef bint win_king, together, repetition_draws, bare_loses
    cdef int loop_new, extra_cap, turn_move_cap, v_vertex, generate_by, gen_gap, stack_loss, stack_max
    cdef int portals_by, portal_jumps, create_count, supply, targets_needed
    cdef int turn_limit, judge_margin, repetition
    cdef Mark state_mark
    # contents
    cdef signed char[PLACES] owner
    cdef short[PLACES] height
    cdef Board[2] pieces
    cdef Board stacks, kings
    cdef unsigned char[2 * PLACES] linked
    cdef int[2] material
    cdef Board[2] aims
    cdef Board[2] reached
    cdef Board[2] eligible
    # turn
    cdef readonly int left, in_turn, turns, passes, new_loops
    cdef int reason, winner
    cdef Board[2] enclosed
    cdef bint[2] disturbed
    cdef Board met_enclosed
    cdef Word secret
    # memory
    cdef Py_ssize_t log_end, met_start, met_end, starts_end
    cdef Mark end_mark
    cdef Word* log
    cdef Word* met
    cdef Word* starts
    cdef Py_ssize_t log_room, met_room, starts_room
    # the list being made
    cdef Py_ssize_t list_end, keyed_room, routes_end, routes_room, changes_end, changes_room
    cdef bint every_label, portals_open
    cdef int origin, links
    cdef Board landed, captured, piled, gates, cups, spoiled, struck, crowds
    cdef Board[MOST_CELLS] groups
    cdef Board[MOST_CELLS] rims
    cdef Board[12] next_to
    cdef Py_ssize_t[MOST_CELLS] struck_at
    cdef Word* routes
    cdef Word* changes
    cdef Word* spelled
    cdef Word* spelled_too
    cdef Word* keyed
    cdef int[MOST_CELLS] pool

    cdef Board spread(self, Board cells) noexcept nogil
    cdef Board having(self, Board cells, int direction) noexcept nogil
    cdef void place(self, int number, int owner, int height, int king) noexcept nogil
    cdef void put(self, int number, int owner, int height, int king) noexcept nogil
    @cython.locals(way=int)
    cdef void turn_links(self, int number, int side) noexcept nogil
    cdef void relocate(self, int start, int goal) noexcept nogil
    cdef void reserve_lists(self) noexcept nogil
    cdef void fit(self) noexcept nogil
    cdef void note(self) noexcept nogil
    @cython.locals(until=Py_ssize_t)
    cdef void take_back(self) noexcept nogil
    cdef void remember_hole(self, Board hole) noexcept nogil
    cdef void remember_start(self, Word key) noexcept nogil
