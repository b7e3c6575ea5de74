"""What to type for a part that is not installed: schwarm with that extra, from where this one came."""

from __future__ import annotations

import json
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

DISTRIBUTION = "schwarm"  # what pip calls us: the name in pyproject.toml


class MissingExtra(ImportError):
    """A part that needs packages of an extra; says in one line which, and how to get them."""

    def __init__(self, part: str, needs: str, extra: str) -> None:
        super().__init__(f"{part} needs {needs}: {pip_install(extra)}", name=needs)


def pip_install(extra: str = "") -> str:
    """The command that installs schwarm with an extra, or again whole.

    >>> pip_install("learn").startswith("pip install '"), pip_install("learn").endswith("[learn]'")
    (True, True)
    """
    return f"pip install '{origin()}{f'[{extra}]' if extra else ''}'"


def origin() -> str:
    """What pip is given to install it: the checkout if it came from there, else its name."""
    folder = checkout()
    if folder is None:
        return DISTRIBUTION
    here = Path.cwd()
    if folder == here:
        return "."
    return f"./{folder.relative_to(here).as_posix()}" if folder.is_relative_to(here) else str(folder)


def checkout() -> Path | None:
    """The folder with the sources, where it runs from them or was installed from them."""
    folder = Path(__file__).parents[2]
    if not (folder / "pyproject.toml").is_file():
        try:
            told = json.loads(distribution(DISTRIBUTION).read_text("direct_url.json") or "{}")
        except (PackageNotFoundError, ValueError):
            return None
        url = urlsplit(told.get("url", ""))
        if url.scheme != "file":
            return None
        folder = Path(url2pathname(url.path))
    return folder if (folder / "pyproject.toml").is_file() else None
