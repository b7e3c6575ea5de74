"""What every codec promises, whatever the game: nonsense is Malformed, and its texts go round."""

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schwarm.contest.client import ServerError, follow
from schwarm.contest.wire import Element, Malformed, Reader, render, season_of_game
from schwarm.games import GameError, new_game
from schwarm.games import names as game_names

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


@pytest.mark.parametrize("game", game_names())
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


@pytest.mark.parametrize("game", game_names())
@settings(deadline=None, max_examples=60)
@given(state=elements)
def test_nonsense_as_a_state_or_result_is_told_in_one_line(game: str, state: Element) -> None:
    season = season_of_game(game)
    state.name = "state"
    with contextlib.suppress(ServerError):
        follow(season, Element("data", {}, [state]), new_game(game, seed=1))
    with contextlib.suppress(Malformed):
        season.read_result(state)


@pytest.mark.parametrize("game", game_names())
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
