"""The pages for schools: what they print installs, starts, saves and restores a server in an empty system."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from tests import ROOT
from tests.documents import blocks
from tests.ports import free_port
from tests.test_documents import understand

PAGES = ("docs/how-to/school.md", "docs/how-to/schule.md")
HOME = "/var/lib/schwarm"
UNIT = ROOT / "deploy" / "schwarm.service"
CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")
INSTALL, UPDATE, BACKUP, RESTORE = range(4)  # the blocks of a page
ANSWERS = """
for try in $(seq 300); do
  python3 -c 'import urllib.request; urllib.request.urlopen("http://localhost:{port}/robots.txt")' && break
  sleep 1
done 2>/dev/null
"""


def printed(page: str) -> list[str]:
    return [body for kind, body in blocks(page) if kind == "sh school"]


def start_line() -> str:
    (line,) = re.findall(r"^ExecStart=(.*)$", UNIT.read_text(), re.MULTILINE)
    return str(line)


def test_both_pages_print_the_same_lines_and_every_command_is_understood() -> None:
    english, german = map(printed, PAGES)
    assert english == german
    assert len(english) == 4
    ours = [line for body in english for line in body.splitlines() if "venv/bin/schwarm" in line]
    assert len(ours) == 4
    for line in ours:
        assert line.startswith("runuser -u schwarm -- venv/bin/schwarm ")
        if "doctor" not in line:
            understand(["schwarm", *shlex.split(line.removesuffix("&&"))[5:]])


def test_the_service_keeps_what_the_pages_save() -> None:
    words = shlex.split(start_line())
    assert words[0] == f"{HOME}/venv/bin/schwarm"
    assert f"--store={HOME}/schwarm.db" in words
    assert f"--operator-token-file={HOME}/operator-token" in words
    restore = printed(PAGES[0])[RESTORE]
    assert 'mkdir "$old" && mv schwarm.db* operator-token "$old"' in restore


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_nothing_is_updated_without_a_backup_and_nothing_saved_is_overwritten(tmp_path: Path) -> None:
    update, restore = (printed(PAGES[0])[number].replace(HOME, str(tmp_path)) for number in (UPDATE, RESTORE))
    refused = (
        'runuser() { echo "$@"; case "$*" in *" backup "*) return 2; esac; }; systemctl() { echo "$@"; }\n'
    )
    done = subprocess.run(["bash", "-c", refused + update], capture_output=True, text=True)
    assert [line.split()[3:5] for line in done.stdout.splitlines()] == [["venv/bin/schwarm", "backup"]], (
        done.stdout
    )
    (tmp_path / "backup-1.zip").touch()
    for number in range(2):
        for name in ("schwarm.db", "schwarm.db.key", "operator-token"):
            (tmp_path / name).write_text(str(number))
        stub = f"runuser() {{ :; }}; systemctl() {{ :; }}; date() {{ echo {number}; }}\n"
        subprocess.run(["bash", "-c", stub + restore], check=True)
    assert [path.read_text() for path in sorted(tmp_path.glob("*/schwarm.db"))] == ["0", "1"]


@pytest.mark.long
@pytest.mark.skipif(
    os.geteuid() != 0 or shutil.which("debootstrap") is None, reason="needs root, debootstrap"
)
def test_the_installation_of_a_school_works_in_an_empty_system(tmp_path: Path) -> None:
    """Line by line as printed; no systemd runs there, so that the service's own line is started by hand."""
    system, port = tmp_path / "system", free_port()
    make = ["debootstrap", "--variant=minbase", "--include=ca-certificates,systemd", "bookworm", str(system)]
    subprocess.run(make, check=True, capture_output=True)
    bundle = system / "opt" / "schwarm.bundle"
    subprocess.run(["git", "-C", str(ROOT), "bundle", "create", "-q", str(bundle), "HEAD"], check=True)
    for file in (Path("/etc/resolv.conf"), Path("/etc/hosts"), CERTIFICATES):
        if file.exists():
            shutil.copy(file, system / file.relative_to("/"))
    install, backup, restore = (
        body.replace("CHECKOUT", "/opt/schwarm.bundle").replace("--now ", "")
        for number, body in enumerate(printed(PAGES[0]))
        if number in (INSTALL, BACKUP, RESTORE)
    )
    restore = re.sub(r"^systemctl .*\n", "", restore, flags=re.MULTILINE)
    start = f"runuser -u schwarm -- {start_line()} --port={port} --contest=0 &\nserver=$!\n"
    script = "\n".join(
        (
            "set -ex", "cd /root", install, f"systemd-analyze verify /etc/systemd/system/{UNIT.name}",
            start, ANSWERS.format(port=port), backup, "kill $server; wait $server || true",
            restore, start, ANSWERS.format(port=port), f"kill $server; wait $server || true; echo {tmp_path}",
        )
    )  # fmt: skip
    (system / "opt" / "walk.sh").write_text(script)
    inside = f"mount -t proc proc {system}/proc; mkdir -p {system}/dev/shm; "
    inside += f"mount -t tmpfs -o mode=1777 shm {system}/dev/shm; exec chroot {system} bash /opt/walk.sh"
    clean = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root"}
    clean |= {"DEBIAN_FRONTEND": "noninteractive", "PIP_CERT": str(CERTIFICATES)}
    done = subprocess.run(
        ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-ec", inside],
        env=clean, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-5000:]
    assert done.stdout.endswith(f"{tmp_path}\n")
    home = system / HOME.lstrip("/")
    (saved,) = home.glob("backup-*.zip")
    for file in (home / "schwarm.db", home / "schwarm.db.key", home / "operator-token", saved):
        assert file.stat().st_mode & 0o777 == 0o600, file.name
    (before,) = home.glob("old-*/operator-token")
    assert (home / "operator-token").read_text() == before.read_text()
