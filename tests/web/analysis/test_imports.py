"""Games from outside: whatever is uploaded, it is kept as a game that plays or refused in one line."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from schwarm import new_game
from schwarm.bots import RandomBot
from schwarm.contest.replay import write_replay
from schwarm.game.errors import GameError
from schwarm.game.record import Record, record_of
from schwarm.web import Settings, create_app
from schwarm.web.analysis.reading import Unreadable, begin_reader, provable, read_import
from schwarm.workers import LocalCrew, hired
from tests.waiting import run_apart
from tests.web.shared.requests import error
from tests.web.shared.site import in_memory


def finished(game: str = "piranhas", **options: Any) -> Record:
    played = new_game(game, seed=5, **options)
    bot = RandomBot(5)
    while not played.finished():
        played.play(bot.choose(played))
    return record_of(played, dict.fromkeys(played.setup.book.sides, "Ada"))


SHORT = finished(rounds=4).to_json()
REPLAY = write_replay(finished(profile="official"))


def changed(*path: str | int, to: str) -> str:
    """The short record with one value replaced by this JSON."""
    fields = json.loads(SHORT)
    place = fields
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = "PUT HERE"
    return json.dumps(fields).replace('"PUT HERE"', to)


SPOILT = {
    "infinite time": changed("plies", 0, 1, to="Infinity"),
    "huge time": changed("plies", 0, 1, to="1" + "0" * 400),
    "time as text": changed("plies", 0, 1, to='"soon"'),
    "time as list": changed("plies", 0, 2, to="[1]"),
    "not a number": changed("seed", to="NaN"),
    "large seed": changed("seed", to=str(10**30)),
    "many digits": changed("seed", to="9" * 5000),
    "large version": changed("version", to=str(10**30)),
    "version as text": changed("version", to='"1"'),
    "winner as number": changed("end", "winner", to="7"),
    "strange winner": changed("end", "winner", to='"green"'),
    "score as text": changed("end", "scores", "red", to='["1"]'),
    "large score": changed("end", "scores", "red", to=f"[{10**30}]"),
    "seat as list": changed("seats", "red", to="[]"),
    "half a character": changed("seats", "red", to='"\\ud800"'),
    "zero in a name": changed("seats", "red", to='"a\\u0000b"'),
    "half a character as move": changed("plies", 0, 0, to='"\\udfff"'),
    "option that is none": changed("options", to='{"seed": 1}'),
    "option as list": changed("options", "rounds", to="[4]"),
    "option as large number": changed("options", "rounds", to=str(10**30)),
    "no plies": changed("plies", to="null"),
    "ply too short": changed("plies", 0, to='["A4-C4"]'),
    "brackets": "[" * 100_000,
    "braces": '{"a":' * 100_000,
    "many elements": "<protocol>" + "<a/>" * 1_900_000 + "</protocol>",
    "deep elements": "<protocol>" + "<a>" * 100_000,
    "half a character as XML": "<protocol>\ud800</protocol>",
    "no record": '"text"',
    "option without end": changed("options", "first_swarm", to='"' + "9" * 5000 + '"'),
}


@pytest.mark.parametrize("name", SPOILT)
def test_a_spoilt_game_is_refused_in_one_line(name: str) -> None:
    found = read_import(json.dumps({"text": SPOILT[name]}).encode(), 60)
    assert isinstance(found, Unreadable)
    assert "\n" not in found.why
    assert len(found.why.encode()) < 500


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b'"x"', b'{"text": 7}', b'{"text": "x", "more": 1}', b"\xff", b"[" * 100_000]
)
def test_a_body_that_is_no_form_is_refused_in_one_line(body: bytes) -> None:
    assert isinstance(read_import(body, 60), Unreadable)


def test_reading_has_a_limit_of_processor_time() -> None:
    body = json.dumps({"text": "<protocol>" + "<a/>" * 300_000}).encode()
    with hired(LocalCrew(1, begin=begin_reader)) as reader:
        found = reader.call(read_import, body, 0.01).result()
    assert isinstance(found, Unreadable)
    assert "0.01 s" in found.why


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with in_memory(tmp_path_factory.mktemp("imports"), starts_per_minute=100_000) as made:
        yield made


def test_the_page_refuses_spoilt_games_and_keeps_good_ones(kept: TestClient) -> None:
    for name in ("infinite time", "large seed", "half a character", "brackets", "many elements"):
        answer = kept.post("/api/records", json={"text": SPOILT[name]})
        assert answer.status_code == 422, name
        assert error(answer)["code"] in ("no_record", "unfinished", "too_long", "does_not_play"), name
    for text in (SHORT, REPLAY):
        made = kept.post("/api/records", json={"text": text})
        assert made.status_code == 201
        look_around(kept, made.json()["id"])


@pytest.mark.parametrize(
    "reason", ["left the game", "time up", "illegal move", "adjudicated", "no such reason"]
)
def test_a_record_without_scores_is_refused_or_can_be_looked_at(kept: TestClient, reason: str) -> None:
    fields = json.loads(SHORT)
    fields["plies"] = fields["plies"][:3]
    fields["end"] = {"winner": "red", "reason": reason, "scores": {}}
    made = kept.post("/api/records", json={"text": json.dumps(fields)})
    assert made.status_code in (201, 422), made.text
    if made.status_code == 201:
        look_around(kept, made.json()["id"])


def look_around(kept: TestClient, table: str) -> None:
    """Every page and answer about a finished game works."""
    for path in ("", "/record", "/replay", "/plies/0"):
        assert kept.get(f"/api/tables/{table}{path}").status_code == 200, path
    assert kept.get(f"/game/{table}").status_code == 200
    assert kept.post(f"/api/tables/{table}/analysis").status_code in (200, 429)  # several may be running
    assert kept.post(f"/api/tables/{table}/play-on", json={"ply": 0, "opponent": "here"}).status_code == 201


def test_a_visitor_imports_one_game_at_a_time(tmp_path: Path) -> None:
    """Of six at once one is read; nothing of the others is even taken in."""
    site = create_app(
        Settings(store=str(tmp_path / "page.db"), hosts=("testserver",), bot_workers=1, warm_up=False)
    )
    taken_in = 0

    async def body() -> Any:
        nonlocal taken_in
        taken_in += 1
        yield json.dumps({"text": SPOILT["many elements"]}).encode()

    async def all_at_once() -> list[httpx.Response]:
        async with site.router.lifespan_context(site):
            transport = httpx.ASGITransport(app=site)
            async with httpx.AsyncClient(transport=transport, base_url="http://testserver") as client:
                asked = [
                    client.post("/api/records", content=body(), headers={"content-type": "application/json"})
                    for _ in range(6)
                ]
                answers = await asyncio.gather(*asked)
                last = await client.post("/api/records", json={"text": SHORT})
                return [*answers, last]

    answers = run_apart(all_at_once())
    assert sorted(answer.status_code for answer in answers[:6]) == [422, 429, 429, 429, 429, 429]
    assert answers[6].status_code == 201


# --- fuzzing ------------------------------------------------------------------------------------------------
values: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-(10**40), 10**40)
    | st.floats()
    | st.text(max_size=8)
    | st.text(st.characters(categories=["Cs", "Cc"]), max_size=3)
    | st.sampled_from(["red", "blue", "left the game", "A4-C4", "0", "seed", "official"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=8,
)
RECORDS = [SHORT, *(finished(name).to_json() for name in ("hive", "mississippi_queen", "protista"))]


def spots(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """All places inside parsed JSON."""
    inside: list[tuple[str | int, Any]] = []
    if isinstance(value, dict):
        inside = list(value.items())
    elif isinstance(value, list):
        inside = [(number, part) for number, part in enumerate(value[:12])]
    return [path, *(spot for key, part in inside for spot in spots(part, (*path, key)))]


PARSED = [json.loads(text) for text in RECORDS]
SPOTS = [spots(fields)[1:] for fields in PARSED]


@st.composite
def tampered(draw: st.DrawFn) -> str:
    """A real record with a few values replaced or removed."""
    which = draw(st.integers(0, len(RECORDS) - 1))
    fields = json.loads(RECORDS[which])
    for _ in range(draw(st.integers(1, 3))):
        path = draw(st.sampled_from(SPOTS[which]))
        place = fields
        try:
            for step in path[:-1]:
                place = place[step]
            if draw(st.booleans()):
                place[path[-1]] = draw(values)
            else:
                del place[path[-1]]
        except (KeyError, IndexError, TypeError):  # an earlier change took it away
            continue
    return json.dumps(fields)


@st.composite
def tampered_replay(draw: st.DrawFn) -> str:
    """A real replay with pieces cut out, doubled or replaced."""
    text = REPLAY
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + 60)))
        piece = draw(
            st.sampled_from(["", text[start:end] * 2, "<a/>", '"', "&lt;", "-1", "99999999999", ">"])
        )
        text = text[:start] + (piece or draw(st.text(max_size=4))) + text[end:]
    return "<" + text.lstrip("<")


def survives(text: str) -> None:
    """A text is a game that comes out again as it went in, or refused with a GameError of one line."""
    fault = ""
    try:
        found = provable(text)
    except GameError as error:
        fault = str(error)
    else:
        assert provable(found.to_json()) == found
        found.to_json().encode()
    assert "\n" not in fault


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(tampered())
def test_fuzzed_records_are_refused_in_one_line_or_play(text: str) -> None:
    survives(text)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(tampered_replay())
def test_fuzzed_replays_are_refused_in_one_line_or_play(text: str) -> None:
    survives(text)


@pytest.mark.long
@pytest.mark.parametrize("part", range(20))
def test_many_fuzzed_games_are_refused_in_one_line_or_play(part: int) -> None:
    """In parts, each with a seed of its own: hypothesis keeps every example of a run in memory."""

    @seed(part)
    @settings(max_examples=10_000, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(st.one_of(tampered(), tampered_replay(), values.map(json.dumps), st.text()))
    def fuzz(text: str) -> None:
        survives(text)

    fuzz()


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(tampered())
def test_what_the_page_keeps_of_fuzzed_games_can_be_looked_at(kept: TestClient, text: str) -> None:
    answer = kept.post("/api/records", json={"text": text})
    assert answer.status_code in (201, 422)
    if answer.status_code == 201:
        look_around(kept, answer.json()["id"])
