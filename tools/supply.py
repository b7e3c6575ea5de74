"""What an installation is made of: `python -m tools.supply lock`, `python -m tools.supply sbom [FILE]`.

`lock` writes requirements.lock: the versions that are installed here, which the tests ran with, for every
system, with the fingerprints of their files; it needs uv and the network. `sbom` writes a bill of materials
(CycloneDX) of what the lock file names, without the network.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distributions, metadata
from pathlib import Path

from schwarm import __version__

ROOT = Path(__file__).parent.parent
LOCK = ROOT / "requirements.lock"
EXTRAS = ("server", "postgres")  # what a school runs
HEAD = "# What was tested, with the fingerprints of its files; made by: python -m tools.supply lock\n"
PINNED = re.compile(r"^(?P<name>[\w.-]+)==(?P<version>[^\s;]+)(?: ; (?P<where>.*?))? \\$")
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")


@dataclass(frozen=True, slots=True)
class Pin:
    """A package of the lock file; `where` says on which systems, if not on all."""

    name: str
    version: str
    where: str
    hashes: tuple[str, ...]


def pins(text: str) -> list[Pin]:
    """The packages of a lock file.

    >>> pins("a==1.0 ; sys_platform == 'win32' \\\\\\n    --hash=sha256:" + "0" * 64)[0].version
    '1.0'
    """
    found: list[Pin] = []
    for part in re.split(r"\n(?=\S)", text):
        start = PINNED.match(part.splitlines()[0]) if part.strip() else None
        if start is not None:
            hashes = tuple(HASH.findall(part))
            found.append(Pin(start["name"], start["version"], start["where"] or "", hashes))
    return found


def lock() -> None:
    """Write the lock file for what is installed here."""
    here = {one.name: one.version for one in distributions() if one.name != "schwarm"}
    with tempfile.TemporaryDirectory() as folder:
        tested, made = Path(folder, "tested.txt"), Path(folder, "made.txt")
        tested.write_text(
            "".join(f"{name}=={version}\n" for name, version in sorted(here.items())), encoding="utf-8"
        )
        extras = [word for extra in EXTRAS for word in ("--extra", extra)]
        command = ["uv", "pip", "compile", "--quiet", "pyproject.toml", *extras, "--generate-hashes"]
        command += ["--universal", "--python-version", "3.11", "--constraint", str(tested)]
        command += ["--no-header", "--no-annotate", "--output-file", str(made)]
        subprocess.run(command, cwd=ROOT, check=True)
        LOCK.write_text(HEAD + made.read_text(encoding="utf-8"))


def component(pin: Pin) -> dict[str, object]:
    """A package as a bill of materials names it; its licence is known where it is installed."""
    made: dict[str, object] = {
        "type": "library",
        "name": pin.name,
        "version": pin.version,
        "purl": f"pkg:pypi/{pin.name}@{pin.version}",
        "bom-ref": f"pkg:pypi/{pin.name}@{pin.version}",
    }
    try:
        said = metadata(pin.name).json
        licence = str(said.get("license_expression") or said.get("license") or "")
    except PackageNotFoundError:
        licence = ""
    if licence and "\n" not in licence:
        made["licenses"] = [{"license": {"name": licence}}]
    made["properties"] = [{"name": "sha256 of a file", "value": one} for one in pin.hashes]
    return made


def sbom() -> str:
    """The bill of materials as JSON."""
    known = pins(LOCK.read_text())
    own = {"type": "application", "name": "schwarm", "version": __version__, "bom-ref": "schwarm"}
    made = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": own},
        "components": [component(pin) for pin in known],
        "dependencies": [{"ref": "schwarm", "dependsOn": [component(pin)["bom-ref"] for pin in known]}],
    }
    return json.dumps(made, indent=1) + "\n"


def main(words: list[str]) -> int:
    """Run one of the two; the exit code."""
    if words == ["lock"]:
        lock()
    elif words[:1] == ["sbom"] and len(words) <= 2:
        if len(words) == 2:
            Path(words[1]).write_text(sbom(), "utf-8")
        else:
            print(sbom(), end="")
    else:
        print(__doc__, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
