"""The container: what its files name is there, and it builds where a builder is."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
import typer.core
import yaml
from typer.main import get_command

from schwarm.cli import up

ROOT = Path(__file__).parent.parent
CONTAINERFILE = (ROOT / "Containerfile").read_text()


def options_of_up() -> set[str]:
    app = typer.Typer()
    app.command()(up.command)
    return {option for part in get_command(app).params for option in part.opts}


def test_the_files_that_go_into_the_image_are_there() -> None:
    for line in re.findall(r"^COPY (?!--from)(.*) \S+$", CONTAINERFILE, re.M):
        for name in line.split():
            assert (ROOT / name).exists(), name
            assert f"!{name}" in (ROOT / ".containerignore").read_text().splitlines()
    assert (ROOT / ".dockerignore").read_text() == (ROOT / ".containerignore").read_text()


def test_the_image_runs_as_an_ordinary_user_and_keeps_its_games_in_a_volume() -> None:
    lines = CONTAINERFILE.splitlines()
    assert lines.index("USER schwarm") < next(i for i, line in enumerate(lines) if line.startswith("CMD"))
    assert "VOLUME /data" in lines
    assert '"/data/schwarm.db"' in CONTAINERFILE


def test_the_page_is_started_with_options_it_knows() -> None:
    compose = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text())
    command = compose["services"]["page"]["command"]
    said = re.search(r"^CMD (\[.*\])$", CONTAINERFILE, re.M)
    assert said is not None
    for words in (command, yaml.safe_load(said[1])):
        assert words[0] == "up"
        used = {word.partition("=")[0] for word in words if word.startswith("--")}
        assert used <= options_of_up()


def test_the_service_starts_the_page_with_options_it_knows() -> None:
    text = (ROOT / "deploy" / "schwarm.service").read_text()
    (line,) = re.findall(r"^ExecStart=\S+/schwarm (.*)$", text, re.M)
    words = line.split()
    assert words[0] == "up"
    assert {word.partition("=")[0] for word in words[1:]} <= options_of_up()


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd")
def test_the_service_is_one_for_systemd(tmp_path: Path) -> None:
    text = (ROOT / "deploy" / "schwarm.service").read_text()
    unit = tmp_path / "schwarm.service"
    unit.write_text(re.sub(r"/var/lib/schwarm/venv/bin/schwarm", "/bin/true", text))
    done = subprocess.run(
        ["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False
    )
    assert str(unit.name) not in done.stderr, done.stderr


def test_both_proxies_pass_on_what_the_page_needs() -> None:
    nginx = (ROOT / "deploy" / "nginx.conf").read_text()
    assert nginx.count("{") == nginx.count("}")
    for header in ("Host $host", "X-Forwarded-For $remote_addr", "Upgrade $http_upgrade"):
        assert f"proxy_set_header {header};" in nginx
    assert "reverse_proxy" in (ROOT / "deploy" / "Caddyfile").read_text()


def test_no_password_stands_in_the_files() -> None:
    text = (ROOT / "deploy" / "compose.yaml").read_text()
    assert re.findall(r"PASSWORD: (.*)", text) == ["${SCHWARM_DATABASE_PASSWORD:?choose one}"]


def builder() -> str | None:
    """A program that can build an image here; having it is not enough, it must answer."""
    for name in ("podman", "buildah", "docker"):
        if (
            shutil.which(name)
            and subprocess.run([name, "info"], capture_output=True, check=False).returncode == 0
        ):
            return name
    return None


@pytest.mark.long
def test_the_image_builds_and_says_its_version() -> None:
    program = builder()
    if program is None:
        pytest.skip("nothing here builds images")
    build = [program, "build", "--file", "Containerfile", "--tag", "schwarm-test", "."]
    subprocess.run(build, cwd=ROOT, check=True)
    if program != "buildah":
        told = subprocess.run(
            [program, "run", "--rm", "schwarm-test", "--version"], check=True, capture_output=True
        )
        assert b"schwarm" in told.stdout
