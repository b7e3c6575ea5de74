"""States of environments as bytes: a line that says what they are of, the state, and a digest of both.

Nothing in them is ever executed, unlike a pickle; the digest tells bytes that were cut off or changed.
"""

from __future__ import annotations

import json
from hashlib import blake2b
from typing import Any

from schwarm.environments.errors import BadArray

MAGIC = b"schwarm environment 1 "
DIGEST = 16


def pack(kind: dict[str, Any], told: dict[str, Any], parts: list[bytes]) -> bytes:
    """`kind` must be the same where it is loaded, `told` and the parts come back there."""
    line = json.dumps([kind, told, [len(part) for part in parts]]).encode()
    data = MAGIC + line + b"\n" + b"".join(parts)
    return data + blake2b(data, digest_size=DIGEST).digest()


def unpack(kind: dict[str, Any], data: bytes) -> tuple[dict[str, Any], list[bytes]]:
    """What `pack` put together."""
    data, digest = bytes(data[:-DIGEST]), bytes(data[-DIGEST:])
    if not data.startswith(MAGIC) or blake2b(data, digest_size=DIGEST).digest() != digest:
        raise BadArray("expected the state of an environment as it was saved; this is none, or was changed")
    line, body = data.removeprefix(MAGIC).split(b"\n", 1)
    saved, told, sizes = json.loads(line)
    wanted = json.loads(json.dumps(kind))
    if saved != wanted:
        differs = [key for key in wanted if saved.get(key) != wanted[key]]
        raise BadArray(f"expected the state of an environment with the same {' and '.join(differs)}")
    parts = []
    for size in sizes:
        parts.append(body[:size])
        body = body[size:]
    return told, parts
