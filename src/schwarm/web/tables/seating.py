"""Who sits down at a table, and whether the game counts for their Elo."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from schwarm.bots.ladder import measured_levels
from schwarm.game import Game, rule_book
from schwarm.game.rulebook import OptionValue
from schwarm.web.shared.security import fingerprint, new_token
from schwarm.web.tables.plans import PERSON, SeatPlan

if TYPE_CHECKING:
    from schwarm.web.shared.forms import NewTable

OFFICIAL = "official"
LEVEL = "level "  # how measured levels are called among rated players


@dataclass(frozen=True, slots=True)
class TokenSeat:
    """A person's seat, and the token that is the right to move for it."""

    seat: SeatPlan
    token: str

    @classmethod
    def guest(cls, name: str) -> TokenSeat:
        """Somebody without a name of their own."""
        token = new_token()
        return cls(SeatPlan(PERSON, name, key=fingerprint(token)), token)


def rated_level(game: str, level: str) -> str:
    """How a measured level is called among rated players; '' for one whose strength nobody knows."""
    return LEVEL + level if level in measured_levels(game) else ""


def may_be_rated(form: NewTable, mine: SeatPlan, opened: Game) -> bool:
    """Can this game count? Only by the usual rules from an unknown start, between players who are known.

    Whoever chose the seed could play the same game again and again: a level answers alike each time.
    """
    changed = dict(opened.options) != usual_options(form.game, opened.profile)
    chosen = form.seed is not None or form.position is not None or bool(form.moves)
    if not form.rated or not mine.person or changed or chosen:
        return False
    if form.opponent == "bot":
        return bool(rated_level(form.game, form.level))
    return form.opponent in ("link", "lobby", "person") and bool(rated_level(form.game, "1"))


def usual_options(game: str, profile: str) -> dict[str, OptionValue] | None:
    """The options under which games are compared: those that players are measured in, or the contest's."""
    book = rule_book(game)
    if profile not in (book.usual_profile, OFFICIAL):
        return None
    values = book.profiles[profile]
    return {option.name: values.get(option.name, option.default) for option in book.options}
