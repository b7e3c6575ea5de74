"""The tree of a knock-out: rounds to come are there, the match for third place stands beside."""

from pathlib import Path

from schwarm.store import open_store
from schwarm.tournament import export
from schwarm.tournament.journal import create
from schwarm.tournament.progress import progress
from schwarm.tournament.tree import tree
from schwarm.tournament.views import event_view
from tests.tournament.events import event, filled, report, stage


def test_rounds_to_come_have_empty_places(tmp_path: Path) -> None:
    said = event(8, stages=stage("knock-out", games=2))
    with open_store(str(tmp_path / "games.db")) as store:
        journal = create(store, said)
        for game in progress(said, journal.results()).open:
            journal.add(report(game, winner=min(game.first, game.second)))
        (group,) = event_view(store, journal.number, ratings=False).stages[0].groups
    drawn = tree(group.days)
    assert [one.title for one in drawn.rounds] == ["quarter-final", "semi-final", "final"]
    assert [len(one.matches) for one in drawn.rounds] == [4, 2, 1]
    assert drawn.rounds[2].matches == [None]
    assert drawn.third is None


def test_a_finished_tree_has_the_match_for_third_place_beside_it(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "games.db")) as store:
        number = filled(store, event(6, stages=stage("knock-out", games=2))).number
        view = event_view(store, number, ratings=False)
    drawn = tree(view.stages[0].groups[0].days)
    final = drawn.rounds[-1].matches[0]
    assert final is not None
    assert final.winner == "A"
    assert drawn.third is not None
    assert {drawn.third.home, drawn.third.away} == {"C", "D"}
    assert 'class="third-place"' in export.to_html(view, {})
    assert tree([]).rounds == []
