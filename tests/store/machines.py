"""Machines of our own: network namespaces on one wire, each with processes of its own; cables can be pulled.

Only root may make them, with the program `ip`; nothing of it touches the machine's own network.
"""

from __future__ import annotations

import ctypes
import os
import secrets
import shutil
import subprocess
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import TypeVar

NETWORK = "10.213.0"
CLONE_NEWNET = 0x4000_0000
Found = TypeVar("Found")


def ip(words: str) -> None:
    """Run `ip`."""
    subprocess.run(["ip", *words.split()], check=True, capture_output=True)


def possible() -> bool:
    """May we make machines here?"""
    if os.geteuid() != 0 or not all(map(shutil.which, ("ip", "unshare", "setpriv"))):
        return False
    name = f"schwarm-{secrets.token_hex(3)}"
    with suppress(subprocess.CalledProcessError):
        ip(f"netns add {name}")
        ip(f"netns del {name}")
        return True
    return False


class Machines:
    """A hub, where tests and the database are, and machines that hang on it by a cable each."""

    def __init__(self, count: int) -> None:
        self._mark = secrets.token_hex(3)
        self.hub = f"schwarm-{self._mark}-hub"
        self.hub_address = f"{NETWORK}.1"
        self.addresses = [f"{NETWORK}.{number + 2}" for number in range(count)]
        ip(f"netns add {self.hub}")
        ip(f"-n {self.hub} link add wire type bridge")
        ip(f"-n {self.hub} addr add {self.hub_address}/24 dev wire")
        ip(f"-n {self.hub} link set wire up")
        for number, address in enumerate(self.addresses):
            name = self.name(number)
            ip(f"netns add {name}")
            ip(f"-n {self.hub} link add to{number} type veth peer name cable netns {name}")
            ip(f"-n {self.hub} link set to{number} master wire up")
            ip(f"-n {name} addr add {address}/24 dev cable")
            for device in ("cable", "lo"):
                ip(f"-n {name} link set {device} up")

    def name(self, number: int) -> str:
        """That of a machine's namespace."""
        return f"schwarm-{self._mark}-{number}"

    def pull(self, number: int) -> None:
        """Nothing goes to this machine any more, nor comes from it; nobody is told."""
        ip(f"-n {self.hub} link set to{number} down")

    def plug(self, number: int) -> None:
        """The cable is in again."""
        ip(f"-n {self.hub} link set to{number} up")

    def start(self, number: int, command: list[str], **more: object) -> subprocess.Popen[bytes]:
        """A program of this machine, which sees no processes of others; it ends with what is returned."""
        apart = ["ip", "netns", "exec", self.name(number), "unshare", "--pid", "--fork", "--mount-proc"]
        return subprocess.Popen([*apart, "--kill-child", *command], **more)  # type: ignore[call-overload,no-any-return]

    def at_hub(self, work: Callable[[], Found]) -> Found:
        """Do something with connections from the hub."""

        def move() -> None:
            with open(f"/run/netns/{self.hub}", encoding="utf-8") as place:
                if ctypes.CDLL(None, use_errno=True).setns(place.fileno(), CLONE_NEWNET):
                    raise OSError(ctypes.get_errno(), "setns")

        with ThreadPoolExecutor(1, initializer=move) as there:
            return there.submit(work).result()

    def close(self) -> None:
        """They are gone, with their cables."""
        for name in (*(self.name(number) for number in range(len(self.addresses))), self.hub):
            with suppress(subprocess.CalledProcessError):
                ip(f"netns del {name}")


@contextmanager
def machines(count: int) -> Iterator[Machines]:
    """So many machines."""
    made = Machines(count)
    try:
        yield made
    finally:
        made.close()
