"""Games with foreign programs, played by a crew: whatever a program does is an outcome."""

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from schwarm import players
from schwarm.game.record import replay
from schwarm.players import BotSpec
from schwarm.referee import Limits
from schwarm.workers import Contestant, LocalCrew, Report, Tally, Task, hired, play_all
from tests.workers.foreign import honest, program

OURS = Contestant("Ours", BotSpec("random"))
KILLED = "ended with code 9" if sys.platform == "win32" else "ended by SIGKILL"
AMPLE = Limits(60_000, 120_000)  # nobody is late on a busy machine

pytestmark = pytest.mark.compiled_only  # about processes, not about rules


def meet(
    player: str, folder: Path, limits: Limits = AMPLE, *, arrive_s: float = 60.0, sandbox: bool = False
) -> Report:
    """The program has blue against a bot of ours."""
    task = Task(
        (0,),
        "piranhas",
        7,
        (OURS, Contestant("Theirs", players.read(player, folder))),
        profile="official",
        options={"rounds": 4},
        limits=limits,
        arrive_s=arrive_s,
        sandbox=sandbox,
    )
    with hired(LocalCrew(1)) as crew:
        (report,) = play_all([task], crew)
    return report


def test_an_honest_program_plays_a_whole_game(tmp_path: Path) -> None:
    report = meet(honest(tmp_path), tmp_path)
    record = report.record
    assert report.faults == {}
    assert report.think_ms[1] > 0
    assert report.think_ms[0] > 0 or sys.platform == "win32"  # where clocks of threads tick every 16 ms
    assert record.seats == {"red": "Ours", "blue": "Theirs"}
    assert record.end is not None
    assert replay(record).outcome() is not None


@pytest.mark.parametrize(
    ("body", "reason", "said"),
    [
        ("sys.exit(3)", "left the game", "never came (ended with code 3)"),
        ("sys.exit('out of ideas')", "left the game", "never came (ended with code 1: out of ideas)"),
        ("os.kill(os.getpid(), 9)", "left the game", f"never came ({KILLED})"),
        ("join()", "left the game", ""),
        ("join().sendall(b'<rubbish')", "left the game", ""),
        ("join().sendall(b'<rubbish>' * 100000); time.sleep(600)", "left the game", ""),
        ("server = join(); time.sleep(600)", "time up", "within 2000 ms, none came"),
        (
            "subprocess.Popen([sys.executable, '-c', 'input()'], stdin=-1); server = join(); time.sleep(600)",
            "time up",
            "within 2000 ms, none came",
        ),
        ("time.sleep(600)", "left the game", "never came (did not connect within 3 s)"),
    ],
    ids=[
        "exit",
        "last words",
        "killed",
        "leaves",
        "garbage",
        "flood",
        "hangs",
        "hangs with a child",
        "never comes",
    ],
)
def test_what_a_program_does_wrong_is_an_outcome(body: str, reason: str, said: str, tmp_path: Path) -> None:
    silent, absent = "server = join()" in body, body.startswith("time.sleep")
    limits = Limits(2_000, 2_000) if silent else AMPLE  # the clock decides only where it is what is tested
    report = meet(program(tmp_path, body), tmp_path, limits, arrive_s=3.0 if absent else 60.0)
    end = report.record.end
    assert end is not None
    assert (end.winner, end.reason) == ("red", reason)
    assert said in report.faults["Theirs"]
    assert Tally.of(report, "Theirs").losses == Tally.of(report, "Ours").wins == 1
    if Path("/proc").exists():
        assert not [pid for pid in os.listdir("/proc") if pid.isdigit() and runs(pid, str(tmp_path))]


def runs(pid: str, word: str) -> bool:
    try:
        return word in Path(f"/proc/{pid}/cmdline").read_text(encoding="utf-8")
    except OSError:
        return False


def sandboxed(test: Callable[..., None]) -> Callable[..., None]:
    missing = shutil.which("bwrap") is None
    return pytest.mark.skipif(missing, reason="bubblewrap is not installed")(test)  # type: ignore[no-any-return]


@sandboxed
def test_a_sandboxed_program_reaches_the_game_and_nothing_else(tmp_path: Path) -> None:
    body = """
server = join()
for host, port in (("1.1.1.1", 53), (given.h, given.p + 1)):
    try:
        socket.create_connection((host, port), timeout=1)
        sys.exit("reached the outside")
    except OSError:
        pass
data = b""
while b"moveRequest" not in data:
    data += server.recv(65536)
server.sendall(b"<close/>")
"""
    report = meet(program(tmp_path, body), tmp_path, sandbox=True)
    assert report.record.end is not None
    assert report.record.end.reason == "left the game"
    assert len(report.record.plies) == 1
    assert "reached the outside" not in str(report.faults)
