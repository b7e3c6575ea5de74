"""A private PostgreSQL: made in a temporary folder, reached through a Unix socket, gone afterwards."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.waiting import PATIENCE_S, wait

# Tests kill programs, never the machine: what PostgreSQL has written need not be on the disk as well.
QUICK = ["-c", "fsync=off", "-c", "full_page_writes=off"]


def programs() -> Path | None:
    """The folder of PostgreSQL's own programs; Debian keeps them out of the path."""
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    return max(Path("/usr/lib/postgresql").glob("*/bin"), default=None)


class Postgres:
    """A server that can be stopped and started again; its data stays.

    It may run in a network namespace, where it is reached at an address (tests/store/machines.py).
    """

    def __init__(self, bin_folder: Path, folder: Path, space: str = "", at: str = "") -> None:
        self.address = f"postgresql://schwarm@{at}/{{database}}" + ("" if at else f"?host={folder}")
        self._space, self._at = space, at
        self._bin, self._folder = bin_folder, folder
        import pwd  # here: the other stores are tested on every system

        root = os.geteuid() == 0
        user = pwd.getpwnam("nobody") if root else pwd.getpwuid(os.geteuid())
        if root:  # PostgreSQL refuses to run as root
            os.chown(folder, user.pw_uid, user.pw_gid)
        self._who: dict[str, Any] = (
            {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []} if root else {}
        )
        make = [str(bin_folder / "initdb"), "-D", str(folder / "data"), "-U", "schwarm", "-A", "trust"]
        make += ["-E", "UTF8", "--no-sync"]
        subprocess.run(make, check=True, capture_output=True, cwd=folder, **self._who)
        if at:
            with (folder / "data" / "pg_hba.conf").open("a") as trusted:
                trusted.write(f"host all all {at}/24 trust\n")
        self._server: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Returns when it answers."""
        command = [str(self._bin / "postgres"), "-D", str(self._folder / "data"), "-k", str(self._folder)]
        command += [*QUICK, "-c", f"listen_addresses={self._at}"]
        who = self._who
        if self._space:  # only root may enter it
            enter = ["ip", "netns", "exec", self._space, "setpriv", f"--reuid={who['user']}"]
            command, who = [*enter, f"--regid={who['group']}", "--clear-groups", *command], {}
        with (self._folder / "log").open("ab") as log:
            server: subprocess.Popen[bytes] = subprocess.Popen(
                command, stdout=log, stderr=log, cwd=self._folder, **who
            )
        self._server = server
        wait_until_ready(self._bin, self._folder, server)

    def stop(self) -> None:
        """At once: whoever is connected is cut off."""
        if self._server is not None:
            self._server.send_signal(signal.SIGQUIT)
            self._server.wait(timeout=PATIENCE_S)
            self._server = None


@contextmanager
def own_server(bin_folder: Path, space: str = "", at: str = "") -> Iterator[Postgres]:
    """A server of one's own, running."""
    folder = Path(tempfile.mkdtemp(prefix="schwarm-pg-"))  # short: a socket's path has little room
    try:
        made = Postgres(bin_folder, folder, space, at)
        made.start()
        try:
            yield made
        finally:
            made.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def cluster(bin_folder: Path) -> Iterator[str]:
    """The address of a running server, without a database's name."""
    with own_server(bin_folder) as made:
        yield made.address


def wait_until_ready(bin_folder: Path, folder: Path, server: subprocess.Popen[bytes]) -> None:
    def answers() -> bool:
        if server.poll() is not None:
            raise RuntimeError("PostgreSQL did not start: " + (folder / "log").read_text("utf-8")[-2000:])
        asked = subprocess.run([bin_folder / "pg_isready", "-q", "-h", folder, "-U", "schwarm"], cwd=folder)
        return asked.returncode == 0

    wait(answers)
