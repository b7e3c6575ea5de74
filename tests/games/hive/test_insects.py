"""Hive: one way of moving after the other, on drawn boards (see hive_boards.py for the marks)."""

from tests.games.hive.boards import check


# --- the queen, and what every walk obeys --------------------------------------------------------
def test_i1_the_queen_walks_one_step_along_the_swarm() -> None:
    check(
        """
           . . . .
          . * a s .
         . . Q! * b .
        . . . . . a .
         . . . . . .
          . . . . .
           . . . .
        """,
    )


def test_m7_two_pieces_are_a_gate() -> None:
    check(
        """
           . . . .
          . . s g .
         . . a . b .
        . . * Q! a . .
         . . . * . .
          . . . . .
           . . . .
        """,
    )


def test_m7_a_blackberry_beside_a_piece_is_a_gate() -> None:
    check(
        """
           . . . .
          . . . . .
         . . a * # .
        . . b Q! . . .
         . . * . # .
          . . . . .
           . . . .
        """,
    )
    check(
        """
           . . . .
          . . . . .
         . . a # . .
        . . . Q! . . .
         . . # . . .
          . . . . .
           . . . .
        """,
    )


def test_m7_the_border_is_no_gate_post() -> None:
    check(
        """
           a . . .
          Q! * . . .
         . . . . . .
        . . . . . . .
         . . . . . .
          . . . . .
           . . . .
        """,
    )


def test_m6_contact_is_kept_in_every_step() -> None:
    # The field to the lower right touches the swarm, but nothing holds the queen on the way there.
    check(
        """
           . . . .
          . * a g .
         . . Q! * s .
        . . . . b . .
         . . . . . .
          . . . . .
           . . . .
        """,
    )


# --- beetle --------------------------------------------------------------------------------------
def test_i2_the_beetle_goes_one_field_and_climbs() -> None:
    check(
        """
           . . . .
          . . . . .
         . . a* Q* . .
        . . * B! s* . .
         . . # * . .
          . . . . .
           . . . .
        """,
    )


def test_i2_the_beetle_knows_no_gates() -> None:
    check(
        """
           . . . .
          . . s g .
         . . a* * b .
        . . * B! Q* . .
         . . . * . .
          . . . . .
           . . . .
        """,
    )
    check(
        """
           . . . .
          . . . . .
         . . a* * # .
        . . Q* B! . . .
         . . * . . .
          . . . . .
           . . . .
        """,
    )


def test_i2_on_the_ground_the_beetle_keeps_contact() -> None:
    check(
        """
           . . . .
          . * a* g .
         . . B! * s .
        . . . . Q . .
         . . . . . .
          . . . . .
           . . . .
        """,
    )


def test_i2_from_the_top_the_beetle_goes_anywhere_but_onto_blackberries() -> None:
    check(
        """
           . . . .
          . . . . .
         . . a* * (sb) .
        . . * (qB)! Q* . .
         . . # * . .
          . . . . .
           . . . .
        """,
    )


def test_i2_a_beetle_on_top_of_a_link_may_leave_it() -> None:
    check(
        """
           . . . .
          . . . . .
         . * * . . .
        . Q* (aB)! q* . . .
         . * * . . .
          . . . . .
           . . . .
        """,
    )


# --- grasshopper ---------------------------------------------------------------------------------
def test_i3_the_grasshopper_jumps_over_straight_rows() -> None:
    check(
        """
           . . . .
          . * b . .
         . . a . s .
        . * g G! Q * .
         . a . b . .
          . s g * .
           . . . .
        """,
    )


def test_i3_the_grasshopper_lands_neither_on_blackberries_nor_off_the_board() -> None:
    check(
        """
           . . . .
          . # . * .
         . . a s . .
        . * b G! Q (qb) g
         . # . . . .
          . . . . .
           . . . .
        """,
    )


def test_d6_with_jump_berries_the_grasshopper_crosses_blackberries() -> None:
    check(
        """
           * . . .
          . # . * .
         . . a s . .
        . * b G! Q (qb) g
         . . # . . .
          . * . . .
           . . . .
        """,
        jump_berries=True,
    )


# --- spider --------------------------------------------------------------------------------------
def test_i4_the_spider_walks_exactly_three_steps() -> None:
    check(
        """
           . . . .
          . . . . .
         . * a q * .
        . . s Q . . .
         . . S! . . .
          . . . . .
           . . . .
        """,
    )


def test_i4_the_spider_may_end_beside_its_start_but_enters_no_field_twice() -> None:
    check(
        """
           . . . .
          * a g b .
         . s * . a .
        . . S! * q . .
         . . a Q . .
          . . * . .
           . . . .
        """,
    )


# --- ant -----------------------------------------------------------------------------------------
def test_i5_the_ant_walks_all_round_the_swarm() -> None:
    check(
        """
           . * * *
          . * g s *
         . * Q . b *
        . . * s a * .
         . . * A! * .
          . . . . .
           . . . .
        """,
    )


def test_i5_the_ant_enters_a_pocket_that_is_open_wide_enough() -> None:
    check(
        """
           * * * *
          * g s b *
         * a * * a *
        . * Q * q * .
         . * * A! * .
          . . . . .
           . . . .
        """,
    )


def test_m7_the_ant_cannot_pass_blackberries() -> None:
    check(
        """
           . . . .
          . * * # .
         . * Q s . .
        . * b * * # .
         . * A! . . .
          . . . . .
           . . . .
        """,
    )


def test_m7_the_border_stops_a_walk() -> None:
    check(
        """
           . . . .
          . . . . .
         . . . . . .
        . . * * . . .
         . * Q * . .
          * s a * .
           A! g b *
        """,
    )


# --- one swarm -----------------------------------------------------------------------------------
def test_m4_a_link_of_the_swarm_stays() -> None:
    check(
        """
           . . . .
          . . . . .
         . . a A! Q .
        . . s . . . .
         . . . . . .
          . . . . .
           . . . .
        """,
    )


def test_m4_in_a_ring_nobody_is_a_link() -> None:
    check(
        """
           . . . .
          . * * . .
         . * a A! * .
        . * s . Q * .
         . * b g * .
          . * * * .
           . . . .
        """,
    )


def test_m4_a_ring_does_not_free_the_piece_that_ties_it_to_the_rest() -> None:
    check(
        """
           . . . .
          . . . . .
         . . a b . .
        . . s . A! Q .
         . . b g . .
          . . . . .
           . . . .
        """,
    )


def test_m4_a_piece_between_two_rings_is_no_link() -> None:
    # The beetle touches both holes and the outside, each in one place only.
    check(
        """
            . . . . .
           . . . . . .
          . a b* s* g . .
         . g * B! * Q . .
        . . b s* a* q . . .
         . . . . . . . .
          . . . . . . .
           . . . . . .
            . . . . .
        """,
    )


def test_m4_a_piece_that_one_hole_touches_twice_is_a_link() -> None:
    # Only the beetle ties the ant to the ring.
    check(
        """
           . . . .
          . q s s .
         . g . . g .
        . g . A . b .
         . b B! . a .
          . a a Q .
           . . . .
        """,
    )
