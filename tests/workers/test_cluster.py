"""Clusters that are not there, and Ray's client port."""

from __future__ import annotations

import socket
import threading
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from typing import Any

import pytest

from schwarm.cli import run
from schwarm.players import BotSpec
from schwarm.referee import Limits
from schwarm.workers import Contestant, NoCluster, Report, pairs, play_all, working
from schwarm.workers import cluster as module
from schwarm.workers.cluster import CONNECT_S, knock
from schwarm.workers.task import Call, Failed, Made
from tests import ROOT
from tests.ports import free_port
from tests.waiting import wait

pytestmark = pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed")


@contextmanager
def listening(answer: bytes | None) -> Iterator[int]:
    """A port where somebody answers something, or nothing at all."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            with suppress(OSError), server.accept()[0] as line:
                if answer is not None:
                    line.sendall(answer)
                line.recv(1000)
                time.sleep(5)

        threading.Thread(target=serve, daemon=True).start()
        yield server.getsockname()[1]


@pytest.mark.parametrize("form", ["ray:127.0.0.1:{}", "ray://127.0.0.1:{}"])
def test_where_nobody_listens_one_line_says_so(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["match", "piranhas", "1", "random", "--on", form.format(free_port())]) == 2
    said = capsys.readouterr().err
    assert "no Ray cluster at" in said
    assert said.count("\n") == 1


def test_whoever_is_silent_or_no_cluster_is_given_up() -> None:
    assert CONNECT_S == 10
    with listening(None) as port, pytest.raises(NoCluster, match=r"no answer within 0.5 s"):
        knock(f"127.0.0.1:{port}", within_s=0.5)
    with (
        listening(b"HTTP/1.1 400 Bad Request\r\n\r\n") as port,
        pytest.raises(NoCluster, match="something else"),
    ):
        knock(f"ray://127.0.0.1:{port}")
    for address in ("nowhere", "127.0.0.1:", "127.0.0.1:99999", ":5"):
        with pytest.raises(NoCluster):
            knock(address)


@contextmanager
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Any, str]]:
    """A head of one CPU with Ray's client port, and its address."""
    from ray.cluster_utils import Cluster

    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    monkeypatch.setenv("RAY_CLIENT_RECONNECT_GRACE_PERIOD", "1")
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "src"))
    port = free_port()
    head = {"num_cpus": 1, "include_dashboard": False, "ray_client_server_port": port}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        made = Cluster(initialize_head=True, head_node_args=head)
        try:
            wait(lambda: answers(port))
            yield made, f"ray://127.0.0.1:{port}"
        finally:
            made.shutdown()


@pytest.mark.compiled_only
@pytest.mark.filterwarnings("ignore")
@pytest.mark.long
def test_games_are_played_through_rays_client_port(monkeypatch: pytest.MonkeyPatch) -> None:
    tasks = pairs(
        "piranhas",
        Contestant("one", BotSpec("greedy")),
        Contestant("other", BotSpec("random")),
        2,
        options={"rounds": 4},
        limits=Limits(60_000, 120_000),
    )
    with cluster(monkeypatch) as (_, address), working(address) as crew:
        reports = list(play_all(tasks, crew))
        assert list(crew.map(abs, range(-3, 0))) == [3, 2, 1]
    assert [report.faults for report in reports] == [{}, {}]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.long
def test_a_callback_that_raises_and_a_lost_head_leave_no_work_waiting(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(module, "GONE_S", 1.0)
    ended: list[Made | Failed | Report] = []

    def fail(_: object) -> None:
        raise KeyError("a callback's own mistake")

    with cluster(monkeypatch) as (made, address):
        crew = module.RayCrew(address)
        crew.submit(Call((1,), abs, (-3,)), fail)
        crew.submit(Call((2,), abs, (-4,)), ended.append)
        wait(lambda: ended)
        assert ended == [Made((2,), 4)]
        assert "what came of (1,) was not heard" in caplog.text
        crew.submit(Call((3,), time.sleep, (600,)), ended.append)
        crew.submit(Call((4,), abs, (-5,)), ended.append)
        wait(lambda: len(crew._doing) == 1)
        made.remove_node(made.head_node, allow_graceful=False)
        wait(lambda: len(ended) == 3)
        for failed in ended[1:]:
            assert isinstance(failed, Failed)
            assert failed.final
            assert "the cluster does not answer any more" in str(failed.why)
        with pytest.raises(NoCluster, match="does not answer any more"):
            crew.submit(Call((5,), abs, (-6,)), ended.append)
        crew.close()


def answers(port: int) -> bool:
    try:
        knock(f"127.0.0.1:{port}")
    except NoCluster:
        return False
    return True
