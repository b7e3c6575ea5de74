"""The words of the protocol: every message by its literal text, so that no word can change unnoticed."""

from __future__ import annotations

import pytest

from schwarm.contest.wire import Element, Malformed, Reader, render, season_of_game, season_of_type
from schwarm.contest.wire import messages as said
from schwarm.contest.wire.rules_told import Rules, read_rules
from schwarm.contest.wire.season import Cause, Finish, PlayerFault
from schwarm.contest.wire.seasons import game_types, season_of_state
from schwarm.game import new_game

NAMES = ("A", "B")


def parsed(text: str) -> Element:
    (element,) = Reader().feed(f"<protocol>{text}".encode())
    return element


@pytest.mark.parametrize(
    ("text", "request_"),
    [
        ('<join gameType="swc_2020_hive"/>', said.Join("swc_2020_hive")),
        ("<join/>", said.Join(None)),
        ('<joinRoom roomId="r"/>', said.JoinRoom("r")),
        ('<joinPrepared reservationCode="c"/>', said.JoinPrepared("c")),
        ('<room roomId="r"/>', said.RoomData("r", None)),
        ('<authenticate password="p"/>', said.Authenticate("p")),
        ('<authenticate passphrase="p"/>', said.Authenticate("p")),
        (
            '<prepare gameType="g" pause="true"><slot displayName="n" canTimeout="true" reserved="true"/>'
            '<slot shouldBePaused="TRUE"/><other/></prepare>',
            said.Prepare("g", True, (said.Slot("n", True, True), said.Slot("", False, False, True))),
        ),
        ('<prepare gameType="g" pause="false"/>', said.Prepare("g", False, ())),
        ('<observe roomId="r"/>', said.Observe("r")),
        ('<pause roomId="r" pause="true"/>', said.Pause("r", True)),
        ('<pause roomId="r" pause="false"/>', said.Pause("r", False)),
        ('<step roomId="r" forced="true"/>', said.StepRequest("r", True)),
        ('<step roomId="r"/>', said.StepRequest("r", False)),
        ('<cancel roomId="r"/>', said.Cancel("r")),
        ('<timeout roomId="r" slot="1" activate="true"/>', said.SetTimeout("r", 1, True)),
        ('<freeReservation reservation="c"/>', said.FreeReservation("c")),
        ('<testMode testMode="true"/>', said.TestMode(True)),
        ('<scoreForPlayer displayName="n"/>', said.ScoreFor("n")),
    ],
)
def test_a_request_is_known_by_its_words(text: str, request_: said.Request) -> None:
    assert said.read_request(parsed(text)) == request_


@pytest.mark.parametrize(
    ("text", "reply"),
    [
        ('<joined roomId="r"/>', said.Joined("r")),
        ('<left roomId="r"/>', said.RoomLeft("r")),
        ('<prepared roomId="r"><reservation>a</reservation><reservation> b </reservation></prepared>',
         said.Prepared("r", ("a", "b"))),
        ('<observed roomId="r"/>', said.Observed("r")),
        ('<joinedGameRoom roomId="r" playerCount="2"/>', said.JoinedGameRoom("r", 2)),
        ('<errorpacket message="m"/>', said.Refused("m")),
        ("<errorpacket/>", said.Refused("")),
        ("<unheard/>", None),
    ],
)  # fmt: skip
def test_a_reply_is_known_by_its_words(text: str, reply: said.Reply | None) -> None:
    assert said.read_reply(parsed(text)) == reply


def test_a_message_nobody_knows_is_malformed() -> None:
    with pytest.raises(Malformed, match="expected a message of the protocol, not <dance>"):
        said.read_request(parsed("<dance/>"))


@pytest.mark.parametrize(
    ("game", "game_type"),
    [
        ("piranhas", "swc_2026_piranhas"),
        ("hive", "swc_2020_hive"),
        ("mississippi_queen", "swc_2017_mississippi_queen"),
        ("protista", "swc_x_protista"),
    ],
)
def test_a_game_is_known_by_its_type(game: str, game_type: str) -> None:
    season = season_of_game(game)
    assert season.game_type == game_type
    assert season_of_type(game_type) is season
    assert game_types()[game_type] == game
    assert season_of_type(f"{game_type}x") is None


@pytest.mark.parametrize("game", ["piranhas", "hive", "mississippi_queen", "protista"])
def test_every_season_recognises_its_own_states_and_no_others(game: str) -> None:
    state = season_of_game(game).state(new_game(game, seed=1), NAMES, None).need("state")
    assert season_of_state(state) is season_of_game(game)


@pytest.mark.parametrize("game", ["piranhas", "hive", "protista"])
def test_a_pause_is_told_with_its_state(game: str) -> None:
    season, position = season_of_game(game), new_game(game, seed=1)
    assert render(season.paused(position, NAMES, True)).strip() == '<data class="paused" paused="true"/>'
    assert render(season.paused(position, NAMES, False)).strip() == '<data class="paused" paused="false"/>'


def test_results_are_ranked_by_these_columns() -> None:
    columns = {
        "piranhas": [("SUM", True), ("AVERAGE", True)],
        "hive": [("SUM", True), ("AVERAGE", True)],
        "mississippi_queen": [("SUM", False), ("SUM", True), ("SUM", True)],
        "protista": [("SUM", True), ("AVERAGE", True), ("AVERAGE", True)],
    }
    for game, expected in columns.items():
        assert [(part.aggregation, part.ranked) for part in season_of_game(game).fragments] == expected


@pytest.mark.parametrize(("holder", "team"), [("red", "ONE"), ("blue", "TWO"), ("-", None)])
def test_who_first_had_one_swarm_survives_the_wire(holder: str, team: str | None) -> None:
    season = season_of_game("piranhas")
    text = new_game("piranhas", profile="official", seed=7).position()[:-1] + holder
    game = new_game("piranhas", profile="official", position=text)
    state = season.state(game, NAMES, None).need("state")
    assert state.attributes.get("firstUnion") == team
    assert season.read_position(state, None) == text


def test_a_game_that_both_players_left_names_all_of_them() -> None:
    season, gone = season_of_game("piranhas"), PlayerFault(Cause.LEFT)
    finish = Finish(None, "", ((0, 0), (0, 0)), (gone, gone))
    result = season.result(new_game("piranhas", seed=1), NAMES, finish)
    reason = "Alle Spieler hat das Spiel verlassen: LOST_CONNECTION"
    assert result.need("winner").attributes == {"regular": "false", "reason": reason}
    assert season.read_result(result).cause is Cause.LEFT


def test_names_are_known_only_from_a_result() -> None:
    season, game = season_of_game("piranhas"), new_game("piranhas", seed=1)
    state = season.state(game, NAMES, None).need("state")
    result = season.result(game, NAMES, Finish(0, "first swarm", ((2, 4), (0, 4))))
    assert season.names_in(state, None) == ("", "")
    assert season.names_in(state, result) == NAMES


def test_a_skipped_turn_of_hive_is_a_skipmove() -> None:
    data = season_of_game("hive").write_move("SKIP", new_game("hive", seed=1))
    assert data.attributes["class"] == "skipmove"


def test_rules_are_told_by_a_profile_and_the_options_that_differ() -> None:
    assert read_rules(parsed("<state/>")) is None
    assert read_rules(parsed('<state profile="seed"/>')) == Rules("seed", {})
    told = parsed('<state profile="seed" options="rounds=8 start=a%20b"/>')
    assert read_rules(told) == Rules("seed", {"rounds": "8", "start": "a b"})
    with pytest.raises(Malformed, match="expected options such as rounds=10, not 'rounds'"):
        read_rules(parsed('<state profile="seed" options="rounds"/>'))


@pytest.mark.parametrize("index", ["-1", "8"])
def test_a_segment_of_the_river_that_there_is_not_is_malformed(index: str) -> None:
    season = season_of_game("mississippi_queen")
    state = season.state(new_game("mississippi_queen", profile="official", seed=7), NAMES, None).need("state")
    state.need("board").need("tiles").children[0].attributes["index"] = index
    with pytest.raises(Malformed, match=f"expected a tile from 0 to 7, not {index}"):
        season.read_position(state, None)
