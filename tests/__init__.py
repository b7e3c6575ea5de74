"""The tests. Each folder is named after the package, the game or the part of the page that it is about."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
