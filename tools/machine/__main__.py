"""Tries the sandbox under control groups v2 in a virtual machine of its own: `python -m tools.machine`.

A Debian with its own kernel is put in a folder (debootstrap), made a disk and started by QEMU, which computes
the processor itself where no other is lent: a boot takes minutes, all attempts in one setting some ten. Two
boots: one under systemd, one without. As root, with debootstrap, qemu-system-x86 and e2fsprogs.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]

PACKAGES = (
    "linux-image-cloud-amd64", "systemd", "systemd-sysv", "dbus", "dbus-user-session", "libpam-systemd",
    "python3", "bubblewrap", "util-linux", "iproute2", "udev",
)  # fmt: skip
NEEDED = ("debootstrap", "qemu-system-x86_64", "mke2fs")
INSIDE = "opt/schwarm/tools/machine/inside.py"
UNIT = f"""[Unit]
After=multi-user.target

[Service]
Type=simple
ExecStart=/usr/bin/python3 -B /{INSIDE}
StandardOutput=tty
TTYPath=/dev/ttyS0
TasksMax=infinity

[Install]
WantedBy=multi-user.target
"""
BOOTS = {"systemd": "", "plain": f"init=/usr/bin/python3 -- -B /{INSIDE}"}
SUITE = "bookworm"
MEMORY_MIB = 3072
DISK_MIB = 2048


def main() -> int:
    """Build what is missing, go through both boots, print a table; 1 if an attempt was not held."""
    parser = argparse.ArgumentParser(prog="python -m tools.machine", description=__doc__)
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "machine", help="where it is built")
    parser.add_argument("--boot", choices=BOOTS, action="append", help="one of the two boots only")
    parser.add_argument("--only", default="", help="settings with this in their names only")
    parser.add_argument("--console", action="store_true", help="show the machine's console")
    words = parser.parse_args()
    if missing := [name for name in NEEDED if shutil.which(name) is None]:
        parser.error(f"missing: {', '.join(missing)}")
    if os.geteuid() != 0:
        parser.error("only root can make a Debian in a folder")
    disk = build(words.folder)
    failed = 0
    for boot in words.boot or BOOTS:
        lines = run(disk, words.folder / "root", BOOTS[boot], words.only, console=words.console)
        failed += show(lines)
    return 1 if failed else 0


def build(folder: Path) -> Path:
    """A disk with a Debian and today's sources; the Debian is kept from call to call."""
    root = folder / "root"
    made = folder / "made"
    if not made.exists():
        shutil.rmtree(root, ignore_errors=True)
        folder.mkdir(parents=True, exist_ok=True)
        include = f"--include={','.join(PACKAGES)}"
        subprocess.run(["debootstrap", "--variant=minbase", include, SUITE, str(root)], check=True)
        inside = ["chroot", str(root)]
        subprocess.run([*inside, "useradd", "--create-home", "--uid=1000", "pupil"], check=True)
        made.touch()
    home = root / "opt" / "schwarm"
    shutil.rmtree(home, ignore_errors=True)
    unwanted = shutil.ignore_patterns("__pycache__", "*.so", "static", "*.net")
    for name in ("src/schwarm", "tools/machine"):
        shutil.copytree(ROOT / name, home / name, ignore=unwanted)
    (root / "etc/systemd/system/attempts.service").write_text(UNIT)
    subprocess.run(["chroot", str(root), "systemctl", "enable", "--quiet", "attempts"], check=True)
    disk = folder / "disk.img"
    disk.unlink(missing_ok=True)
    subprocess.run(["mke2fs", "-q", "-t", "ext4", "-d", str(root), str(disk), f"{DISK_MIB}M"], check=True)
    return disk


def run(disk: Path, root: Path, how: str, only: str, *, console: bool) -> Iterator[dict[str, Any]]:
    """What the machine says, until it is off."""
    (kernel,) = root.glob("boot/vmlinuz-*")
    (initial,) = root.glob("boot/initrd.img-*")
    said = [
        "root=/dev/vda",
        "rw",
        "console=ttyS0",
        "quiet",
        "panic=-1",
        "mitigations=off",
        "no_timer_check",
        "net.ifnames=0",
    ]
    said += [f"schwarm.only={only.replace(' ', '_')}"] if only else []
    said += [how] if how else []  # last: its arguments follow
    command = ["nice", "-n", "10", "qemu-system-x86_64", "-accel", "tcg,thread=single", "-cpu", "max"]
    command += ["-smp", "2", "-m", str(MEMORY_MIB), "-display", "none", "-serial", "stdio", "-no-reboot"]
    command += ["-monitor", "none", "-nic", "none", "-kernel", str(kernel), "-initrd", str(initial)]
    command += ["-drive", f"file={disk},if=virtio,format=raw,snapshot=on", "-append", " ".join(said)]
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE) as machine:
        assert machine.stdout is not None
        try:
            for data in machine.stdout:
                line = data.decode("utf-8", "replace").strip()
                if console:
                    print(f"| {line}", file=sys.stderr)
                if line.startswith("RESULT {"):
                    yield json.loads(line.removeprefix("RESULT "))
        finally:
            machine.kill()


def show(lines: Iterator[dict[str, Any]]) -> int:
    """Print what was said as it comes; how many things were not as promised."""
    failed, done, expected = 0, False, ""
    for line in lines:
        done = done or "done" in line
        if "setting" in line:
            expected = line["expected"]
            print(f"\n{line['setting']}")
        elif "kind" in line:
            wrong = expected not in line["kind"]
            failed += wrong
            print(f"  {line['kind']}{' (expected: ' + expected + ')' if wrong else ''}")
            print("  " + " ".join(f"{name}={value!r}" for name, value in line["limits"].items()))
        elif "attempt" in line:
            bad = not line["held"] and not line["uncovered"]
            failed += bad
            word = "held" if line["held"] else "NOT HELD" if bad else "not covered"
            print(f"  {line['attempt']:18} {word:12} {line['got']}")
        elif line.get("left") or line.get("code"):
            failed += 1
            print(f"  {line}")
        sys.stdout.flush()
    if not done:
        print("the machine went off before the end")
    return failed + (not done)


if __name__ == "__main__":
    sys.exit(main())
