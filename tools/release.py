"""Prepares a checkout for publishing: `python -m tools.release https://HOST/OWNER/NAME v0.2.0`.

A package registry shows README.md alone, without the files beside it: its links and pictures get the address
of the repository at that tag, and so does the package. A tag that is not the version, or that the changelog
does not know, is refused. The workflow does this before it builds what it publishes.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
LINK = re.compile(r"(?P<picture>!?)\[(?P<text>[^\]]*)\]\((?P<path>[^)\s]+)\)")
OUTSIDE = re.compile(r"[a-z]+:|#", re.IGNORECASE)  # leads elsewhere already, or stays on the page
VERSION = re.compile(r'^__version__ = "(.+)"$', re.MULTILINE)


class NotReady(Exception):
    """What is tagged is not what lies here."""


def absolute(text: str, home: str, tag: str) -> str:
    """A document of the repository's root, its links and pictures by their whole addresses.

    >>> absolute("![A](pictures/a.png) and [B](b.md#c), [D](https://d.org)", "https://h.org/o/n", "v1")
    '![A](https://h.org/o/n/raw/v1/pictures/a.png) and [B](https://h.org/o/n/blob/v1/b.md#c), [D](https://d.org)'
    """

    def whole(link: re.Match[str]) -> str:
        if OUTSIDE.match(link["path"]):
            return link[0]
        kind = "raw" if link["picture"] else "blob"
        return f"{link['picture']}[{link['text']}]({home}/{kind}/{tag}/{link['path']})"

    return LINK.sub(whole, text)


def addresses(home: str, tag: str) -> str:
    """The package's addresses as pyproject.toml has them."""
    places = {
        "Source": home,
        "Documentation": f"{home}/blob/{tag}/README.md",
        "Changelog": f"{home}/blob/{tag}/CHANGELOG.md",
        "Issues": f"{home}/issues",
        "Contact": f"{home}/security/advisories/new",  # private; SECURITY.md and CODE_OF_CONDUCT.md name it
    }
    return "[project.urls]\n" + "".join(f'{name} = "{place}"\n' for name, place in places.items())


def check(tag: str, root: Path = ROOT) -> None:
    """Is the tag that of the version here, and does the changelog tell of it?"""
    found = VERSION.search((root / "src/schwarm/__init__.py").read_text())
    version = found[1] if found else ""
    if tag != f"v{version}":
        raise NotReady(f"expected the tag v{version}, not {tag}: raise __version__ before you tag")
    if not re.search(rf"^## {re.escape(version)}\b", (root / "CHANGELOG.md").read_text(), re.MULTILINE):
        raise NotReady(f"CHANGELOG.md has no section {version}")


def prepare(home: str, tag: str, root: Path = ROOT) -> None:
    """Write the addresses into README.md and pyproject.toml of this checkout."""
    readme, project = root / "README.md", root / "pyproject.toml"
    readme.write_text(absolute(readme.read_text(), home, tag))
    text = project.read_text()
    if "[project.urls]" not in text:
        project.write_text(text.replace("[project.scripts]", f"{addresses(home, tag)}\n[project.scripts]", 1))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("expected an address and a tag: python -m tools.release https://HOST/OWNER/NAME v0.2.0")
    try:
        check(sys.argv[2])
        prepare(sys.argv[1].rstrip("/"), sys.argv[2])
    except NotReady as fault:
        sys.exit(str(fault))
