"""The lock file holds what an installation needs, with fingerprints; the bill of materials names it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

from tools.supply import EXTRAS, LOCK, pins

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
PINS = {pin.name: pin for pin in pins(LOCK.read_text())}
WANTED = [
    *PROJECT["dependencies"],
    *(one for extra in EXTRAS for one in PROJECT["optional-dependencies"][extra]),
]


def release(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version))


@pytest.mark.parametrize("wanted", WANTED, ids=lambda text: re.split(r"\W", text)[0])
def test_each_dependency_is_locked_at_a_version_that_is_allowed(wanted: str) -> None:
    name, bounds = re.match(r"([\w.-]+)(?:\[[^\]]*\])?([^;]*)", wanted).groups()  # type: ignore[union-attr]
    pin = PINS[name.lower().replace("_", "-")]
    for sign, bound in re.findall(r"(>=|<|==)([\d.]+)", bounds):
        size = len(release(bound))
        found = release(pin.version)[:size] if sign == "==" else release(pin.version)
        assert {">=": found >= release(bound), "<": found < release(bound), "==": found == release(bound)}[
            sign
        ], (wanted, pin.version)


def test_each_package_has_fingerprints_and_no_address_of_a_host_is_in_the_file() -> None:
    text = LOCK.read_text()
    assert len(PINS) == sum("==" in line and not line.startswith((" ", "#")) for line in text.splitlines())
    assert all(pin.hashes for pin in PINS.values())
    assert "://" not in text
    assert "index" not in text


def test_the_bill_of_materials_names_all_of_it(tmp_path: Path) -> None:
    out = tmp_path / "sbom.json"
    subprocess.run([sys.executable, "-m", "tools.supply", "sbom", str(out)], cwd=ROOT, check=True)
    bill = json.loads(out.read_text())
    assert (bill["bomFormat"], bill["metadata"]["component"]["name"]) == ("CycloneDX", "schwarm")
    assert {one["name"]: one["version"] for one in bill["components"]} == {
        name: pin.version for name, pin in PINS.items()
    }
    assert len({one["bom-ref"] for one in bill["components"]}) == len(PINS)


def test_the_workflow_audits_the_lock_file_and_the_image_is_made_of_it() -> None:
    jobs = yaml.safe_load((ROOT / ".github/workflows/test.yml").read_text())["jobs"]
    audit = " ".join(step.get("run", "") for step in jobs["audit"]["steps"])
    assert "pip-audit --strict --require-hashes" in audit
    assert "requirements.lock" in audit
    assert "--require-hashes" in (ROOT / "Containerfile").read_text()
