"""With `--on ray` the page's bots think on the cluster, and a node that dies costs a retry, not a game."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from schwarm.web.env import env_of
from tests import ROOT
from tests.waiting import wait
from tests.web.shared.requests import bearer, begin, state
from tests.web.shared.site import in_memory


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    pytest.importorskip("ray")  # here: it takes a second of everybody who collects
    from ray.cluster_utils import Cluster

    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "src"))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        made = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
        try:
            yield made
        finally:
            made.shutdown()


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
def test_bots_think_on_the_cluster_and_a_lost_node_costs_a_retry(cluster: Any, tmp_path: Path) -> None:
    victim = cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    with in_memory(tmp_path, class_on=f"ray:{cluster.address}", bot_budget_ms=6000) as client:
        seat = begin(client, side="red", level="best")
        path = f"/api/tables/{seat['id']}/moves"

        def move() -> None:
            shown = state(client, seat, **bearer(seat))
            made = client.post(path, json={"move": shown["moves"][0]["move"]}, headers=bearer(seat))
            assert made.status_code == 200

        def plies() -> int:
            return len(state(client, seat)["history"])

        move()
        wait(lambda: plies() == 2)
        move()
        cluster.remove_node(victim, allow_graceful=False)
        assert plies() == 3, "its node dies while the bot thinks"
        cluster.add_node(num_cpus=1)
        wait(lambda: plies() == 4)
        assert state(client, seat)["status"] == "running"
        pool = env_of(client.app).tables.pool
        assert {type(crew).__name__ for crew in pool._crews.values()} == {"RayCrew"}
