"""What every codec promises, whatever the game: nonsense is Malformed, and its texts go round."""

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schwarm.contest.client import ServerError, follow
from schwarm.contest.wire import Element, Malformed, Reader, render, season_of_game, tag
from schwarm.contest.wire.messages import Observe
from schwarm.contest.wire.season import Denial
from schwarm.contest.wire.seasons import season_of_login, season_of_state
from schwarm.game import GameError, list_games, new_game
from tests.contest.streams import NAMES, stream

WORDS = """
data room state board row field fields tiles tile from direction x y z piece start destination hint
text lastMove acceleration turn advance push red blue targets target seen hole scores entry score
part winner player definition undeployedRedPieces undeployedBluePieces
"""
KEYS = """
class x y z type owner order acc direction distance content turn startTeam currentTeam currentPlayer
freeTurn index points isObstructed left inTurn turns moves team cell reached color name displayName
cause reason
"""
VALUES = """
move setmove dragmove skipmove 0 1 -1 99 -99999 UP RIGHT NORTH BEE ANT WASP RED BLUE ONE TWO true
false WATER PASSENGER3 EMPTY ONE_1 ONE_S d4 R S:a1-a2 0x1 1.5 inf
"""
words, keys = st.sampled_from(WORDS.split()), st.sampled_from(KEYS.split())
values = st.sampled_from(VALUES.split()) | st.text(max_size=5)
elements = st.recursive(
    st.builds(Element, words, st.dictionaries(keys, values, max_size=5), st.just([]), values),
    lambda inner: st.builds(
        Element, words, st.dictionaries(keys, values, max_size=5), st.lists(inner, max_size=5)
    ),
    max_leaves=12,
)


@pytest.mark.parametrize("game", list_games())
@settings(deadline=None, max_examples=60)
@given(data=elements)
def test_nonsense_as_a_move_is_malformed_or_refused(game: str, data: Element) -> None:
    season, current = season_of_game(game), new_game(game, seed=1)
    before = current.position()
    with contextlib.suppress(Malformed, GameError):
        sent = season.read_move(data, current)
        season.refusal("room", "name", "M1", "why", sent)
        current.play(sent.text)
    current = new_game(game, seed=1)
    assert current.position() == before


@pytest.mark.parametrize("game", list_games())
@settings(deadline=None, max_examples=60)
@given(state=elements)
def test_nonsense_as_a_state_or_result_is_told_in_one_line(game: str, state: Element) -> None:
    season = season_of_game(game)
    state.name = "state"
    with contextlib.suppress(ServerError):
        follow(season, Element("data", {}, [state]), new_game(game, seed=1))
    with contextlib.suppress(Malformed):
        season.read_result(state)


@pytest.mark.parametrize("game", list_games())
def test_what_the_server_says_in_a_room_is_read_back_the_same(game: str) -> None:
    season, current = season_of_game(game), new_game(game, seed=1)
    for data in (
        season.welcome(0),
        season.welcome(1),
        season.request,
        season.state(current, ("a", "b"), None),
    ):
        (again,) = Reader().feed(f"<protocol>{render(data)}".encode())
        assert again == data
    assert [season.read_welcome(season.welcome(side)) for side in range(2)] == [0, 1]
    assert season.is_request(season.request)
    finish = season.judge(current)
    assert season.read_result(season.result(current, ("a", "b"), finish)).scores == finish.scores


@pytest.mark.parametrize("game", list_games())
def test_a_state_is_recognised_by_its_own_season_and_by_no_other(game: str) -> None:
    current = new_game(game, seed=1)
    for _ in range(3):
        state = season_of_game(game).state(current, ("a", "b"), None).need("state")
        (again,) = Reader().feed(f"<protocol>{render(state)}".encode())
        knowing = [name for name in list_games() if season_of_game(name).recognises(again)]
        assert knowing == [game]
        assert season_of_state(again) is season_of_game(game)
        current.play(current.legal_moves()[0])


@pytest.mark.parametrize("name", [name for name in NAMES if "s2c" in name or "server-to-client" in name])
def test_the_states_of_the_official_servers_are_recognised(name: str) -> None:
    messages = Reader(max_bytes=1 << 20).feed(stream(name))
    datas = [message.need("data") for message in messages if message.name == "room"]
    states = [state for data in datas if (state := data.child("state")) is not None]
    assert states
    assert {season_of_state(state).game_type[:8] for state in states} == {f"swc_{name[:4]}"}


def test_a_state_of_a_later_season_is_refused_in_one_line() -> None:
    """A later one in the manner of 2026: the same attributes and rows of fields, but other fields."""
    state = season_of_game("piranhas").state(new_game("piranhas", seed=1), ("", ""), None).need("state")
    for row in state.need("board").children:
        row.children = [tag("field", "SEAWEED") for _ in row.children]
    with pytest.raises(
        Malformed, match=r"expected a state of swc_2027_blokus, swc_2026_piranhas, .* startTeam, turn"
    ):
        season_of_state(state)


REQUEST = tag("joinRoom", roomId="x")


@pytest.mark.parametrize(
    ("kind", "exception"),
    [
        (Denial.ROOM, "sc.api.plugins.exceptions.GameRoomException"),
        (Denial.RESERVATION, "sc.server.gaming.UnknownReservationException"),
        (Denial.PASSWORD, "sc.server.network.AuthenticationFailedException"),
        (Denial.STRANGER, "sc.server.network.UnauthenticatedException"),
    ],
)
def test_what_is_not_granted_is_told_in_2026_and_closes_the_connection_before(
    kind: Denial, exception: str
) -> None:
    told = season_of_game("piranhas").denial(kind, "no", REQUEST)
    assert told is not None
    assert render(told) == (
        f'<errorpacket message="{exception}: no">\n'
        '  <originalRequest class="joinRoom" roomId="x"/>\n</errorpacket>'
    )
    assert season_of_game("hive").denial(kind, "no", REQUEST) is None
    assert season_of_game("mississippi_queen").denial(kind, "no", REQUEST) is None


def test_strangers_are_told_in_2026_and_ignored_before() -> None:
    words = [season_of_game(game).stranger_words(Observe("x")) for game in ("piranhas", "hive")]
    assert words == ["Request ObservationRequest requires authentication", None]


def test_only_2017_calls_the_password_a_passphrase() -> None:
    assert season_of_login(tag("authenticate", passphrase="x")) is season_of_game("mississippi_queen")
    assert season_of_login(tag("authenticate", password="x")) is None


def test_a_move_that_nobody_asked_for_is_told_with_both_players() -> None:
    season, game = season_of_game("piranhas"), new_game("piranhas", seed=1)
    sent = season.read_move(season.helpless_move(), game)
    assert season.unasked_words(1, ("Ann", ""), sent, None) == "Move from TWO() has not been requested."
    assert season.unasked_words(1, ("Ann", ""), sent, 0) == (
        "It's not your turn yet; expected: ONE(Ann), got TWO() (msg was Schwimme von [0|0] in Richtung UP)."
    )
