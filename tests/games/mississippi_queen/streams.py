"""What the official server of 2017 wrote, read back."""

from schwarm.contest.wire import Element, Reader, season_of_game
from schwarm.game import Game, new_game
from tests.contest.streams import stream

SEASON = season_of_game("mississippi_queen")


def datas(name: str) -> list[Element]:
    messages = Reader(max_bytes=1 << 20).feed(stream(f"2017/{name}.server-to-client.xml.gz"))
    return [message.need("data") for message in messages if message.name == "room"]


def states(name: str) -> list[Element]:
    return [data for data in datas(name) if data.child("state")]


def start(name: str) -> Game:
    """The start with every segment the stream ever shows, as it was first shown."""
    position = SEASON.start_position([data.need("state") for data in states(name)])
    return new_game("mississippi_queen", profile="official", position=position, seed=1)
