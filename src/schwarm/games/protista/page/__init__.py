"""Protista on the page: the dish with its cells, and its moves in words."""

from schwarm.games.protista.page.board import Drawn
from schwarm.games.protista.page.words import Words
from schwarm.web.face import Page

GROUPS = (
    ("board", ("rows", "cols", "setup", "pieces", "setup_rows")),
    ("goal", ("win", "targets", "targets_needed", "targets_mode", "target_rows", "target_spacing")),
    (
        "moves",
        (
            "must_continue", "contiguous_capture", "contiguous_stack", "cannon_isolated", "wave_dirs",
            "wave_bounce_kills", "v_count", "v_unequal", "stack_loss", "stack_max", "portals", "portal_jumps",
        ),
    ),
    (
        "growth",
        (
            "generate", "gen_gap", "gen_between", "gen_enemy", "create_count", "create_area",
            "create_targets", "supply",
        ),
    ),
    ("loops", ("loop_new", "extra_cap", "extra_accumulate", "extra_optional", "turn_move_cap")),
    ("end", ("turn_limit", "judge_margin", "repetition", "repetition_result", "no_pieces")),
)  # fmt: skip
PAGE = Page(Drawn, Words, groups=GROUPS, mark="var(--black)")
