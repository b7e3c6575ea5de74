"""The same event on a real Ray cluster of several nodes, one of which is killed in the middle."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from schwarm.game.record import replay
from schwarm.store import open_store
from schwarm.tournament.journal import create
from schwarm.tournament.run import EventRun, Finished, News
from schwarm.workers import LocalCrew, hired
from schwarm.workers.cluster import RayCrew
from tests import ROOT
from tests.tournament.events import event, stage, told


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    ray: Any = pytest.importorskip("ray")  # here: it takes a second of everybody who collects
    from ray.cluster_utils import Cluster

    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        made = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
        try:
            ray.init(address=made.address, log_to_driver=False)
            yield made
        finally:
            ray.shutdown()
            made.shutdown()


@pytest.mark.long
@pytest.mark.compiled_only
@pytest.mark.filterwarnings("ignore")
def test_a_node_killed_in_the_middle_costs_nothing_but_time(cluster: Any, tmp_path: Path) -> None:
    victim = cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    entrants = [
        {"name": name, "player": f"tests.tournament.bots:{name}", "inside": True}
        for name in ("slow", "dies", "last")
    ]
    said = event(0, entrants=entrants, stages=stage("round robin", games=10))
    with open_store(str(tmp_path / "games.db")) as store:
        journal = create(store, said)
        with hired(RayCrew()) as crew:
            seen: list[object] = []

            def listen(item: News) -> None:
                if isinstance(item, Finished):
                    seen.append(item.report.key)
                    if len(seen) == 6:
                        cluster.remove_node(victim, allow_graceful=False)

            assert crew.slots == 2
            assert EventRun(journal, crew, listen).play()
            assert list(crew.map(abs, range(-3, 0))) == [3, 2, 1], "and so does any other work"
        games = journal.games()
        assert len(games) == len(seen) == len(set(seen)) == 30
        for line in games:
            assert line.played.game is not None
            replay(store.record(line.played.game))
            if "dies" in line.played.players:  # its own doing, unlike the node's end
                assert line.played.points_of("dies") == 0
                assert "SIGSEGV" in told(line)
            else:
                assert told(line) == ""
        local = create(store, said)
        with hired(LocalCrew(2)) as here:
            EventRun(local, here).play()
        assert [line.played.points for line in local.games()] == [line.played.points for line in games]
