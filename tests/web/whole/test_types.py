"""The ES modules' types, checked by TypeScript; nothing of it is needed to run the page."""

import json
import subprocess
from pathlib import Path
from random import Random

import pytest
from pydantic import TypeAdapter
from starlette.testclient import TestClient

from schwarm import list_games, rule_book
from schwarm.web.boards import messages
from schwarm.web.boards.snapshot import snapshot
from schwarm.web.env import env_of
from schwarm.web.tables.messages import Lists, State
from tests import ROOT
from tests.web.shared import typescript
from tests.web.shared.requests import bearer, begin

HERE = Path(__file__).parent
COMPILER = ROOT / "node_modules" / ".bin" / "tsc"  # `make lint` fetches it, as the lock file says


def test_the_modules_are_well_typed() -> None:
    if not COMPILER.exists():
        pytest.skip("the compiler of types is not installed; `make lint` fetches it where it can")
    done = subprocess.run([COMPILER, "-p", HERE / "tsconfig.json"], capture_output=True, text=True)
    assert done.stdout == ""
    assert done.returncode == 0


def test_the_types_are_those_of_the_pages_messages() -> None:
    assert typescript.FILE.read_text("utf-8") == typescript.whole(), "python -m tests.web.shared.typescript"


@pytest.mark.parametrize("game", list_games())
def test_what_the_page_gets_is_what_its_messages_promise(client: TestClient, game: str) -> None:
    """Messages of real games, from the first move to the end, hold exactly what messages.py says."""
    state, shown = TypeAdapter(State), TypeAdapter(messages.Snapshot)
    TypeAdapter(messages.Book).validate_python(client.get(f"/api/games/{game}").json(), strict=True)
    seat = begin(client, game, opponent="here", side=rule_book(game).sides[0])
    table = env_of(client.app).tables.tables[seat["id"]]
    chance = Random(5)
    while table.course.end is None and not table.course.shown.finished() and len(table.course.plies) < 12:
        told = client.get(f"/api/tables/{seat['id']}", headers=bearer(seat))
        state.validate_json(told.text, strict=True)
        shown.validate_json(json.dumps(snapshot(table.course.shown.copy(), moves=True)), strict=True)
        if told.json()["composed"]:
            draft = client.post(f"/api/tables/{seat['id']}/compose", json={"steps": []})
            TypeAdapter(messages.Draft).validate_json(draft.text, strict=True)
        move = chance.choice(table.course.shown.legal_moves())
        side = table.course.shown.to_move
        form = {"move": str(move), "side": side}
        made = client.post(f"/api/tables/{seat['id']}/moves", json=form, headers=bearer(seat))
        assert made.status_code == 200, made.text
    if table.course.end is None:
        client.post(f"/api/tables/{seat['id']}/resign", json={}, headers=bearer(seat))
    state.validate_json(json.dumps(table.state(True)), strict=True)
    TypeAdapter(Lists).validate_json(client.get("/api/tables").text, strict=True)


def test_nothing_is_loaded_from_other_hosts() -> None:
    web = ROOT / "src" / "schwarm" / "web"
    for file in [*web.glob("static/**/*.js"), *web.glob("static/**/*.css"), *web.glob("*/templates/*.html")]:
        text = file.read_text().replace("http://www.w3.org/", "")
        assert "http://" not in text, file.name
        assert "https://" not in text, file.name
        assert " style=" not in text, f"{file.name}: the content policy forbids inline styles"
