"""Mississippi Queen on the page: the river with its ships, and its moves in words."""

from schwarm.games.mississippi_queen.page.board import Drawn
from schwarm.games.mississippi_queen.page.words import Words
from schwarm.web.face import Page

GROUPS = (
    ("start", ("board", "coal", "leader_starts")),
    ("sailing", ("overdraw_onto_sandbank", "sandbank_to_log", "push_out_of_sight")),
    ("end", ("rounds", "lead", "distance_check", "goal_by_push", "limit_before_goal", "equal_points")),
)
PAGE = Page(Drawn, Words, groups=GROUPS, mark="var(--blue)")
