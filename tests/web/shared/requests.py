"""Requests that many tests make, and what comes back."""

from typing import Any

from starlette.testclient import TestClient


def begin(client: TestClient, game: str = "piranhas", **more: Any) -> dict[str, Any]:
    answer = client.post("/api/tables", json={"game": game, "level": "random", "seed": 7, **more})
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


def bearer(seat: dict[str, Any], side: str | None = None) -> dict[str, str]:
    tokens = seat["tokens"]
    return {"authorization": f"Bearer {tokens[side] if side else next(iter(tokens.values()))}"}


def state(client: TestClient, seat: dict[str, Any], **headers: str) -> dict[str, Any]:
    found: dict[str, Any] = client.get(f"/api/tables/{seat['id']}", headers=headers).json()
    return found


def error(answer: Any) -> dict[str, str]:
    body = answer.json()
    assert set(body) == {"error"}
    found: dict[str, str] = body["error"]
    assert found["code"]
    assert found["message"]
    return found
