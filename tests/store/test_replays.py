"""Finished games of the page are found by game, player and result; what an engine said of one is kept."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

import pytest
from sqlalchemy import event

from schwarm import new_game
from schwarm.game.record import End, Irregular, record_of
from schwarm.store import analyses, open_store, rows
from schwarm.store.page_tables import PageTables, Wanted
from schwarm.store.store import Store

# table, game, players, winner, reason, listed
PLAYED = (
    ("one", "piranhas", ("Ada Lovelace", "bot 3"), "red", Irregular.RESIGNED, True),
    ("two", "hive", ("Bo", "Äda"), None, Irregular.CANCELLED, True),
    ("three", "piranhas", ("Adam", "Eve"), None, "equal swarms", True),
    ("secret", "piranhas", ("Ada", "Eve"), "blue", Irregular.RESIGNED, False),
    ("four", "hive", ("Eve", "lovely"), "blue", Irregular.RESIGNED, True),
)
SEARCHES: tuple[tuple[Wanted, list[str]], ...] = (
    (Wanted(), ["four", "three", "two", "one"]),
    (Wanted(game="piranhas"), ["three", "one"]),
    (Wanted(player="ada"), ["three", "one"]),
    (Wanted(player=" ADA  love"), ["one"]),
    (Wanted(player="love"), ["four", "one"]),
    (Wanted(player="ä"), ["two"]),
    (Wanted(player="da"), []),
    (Wanted(player="%"), []),
    (Wanted(player="a\0", game="hive\0"), []),
    (Wanted(drawn=True), ["three"]),
    (Wanted(drawn=False), ["four", "one"]),
    (Wanted(game="hive", player="eve", drawn=False), ["four"]),
)


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    with open_store(url) as made:
        tables = PageTables(made)
        for name, game, players, winner, reason, listed in PLAYED:
            record = record_of(new_game(game, seed=3)).ended(End(winner, reason, {}))
            tables.save(name, "{}", made.save(record), game=game, listed=listed, players=players).result()
        tables.save("open", "{}", None, game="hive", listed=True, players=["Ada"]).result()
        yield made


def test_replays_are_found_newest_first(store: Store) -> None:
    for wanted, found in SEARCHES:
        assert [replay.id for replay in PageTables(store).replays(wanted, 10)] == found, wanted


def test_a_list_goes_on_where_it_stopped_and_is_never_shortened_by_games_that_are_not_shown(
    store: Store,
) -> None:
    tables = PageTables(store)
    first = tables.replays(Wanted(), 3)
    assert [replay.id for replay in first] == ["four", "three", "two"]
    rest = tables.replays(Wanted(before=first[-1].ended), 3)
    assert [replay.id for replay in rest] == ["one"]


def test_a_game_that_ends_after_its_table_was_written_is_listed(store: Store) -> None:
    tables = PageTables(store)
    number = store.save(record_of(new_game("hive", seed=4)))
    tables.save("late", "{}", number, game="hive", listed=True, players=["Zoe"]).result()
    assert tables.replays(Wanted(player="zoe"), 1) == []
    end = End("red", Irregular.RESIGNED, {})
    store.submit(lambda connection, run: rows.add_end(connection, number, end, {})).result()
    (found,) = tables.replays(Wanted(player="zoe"), 1)
    assert (found.id, found.plies, found.winner) == ("late", 0, "red")


def test_searches_use_an_index(store: Store) -> None:
    if store.engine.dialect.name != "sqlite":
        pytest.skip("how SQLite plans is enough to see that there is an index to use")
    seen: list[str] = []

    def note(connection: object, cursor: object, text: str, values: object, *rest: object) -> None:
        if text.startswith("SELECT"):
            seen.append(store_plan(store, text, values))

    event.listen(store.engine, "before_cursor_execute", note)
    tables = PageTables(store)
    tables.replays(Wanted(), 5)
    tables.replays(Wanted(game="hive"), 5)
    tables.replays(Wanted(player="ada"), 5)
    event.remove(store.engine, "before_cursor_execute", note)
    assert len(seen) == 3
    for plan in seen:
        assert "SCAN" not in plan, plan
    assert "page_tables_by_end" in seen[0]
    assert "page_tables_by_kind_and_end" in seen[1]


def store_plan(store: Store, text: str, values: object) -> str:
    with sqlite3.connect(str(store.url.database)) as connection:
        rows = connection.execute(f"EXPLAIN QUERY PLAN {text}", values).fetchall()  # type: ignore[arg-type]
    return "; ".join(row[3] for row in rows)


def test_what_an_engine_said_of_a_game_is_kept_until_it_says_something_else(store: Store) -> None:
    game = store.save(record_of(new_game("hive", seed=4)))
    assert analyses.find(store, game, "one") is None
    analyses.keep(store, game, "one", "[1]").result()
    analyses.keep(store, game, "one", "[2]").result()
    assert analyses.find(store, game, "one") == "[2]"
    assert analyses.find(store, game, "another") is None
