"""`schwarm up --lan`: the machine's addresses are found, told and answered to."""

from __future__ import annotations

import ipaddress
import os
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from schwarm.cli import run
from schwarm.cli.reach import lan_addresses, likelihood
from schwarm.cli.up import outside
from schwarm.web.shared.qr import terminal
from tests.ports import free_port
from tests.waiting import PATIENCE_S, wait


def test_the_addresses_found_are_this_machines_own() -> None:
    for address in lan_addresses():
        assert not ipaddress.ip_address(address).is_loopback
        with socket.socket() as own:
            own.bind((address, 0))


def test_the_address_of_a_room_goes_before_others() -> None:
    found = [ipaddress.ip_address(one) for one in ("203.0.113.9", "172.20.1.2", "10.8.0.2", "192.168.1.5")]
    assert str(min(found, key=likelihood)) == "192.168.1.5"


def test_links_for_others_never_lead_to_loopback() -> None:
    assert outside("127.0.0.1", ["localhost"], []) == []
    assert outside("0.0.0.0", [], ["192.168.1.5"]) == ["192.168.1.5"]
    assert outside("0.0.0.0", ["school.example"], []) == ["school.example"]
    assert outside("192.168.1.5", [], []) == ["192.168.1.5"]


def test_lan_chooses_the_addresses_itself(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["up", "--lan", "--host", "10.0.0.1"]) == 2
    assert "--lan or --host, not both" in capsys.readouterr().err


def answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=PATIENCE_S) as answer:
            return bool(answer.status == 200)
    except urllib.error.URLError:
        return False


def test_the_page_answers_at_the_address_that_is_printed_with_a_picture(tmp_path: Path) -> None:
    if not lan_addresses():
        pytest.skip("this machine is in no network")
    port = str(free_port())
    command = [sys.executable, "-m", "schwarm.cli", "up", "--lan", "--port", port, "--contest", "0"]
    with subprocess.Popen(
        [*command, "--store", str(tmp_path / "page.db"), "--quiet"], stdout=subprocess.PIPE, encoding="utf-8",
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
    ) as page:  # fmt: skip
        assert page.stdout is not None
        lines: list[str] = []
        while not lines or not lines[-1].startswith("reachable"):
            lines.append(page.stdout.readline().rstrip("\n"))
            assert page.poll() is None
        address = lines[0].split()[4]
        assert terminal(address).splitlines()[0] in lines
        try:
            wait(lambda: answers(f"{address}robots.txt"))
            with pytest.raises(urllib.error.HTTPError, match="421"):
                urllib.request.urlopen(
                    urllib.request.Request(address, headers={"Host": "elsewhere.example"}), timeout=PATIENCE_S
                )
        finally:
            page.terminate()
            page.wait(PATIENCE_S)
