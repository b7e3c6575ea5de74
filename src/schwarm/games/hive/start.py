"""Hive: the blackberries of a game (S2), decided by its seed or listed by hand."""

from schwarm.game.errors import BadOption
from schwarm.game.random64 import Stream
from schwarm.game.rulebook import Setup
from schwarm.games.hive.notation import read_fields
from schwarm.games.hive.tables import FIELDS, Field, on_board


def start_berries(setup: Setup) -> list[Field]:
    """The blackberries: as listed by the option, or so many fields chosen by stream 0 of the seed."""
    radius = setup.number("radius")
    wanted = setup.options["berries"]
    centred = setup.word("first_piece") == "centre"
    if isinstance(wanted, str):
        listed = read_fields(wanted)
        for x, y in listed:
            if not on_board((x, y), radius):
                raise BadOption(f"option berries: expected fields of a board of radius {radius}, not {x},{y}")
        if centred and (0, 0) in listed:
            raise BadOption("option berries: expected 0,0 to be free, as the first piece goes there")
        return listed
    open_fields = [field for field in FIELDS[radius] if not (centred and field == (0, 0))]
    if int(wanted) >= len(open_fields):
        raise BadOption(f"option berries: expected fewer than {len(open_fields)}, not {wanted}")
    return Stream(setup.seed, 0).sample(open_fields, int(wanted))
