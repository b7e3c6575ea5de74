"""What is shown and exported of an event: worked out from invented results in a real store."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from collections import Counter
from dataclasses import asdict, replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from schwarm.game.errors import Refusal
from schwarm.store import open_store
from schwarm.store.store import Store
from schwarm.tournament import export
from schwarm.tournament.errors import TournamentError
from schwarm.tournament.formats import KINDS, Entrant
from schwarm.tournament.journal import create, listed
from schwarm.tournament.progress import progress
from schwarm.tournament.views import bot_view, event_view, fault_logs, rating_curve
from tests.tournament.events import event, filled, report, stage


@pytest.fixture
def store(tmp_path: Path) -> Any:
    with open_store(str(tmp_path / "games.db")) as opened:
        yield opened


def test_a_group_has_table_crosstable_and_days(store: Store) -> None:
    journal = filled(store, event(3, stages=stage("round robin", games=2)))
    view = event_view(store, journal.number)
    (group,) = view.stages[0].groups
    assert [row.name for row in group.rows] == ["A", "B", "C"]
    assert group.rows[0].matches == (2, 0, 0)
    assert group.rows[1].games == (2, 0, 2)
    assert group.cross == [
        [None, (2, 0, 0), (2, 0, 0)],
        [(0, 0, 2), None, (2, 0, 0)],
        [(0, 0, 2), (0, 0, 2), None],
    ]
    assert [[match.away is None for match in day].count(True) for day in group.days] == [1, 1, 1]
    assert view.played == view.known == 6
    assert view.finished


def test_beside_the_table_stands_how_sure_it_is(store: Store) -> None:
    journal = filled(store, event(3, stages=stage("round robin", games=6)))
    (group,) = event_view(store, journal.number).stages[0].groups
    assert group.first_best is not None
    assert group.first_best > 0.9
    assert [row.above_next is None for row in group.rows] == [False, False, True]
    first = group.rows[0]
    assert first.elo is not None
    assert first.elo_interval is not None
    assert first.elo_interval[0] < first.elo < first.elo_interval[1]
    (plain,) = event_view(store, journal.number, ratings=False).stages[0].groups
    assert plain.first_best is None


def test_whoever_never_played_has_no_rating(store: Store) -> None:
    entrants = [{"name": "A", "player": "random"}, {"name": "B"}, {"name": "C", "player": "random"}]
    journal = filled(store, event(0, entrants=entrants, stages=stage("round robin", games=6)))
    (group,) = event_view(store, journal.number).stages[0].groups
    assert [(row.name, row.elo is None) for row in group.rows] == [("A", False), ("C", False), ("B", True)]
    assert [row.above_next is None for row in group.rows] == [False, True, True]
    assert group.order_right is not None


def test_a_bracket_names_its_matches(store: Store) -> None:
    journal = filled(store, event(4, stages=stage("knock-out", games=2)))
    (group,) = event_view(store, journal.number).stages[0].groups
    assert [[match.title for match in day] for day in group.days] == [
        ["semi-final"] * 2,
        ["match for third place", "final"],
    ]
    assert group.days[1][1].winner == "A"
    assert group.days[1][1].games[0].game is not None


def test_the_games_of_a_match_can_be_left_out(store: Store) -> None:
    journal = filled(store, event(3, stages=stage("round robin", games=2)))
    whole, short = (event_view(store, journal.number, games=games) for games in (True, False))
    with_games, without = (view.stages[0].groups[0].days[1][0] for view in (whole, short))
    assert without == replace(with_games, games=[])
    assert len(with_games.games) == (2 if with_games.away else 0)


def test_a_sequential_test_shows_its_numbers(store: Store) -> None:
    journal = filled(store, event(2, stages=stage("pair", games=400, stop={"elo0": 0, "elo1": 50})))
    test = event_view(store, journal.number).stages[0].test
    assert test is not None
    assert test.verdict == "H1"
    assert test.pairs[4] == sum(test.pairs)


def test_a_bots_page_tells_results_times_and_faults(store: Store) -> None:
    said = event(3, stages=stage("round robin", games=2))
    journal = filled(store, said, winner=lambda names: next(n for n in names if n != "C"), fault="C")
    bot = bot_view(store, journal.number, "C")
    assert (bot.won, bot.drawn, bot.lost) == (0, 0, 4)
    assert bot.faults == {"left the game": 4}
    assert (bot.think_ms, bot.slowest_ms) == (3.5, 2.0)
    assert bot.processor_ms == 2.5, "where it is known"
    assert bot.games[0].faults == {"C": "crashed (no idea)"}
    assert bot_view(store, journal.number, "A").faults == {}


def test_both_offenders_of_a_game_are_told(store: Store) -> None:
    """Names and faults may hold whatever once stood between them."""
    said = event(0, entrants=[{"name": "A; B: x", "player": "random"}, {"name": "B", "player": "random"}])
    journal = create(store, said)
    faults = {
        "A; B: x": Refusal("told", text="did not come; B: neither"),
        "B": Refusal("crashed", detail="--- A"),
    }
    logs = {"A; B: x": "one\n--- B\ntwo", "B": "three\n--- A; B: x\nfour"}
    for game in progress(said, journal.results()).open:
        journal.add(replace(report(game, winner=None, fault="B"), faults=faults, logs=logs))
    for name in ("A; B: x", "B"):
        bot = bot_view(store, journal.number, name)
        assert bot.faults == {"left the game": 2}
        assert (bot.won, bot.drawn, bot.lost) == (0, 0, 2)
        assert set(bot.logs.values()) == {logs[name]}
        assert [game.faults for game in bot.games] == [faults, faults]
    games = list(csv.DictReader(export.games_csv(journal).splitlines()))
    assert {(game["first"], game["first_fault"]) for game in games} == set(faults.items())
    assert {(game["first_ms"], game["first_processor_ms"]) for game in games} == {("3.0", "2.5")}
    assert {game["second_processor_ms"] for game in games} == {""}, "nobody can tell"
    match = event_view(store, journal.number).stages[0].groups[0].days[0][0]
    assert [game.faults for game in match.games] == [faults, faults]


def test_the_rating_curve_has_a_point_for_each_day(store: Store) -> None:
    journal = filled(store, event(4, stages=stage("round robin", games=2)))
    curve = rating_curve(store, journal.number)
    assert {name: len(points) for name, points in curve.items()} == dict.fromkeys("ABCD", 3)
    assert curve["A"][-1] > curve["B"][-1] > curve["C"][-1] > curve["D"][-1]


def test_the_rating_curve_ends_where_the_table_is_and_has_only_who_has_played(store: Store) -> None:
    cup = event(4, stages=stage("round robin", games=2))
    nobody = replace(cup, entrants=(*cup.entrants, Entrant("Nobody")))  # a team without a program
    journal = filled(store, nobody)
    curve = rating_curve(store, journal.number)
    rows = event_view(store, journal.number).stages[0].groups[0].rows
    assert "Nobody" in [row.name for row in rows]
    table = {row.name: row.elo for row in rows if row.elo is not None}
    assert {name: round(points[-1], 1) for name, points in curve.items()} == table
    assert set(curve) == set("ABCD")


def test_events_are_listed_newest_first(store: Store) -> None:
    first, second = create(store, event(2)), create(store, event(3, name="Later"))
    assert [(line.id, line.name, line.games) for line in listed(store)] == [
        (second.number, "Later", 0),
        (first.number, "Test", 0),
    ]


def test_a_stage_that_has_not_begun_has_no_groups(store: Store) -> None:
    stages = [*stage("round robin", games=2), {"name": "Final", "kind": "knock-out", "take": 2}]
    journal = create(store, event(3, stages=stages))
    view = event_view(store, journal.number)
    assert [len(found.groups) for found in view.stages] == [1, 0]
    assert "Not begun" in export.to_html(view, {})
    assert "Noch nicht begonnen" in export.to_html(view, {}, "de")
    with pytest.raises(TournamentError, match="expected a language of de, en, not 'fr'"):
        export.to_html(view, {}, "fr")


def test_json_holds_the_whole_event(store: Store) -> None:
    journal = filled(store, event(3))
    view = event_view(store, journal.number)
    assert json.loads(export.to_json(view)) == json.loads(json.dumps(asdict(view)))


def test_csv_has_a_line_for_each_game_and_each_row(store: Store) -> None:
    journal = filled(store, event(3))
    games = list(csv.DictReader(export.games_csv(journal).splitlines()))
    assert len(games) == 6
    assert games[0]["first_points"] in "02"
    assert games[0]["first_scores"].endswith("10")
    rows = list(csv.DictReader(export.tables_csv(event_view(store, journal.number)).splitlines()))
    assert [row["name"] for row in rows] == ["A", "B", "C"]


def test_the_tables_of_csv_join_on_event_stage_group_and_name(store: Store) -> None:
    stages = [
        {"name": "League", "kind": "round robin", "games": 2, "groups": 2},
        {"name": "Final", "kind": "round robin", "take": 1, "games": 2},
    ]
    journal = filled(store, event(6, stages=stages))
    games = list(csv.DictReader(export.games_csv(journal).splitlines()))
    rows = list(csv.DictReader(export.tables_csv(event_view(store, journal.number)).splitlines()))
    tables = {(row["event"], row["stage"], row["group"], row["name"]): row for row in rows}
    assert len(tables) == len(rows) == 8
    won: Counter[tuple[str, ...]] = Counter()
    for game in games:
        for side in ("first", "second"):
            key = (game["event"], game["stage"], game["group"], game[side])
            assert key in tables
            won[key] += game[f"{side}_points"] == "2"
    assert {key: int(row["games_won"]) for key, row in tables.items()} == {key: won[key] for key in tables}
    assert {game["stage"] for game in games} == {"League", "Final"}


def test_the_report_tells_faults_with_tracebacks_and_leads_to_every_game(store: Store) -> None:
    journal = create(store, event(2, stages=stage("pair", games=2)))
    said = {"A": "Traceback (most recent call last):\n  <b>ZeroDivisionError</b>"}
    faults = {"A": Refusal("crashed", detail="ZeroDivisionError: <x>")}
    for game in progress(journal.event, {}).open:
        journal.add(replace(report(game, winner="B", fault="A"), faults=faults, logs=said))
    view, logs = event_view(store, journal.number), fault_logs(store, journal.number)
    numbers = sorted(logs)
    alone = export.to_html(view, {}, logs=logs)
    assert "crashed (ZeroDivisionError: &lt;x&gt;)" in alone
    assert "&lt;b&gt;ZeroDivisionError" in alone
    for number in numbers:
        assert f'href="#game-{number}"' in alone
        assert f'<li id="game-{number}">' in alone
    served = export.to_html(view, {}, logs=logs, page="http://localhost:8000/")
    assert f'href="http://localhost:8000/record/{numbers[0]}"' in served
    with pytest.raises(TournamentError, match="expected the address of a page"):
        export.to_html(view, {}, page="javascript:alert(1)")


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        self.addresses += [str(value) for name, value in attrs if name in ("src", "href")]
        if tag not in ("meta", "br", "input"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_stands_alone_and_is_well_formed(store: Store) -> None:
    entrants = [{"name": name, "player": "random"} for name in ("<i>A", "B & co", "C")]
    stages = [*stage("round robin", games=2), {"name": "Final", "kind": "knock-out", "take": 2, "games": 2}]
    journal = filled(store, event(0, entrants=entrants, stages=stages))
    curve = rating_curve(store, journal.number)
    assert min(map(len, curve.values())) > 1
    page = export.to_html(event_view(store, journal.number), curve)
    tags = Tags()
    tags.feed(page)
    assert tags.open == []
    assert all(address.startswith("#game-") for address in tags.addresses)
    assert "script" not in tags.seen
    assert "i" not in tags.seen
    assert "svg" in tags.seen
    assert "&lt;i&gt;A" in page
    assert "Final" in page
    assert "is really the strongest with probability" in page


def test_both_languages_of_the_report_have_the_same_words() -> None:
    def keys(words: Any) -> set[str]:
        if not isinstance(words, dict):
            return {""}
        return {f"{name}/{key}" for name, inner in words.items() for key in keys(inner)}

    english, german = (keys(export.words(language)) for language in ("en", "de"))
    assert english == german
    assert set(KINDS) == set(export.words("en")["kinds"])


def test_the_report_shows_every_kind_of_stage(store: Store) -> None:
    """Nothing a format can be is left to a comparison of its name."""
    keys: dict[str, dict[str, Any]] = {"swiss": {"rounds": 1}, "pair": {"stop": {"elo1": 200}}}
    for kind in KINDS:
        journal = filled(store, event(2, stages=stage(kind, games=2, **keys.get(kind, {}))))
        view = event_view(store, journal.number)
        shown = export.to_html(view, {}, "de")
        assert export.words("de")["kinds"][kind] in shown
        assert ('class="bracket"' in shown) == KINDS[kind].bracket == view.stages[0].bracket
        assert ("LLR" in shown) == (kind == "pair")


def test_an_entrant_shows_its_own_log_of_its_faults_only(store: Store) -> None:
    said = event(2, stages=stage("round robin", games=2))
    journal = create(store, said)
    logs = {"A": "A's secret plan", "B": "Traceback: no idea"}
    for game in progress(said, journal.results()).open:
        journal.add(replace(report(game, winner="A", fault="B"), logs=logs))
    assert set(bot_view(store, journal.number, "B").logs.values()) == {"Traceback: no idea"}
    assert len(bot_view(store, journal.number, "B").logs) == 2
    assert bot_view(store, journal.number, "A").logs == {}


def test_no_cell_of_a_csv_is_a_formula(store: Store) -> None:
    cup = event(4, stages=stage("round robin", games=2))
    names = ("=1+1", "+SUM(A1)", "-2", "@here")
    named = replace(
        cup, entrants=tuple(replace(one, name=name) for one, name in zip(cup.entrants, names, strict=True))
    )
    journal = filled(store, named)
    view = event_view(store, journal.number)
    games = list(csv.DictReader(export.games_csv(journal).splitlines()))
    rows = list(csv.DictReader(export.tables_csv(view).splitlines()))
    assert (
        {game["first"] for game in games} == {row["name"] for row in rows} == {f"'{name}" for name in names}
    )
    numbers = [row["elo"] for row in rows]
    assert [float(number) for number in numbers] == [row.elo for row in view.stages[0].groups[0].rows]


def test_a_workbook_holds_tables_and_games_as_numbers_and_plain_texts(store: Store) -> None:
    cup = event(3, stages=stage("round robin", games=2))
    named = [replace(one, name=name) for one, name in zip(cup.entrants, ("=1+1", "no", "C"), strict=True)]
    journal = filled(store, replace(cup, entrants=tuple(named)))
    view = event_view(store, journal.number)
    made = export.to_xlsx(view, journal, "de")
    with zipfile.ZipFile(io.BytesIO(made)) as book:
        shared = book.read("xl/sharedStrings.xml").decode()
        sheets = [book.read(f"xl/worksheets/sheet{number}.xml").decode() for number in (1, 2)]
        names = book.read("xl/workbook.xml").decode()
    assert 'name="Tabelle"' in names
    assert 'name="Partien"' in names
    assert "<t>=1+1</t>" in shared
    assert "<t>no</t>" in shared  # a name is no word of ours
    assert "Begegnungen gewonnen" in shared
    assert "<f>" not in "".join(sheets)  # no formulas
    assert [sheet.count("<row ") for sheet in sheets] == [1 + 3, 1 + 6]
    elo = view.stages[0].groups[0].rows[0].elo
    assert f"<v>{elo}</v>" in sheets[0]
