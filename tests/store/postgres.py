"""A private PostgreSQL: made in a temporary folder, reached through a Unix socket, gone afterwards."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

# Tests kill programs, never the machine: what PostgreSQL has written need not be on the disk as well.
QUICK = ["-c", "fsync=off", "-c", "full_page_writes=off"]


def programs() -> Path | None:
    """The folder of PostgreSQL's own programs; Debian keeps them out of the path."""
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    return max(Path("/usr/lib/postgresql").glob("*/bin"), default=None)


@contextmanager
def cluster(bin_folder: Path) -> Iterator[str]:
    """The address of a running server, without a database's name."""
    root = os.geteuid() == 0
    user = pwd.getpwnam("nobody") if root else pwd.getpwuid(os.geteuid())
    folder = Path(tempfile.mkdtemp(prefix="schwarm-pg-"))  # short: a socket's path has little room
    if root:  # PostgreSQL refuses to run as root
        os.chown(folder, user.pw_uid, user.pw_gid)
    data = folder / "data"
    who = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []} if root else {}
    try:
        subprocess.run(
            [bin_folder / "initdb", "-D", data, "-U", "schwarm", "-A", "trust", "-E", "UTF8", "--no-sync"],
            check=True,
            capture_output=True,
            cwd=folder,
            **who,  # type: ignore[call-overload]
        )
        with (folder / "log").open("wb") as log:
            server = subprocess.Popen(
                [bin_folder / "postgres", "-D", data, "-k", folder, *QUICK, "-c", "listen_addresses="],
                stdout=log,
                stderr=log,
                cwd=folder,
                **who,  # type: ignore[call-overload]
            )
        try:
            wait_until_ready(bin_folder, folder, server)
            yield f"postgresql://schwarm@/{{database}}?host={folder}"
        finally:
            server.send_signal(signal.SIGQUIT)  # at once: nobody needs the data again
            server.wait(timeout=30)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def wait_until_ready(bin_folder: Path, folder: Path, server: subprocess.Popen[bytes]) -> None:
    for _ in range(300):
        ready = subprocess.run([bin_folder / "pg_isready", "-q", "-h", folder, "-U", "schwarm"], cwd=folder)
        if ready.returncode == 0:
            return
        if server.poll() is not None:
            break
        time.sleep(0.1)
    raise RuntimeError("PostgreSQL did not start: " + (folder / "log").read_text()[-2000:])
