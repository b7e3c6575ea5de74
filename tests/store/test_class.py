"""Classes in both databases: names stand once, work is claimed once, and what is deleted is gone."""

from __future__ import annotations

import pytest

from schwarm.game import new_game
from schwarm.game.errors import Refusal
from schwarm.game.record import record_of
from schwarm.store import Conflict, class_forget, class_programs, classroom, open_store
from schwarm.store.class_programs import DONE, FAILED, PASSED
from schwarm.store.classroom import NewLine
from schwarm.store.store import Store

SETUP = '{"said": {"name": "Cup"}}'


def room(store: Store) -> int:
    return classroom.create(store, SETUP, "open", NewLine("created", "operator"))


def add_team(store: Store, class_id: int, name: str) -> int:
    row: dict[str, str | int] = {"class_id": class_id, "name": name, "folded": name.lower(), "kind": "upload"}
    row |= {"player": "", "token": "0" * 64}
    return classroom.add_team(store, row, NewLine("registered", "team"), most=3)


def test_a_name_stands_once_in_a_class_and_a_class_has_so_many_teams(url: str) -> None:
    with open_store(url) as store:
        one, other = room(store), room(store)
        add_team(store, one, "Ada")
        with pytest.raises(Conflict):
            add_team(store, one, "ADA")
        add_team(store, other, "Ada")
        assert add_team(store, one, "Bob") > 0
        assert add_team(store, one, "Cy") > 0
        assert add_team(store, one, "Di") == 0
        assert [team.name for team in classroom.teams(store, one)] == ["Ada", "Bob", "Cy"]
        assert [(found.id, teams) for found, teams in classroom.listed(store)] == [(other, 1), (one, 3)]


def test_the_newest_zips_and_the_one_that_plays_are_kept(url: str) -> None:
    with open_store(url) as store:
        team = add_team(store, room(store), "Ada")
        for number in range(1, 6):
            assert class_programs.add_upload(store, team, bytes([number]), "sha", most=5) == number
            state = PASSED if number == 2 else FAILED
            class_programs.mark_upload(store, team, number, 2, state, [Refusal("told", text="log\0")])
        kept = [class_programs.content(store, team, number) for number in range(1, 6)]
        assert kept == [None, b"\x02", None, b"\x04", b"\x05"]
        assert class_programs.add_upload(store, team, b"", "sha", most=5) == 0


def test_work_is_claimed_once_and_free_again_when_its_program_is_gone(url: str) -> None:
    with open_store(url) as store:
        team = add_team(store, room(store), "Ada")
        class_programs.add_upload(store, team, b"", "sha", most=5)
        test = class_programs.add_test(store, team, 1, "level 1", 2, most=2)
        assert class_programs.add_test(store, team, 1, "level 1", 2, most=2) == -1
        assert class_programs.claim_upload(store, team, 1)
        assert class_programs.claim_test(store, test)
        assert not class_programs.claim_upload(store, team, 1)
        assert not class_programs.claim_test(store, test)
        assert class_programs.unjudged(store) == []
        assert class_programs.unplayed(store) == []
    with open_store(url) as store:
        assert [row.number for row in class_programs.unjudged(store)] == [1]
        assert [row.id for row in class_programs.unplayed(store)] == [test]
        assert class_programs.claim_upload(store, team, 1)
        class_programs.mark_test(store, test, "{}", DONE)
        assert class_programs.unplayed(store) == []


def test_a_deleted_team_leaves_games_under_another_name(url: str) -> None:
    with open_store(url) as store:
        class_id = room(store)
        team = add_team(store, class_id, "Ada")
        test = class_programs.add_test(store, team, 1, "last version", 2, most=2)
        record = record_of(new_game("piranhas", seed=7), {"red": "Ada", "blue": "Ada (before)"})
        game = class_programs.add_test_game(
            store, test, 0, record, {"Ada": Refusal("crashed")}, {"Ada": "said"}
        )
        own = classroom.team(store, team)
        assert own is not None
        class_forget.delete_team(store, own, "deleted team 1", NewLine("deleted", "team"), None)
        assert classroom.team(store, team) is None
        assert class_programs.tests_of(store, team) == []
        assert store.record(game).seats == {"red": "deleted team 1", "blue": "deleted team 1 (before)"}
        assert class_programs.add_test_game(store, test, 1, record, {}, {}) == 0
        class_forget.delete_class(store, class_id)
        assert classroom.find(store, class_id) is None
        assert classroom.journal(store, class_id) == []
