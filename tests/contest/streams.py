"""The recorded streams of the contest's servers and clients."""

import gzip
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "vectors" / "protocol"
NAMES = sorted(str(path.relative_to(FOLDER)) for path in FOLDER.glob("*/*.xml.gz"))


def stream(name: str) -> bytes:
    """The bytes of one direction of a connection."""
    return gzip.decompress((FOLDER / name).read_bytes())
