"""One's games looked back on: Elo after each, and how it went against everybody."""

from dataclasses import replace
from datetime import UTC, datetime

from starlette.testclient import TestClient

from schwarm.store.page_tables import FinishedTable
from schwarm.web.people.profile import looked_back
from schwarm.web.tables.plans import BOT, PERSON, Plan, SeatPlan
from tests.web.people.named import auth, name, start


def finished(
    number: int, winner: str | None, elo: int | None, against: SeatPlan
) -> tuple[FinishedTable, str]:
    me = replace(SeatPlan(PERSON, "Ada", key="k", person="me"), new_elo=elo)
    plan = Plan(f"t{number}", "hive", "official", {}, 1, None, (), {"red": me, "blue": against}, "somebody")
    return FinishedTable(
        f"t{number}", plan.to_json(), datetime.fromtimestamp(number, UTC), 20, winner, "x"
    ), "red"


def test_elo_runs_forward_and_opponents_are_counted_by_who_they_are() -> None:
    bo, bot = SeatPlan(PERSON, "Bo", key="b", person="bo"), SeatPlan(BOT, "", level="3")
    renamed = replace(bo, name="Bobby")
    games = [
        finished(5, "red", 1120, renamed),
        finished(4, None, 1080, bo),
        finished(3, "blue", None, bot),
        finished(2, "red", None, SeatPlan(PERSON, "", key="k")),  # both sides at one screen
    ]
    history, met = looked_back(games)
    assert [point["elo"] for point in history["hive"]] == [1080, 1120]
    assert [(one["name"], one["level"], one["won"], one["drawn"], one["lost"]) for one in met] == [
        ("Bobby", "", 1, 1, 0),
        ("", "3", 0, 0, 1),
    ]


def test_a_profile_belongs_to_a_name(client: TestClient) -> None:
    assert client.get("/api/people/me/profile").status_code == 401
    ada = name(client, "Ada")
    seat = start(client, ada, rated=False)
    client.post(f"/api/tables/{seat['id']}/resign", json={}, headers=auth(ada))
    found = client.get("/api/people/me/profile", headers=auth(ada)).json()
    assert found["games"] == 1
    assert [(one["level"], one["lost"]) for one in found["opponents"]] == [("1", 1)]
    assert found["history"] == {}
    assert client.get("/profile").status_code == 200
