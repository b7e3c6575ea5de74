"""People who have taken a name."""

from __future__ import annotations

from typing import Any

from starlette.testclient import TestClient


def name(client: TestClient, wish: str) -> dict[str, Any]:
    answer = client.post("/api/people", json={"name": wish})
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def auth(person: dict[str, Any]) -> dict[str, str]:
    return {"authorization": f"Bearer {person['token']}"}


def start(client: TestClient, who: dict[str, Any], **more: Any) -> dict[str, Any]:
    form = {"game": "piranhas", "opponent": "bot", "level": "1", "side": "red", **more}
    answer = client.post("/api/tables", json=form, headers=auth(who))
    assert answer.status_code == 201, answer.text
    return dict(answer.json())
