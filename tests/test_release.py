"""What a package registry shows and is told: links that lead somewhere, a version that was meant."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path

import pytest
import yaml

import schwarm
from schwarm import extras
from tests import ROOT
from tools import release

HOME, TAG = "https://host.example/owner/name", f"v{schwarm.__version__}"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    for name in ("README.md", "CHANGELOG.md", "pyproject.toml", "src/schwarm/__init__.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text((ROOT / name).read_text())
    return tmp_path


def test_no_link_or_picture_of_a_published_readme_needs_the_files_beside_it(checkout: Path) -> None:
    assert re.search(r"\]\((?!https?:|#)", (checkout / "README.md").read_text()), "there is something to do"
    release.prepare(HOME, TAG, checkout)
    text = (checkout / "README.md").read_text()
    assert not re.search(r"\]\((?!https?:|#)", text)
    for kind, path in re.findall(rf"{HOME}/(raw|blob)/{TAG}/([^)#]+)", text):
        assert (ROOT / path).exists(), path
        assert (kind == "raw") == path.endswith(".png"), path


def test_a_published_package_says_where_it_comes_from(checkout: Path) -> None:
    release.prepare(HOME, TAG, checkout)
    release.prepare(HOME, TAG, checkout)  # twice does no harm
    told = tomllib.loads((checkout / "pyproject.toml").read_text())["project"]
    assert told["urls"]["Source"] == HOME
    assert told["scripts"] == {"schwarm": "schwarm.cli:main"}
    assert told["urls"]["Contact"].startswith(HOME)
    for page in ("SECURITY.md", "CODE_OF_CONDUCT.md"):
        assert "*Contact* of the package's metadata" in (ROOT / page).read_text(), page


def test_a_tag_that_is_not_the_version_is_refused(checkout: Path) -> None:
    with pytest.raises(release.NotReady, match=r"expected the tag v.*, not v99\.0"):
        release.check("v99.0", checkout)
    changes = checkout / "CHANGELOG.md"
    changes.write_text(changes.read_text().replace(f"## {schwarm.__version__}", "## Unreleased"))
    with pytest.raises(release.NotReady, match="has no section"):
        release.check(TAG, checkout)


def test_the_citation_names_this_version() -> None:
    told = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    assert told["version"] == schwarm.__version__


def test_the_package_says_only_what_is_true_of_it() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    tried = yaml.safe_load((ROOT / ".github/workflows/test.yml").read_text())
    pythons = tried["jobs"]["test"]["strategy"]["matrix"]["python"]
    named = [line.rpartition(" ")[2] for line in project["classifiers"] if re.search(r":: 3\.\d+$", line)]
    assert set(named) <= set(pythons)
    assert not any("OS Independent" in line for line in project["classifiers"]), "Windows only by WSL"
    assert project["authors"]
    assert project["keywords"]


def test_what_pip_calls_us_stands_in_pyproject_alone() -> None:
    """So that another name is one line here, one constant, and the same import."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["name"] == extras.DISTRIBUTION
    ours = [one for all_of_it in project["optional-dependencies"].values() for one in all_of_it if "[" in one]
    assert {one.partition("[")[0] for one in ours if one.startswith("schwarm")} == {project["name"]}
    assert project["scripts"] == {"schwarm": "schwarm.cli:main"}


def test_forms_for_issues_are_forms() -> None:
    for path in (ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml"):
        told = yaml.safe_load(path.read_text())
        assert path.name == "config.yml" or {"name", "description", "body"} <= told.keys()


@pytest.mark.long  # daily: the wheel
@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="needs the list of files")
def test_the_source_package_holds_tests_and_documents(tmp_path: Path) -> None:
    ask = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(ask, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    source = tmp_path / "source"
    for name in listed:
        if (ROOT / name).is_file():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, source / name)
    code = "import sys, setuptools.build_meta as build; build.build_sdist(sys.argv[1])"
    subprocess.run([sys.executable, "-c", code, str(tmp_path)], cwd=source, check=True, capture_output=True)
    (package,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(package) as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
    kinds = (".py", ".pxd", ".md", ".toml", ".json", ".jsonl", ".gz", ".js", ".css", ".html", ".png", ".svg")
    wanted = {name for name in listed if name.endswith(kinds) and not name.startswith(".")}
    assert wanted <= held, sorted(wanted - held)[:20]
