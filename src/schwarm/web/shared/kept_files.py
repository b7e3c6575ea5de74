"""The page's own files, kept in memory as they go over the line.

Each is read and compressed once, and again when it has changed on disk; no request waits for a thread.
"""

from __future__ import annotations

import gzip
import mimetypes
import os
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from importlib.resources.abc import Traversable
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from schwarm.web.face import KINDS

COMPRESSED_FROM = 600  # bytes
PLAIN_KINDS = ("image/png", "image/jpeg", "image/webp", "font/", "audio/")  # these are compressed already
KEPT_FOR_EVER = "public, max-age=31536000, immutable"


@dataclass(frozen=True, slots=True)
class KeptFile:
    """One file as it was when it was read."""

    written: tuple[int, int]  # when, and how long it is
    kind: str
    mark: str  # of its content: whoever has it already is told so
    body: bytes
    packed: bytes | None

    @classmethod
    def read(cls, path: str, written: tuple[int, int]) -> KeptFile:
        """The file as it is now."""
        body = Path(path).read_bytes()
        kind = KINDS.get(Path(path).suffix) or mimetypes.guess_type(path)[0] or "application/octet-stream"
        return cls.of(body, kind, written)

    @classmethod
    def of(cls, body: bytes, kind: str, written: tuple[int, int]) -> KeptFile:
        """What is to be sent, compressed where that pays."""
        pays = len(body) >= COMPRESSED_FROM and not kind.startswith(PLAIN_KINDS)
        packed = gzip.compress(body, 6, mtime=0) if pays else None
        return cls(written, kind, f'"{blake2b(body, digest_size=12).hexdigest()}"', body, packed)


_kept: dict[str, KeptFile] = {}  # by path; no more than there are files to be served


def file_answer(path: str, request: Request) -> Response:
    """The answer to who asks for a file: the whole, compressed if that is understood, or "as you have it"."""
    return kept_answer(kept_file(path), request)


def kept_file(path: str) -> KeptFile:
    """A file as it is now, read again only if it has changed."""
    state = os.stat(path)
    written = (state.st_mtime_ns, state.st_size)
    file = _kept.get(path)
    if file is None or file.written != written:
        file = _kept[path] = KeptFile.read(path, written)
    return file


def kept_answer(file: KeptFile, request: Request) -> Response:
    """The whole, or that the asker has it already."""
    headers = {"etag": file.mark, "vary": "Accept-Encoding"}
    if file.kind.startswith("font/"):
        headers["cache-control"] = KEPT_FOR_EVER  # a font's name holds its version
    if file.mark in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if file.packed is None or "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(file.body, headers=headers, media_type=file.kind)
    return Response(file.packed, headers={**headers, "content-encoding": "gzip"}, media_type=file.kind)


def within(folder: Traversable, above: str = "") -> dict[str, Traversable]:
    """The files of a folder and of those below it, by their paths in it."""
    found: dict[str, Traversable] = {}
    for entry in folder.iterdir():
        if entry.is_dir():
            found |= within(entry, f"{above}{entry.name}/")
        else:
            found[above + entry.name] = entry
    return found


class KeptFiles:
    """Answers with kept files by their address; what they are made of is known to the kinds below."""

    def find(self, asked: str) -> KeptFile | None:
        """The file at an address below ours; None if there is none."""
        raise NotImplementedError

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope)
        file = self.find(scope["path"].removeprefix(scope.get("root_path", "")))
        if file is None:
            answer = Response(status_code=404)
        elif request.method not in ("GET", "HEAD"):
            answer = Response(status_code=405, headers={"allow": "GET, HEAD"})
        else:
            answer = kept_answer(file, request)
        await answer(scope, receive, send)


class KeptFolder(KeptFiles):
    """All files that lay in a folder and below it at the start, and more by name; nothing else is served."""

    def __init__(self, folder: Traversable, more: Mapping[str, Traversable]) -> None:
        self.files = {f"/{name}": str(file) for name, file in {**within(folder), **more}.items()}

    def find(self, asked: str) -> KeptFile | None:
        """A file of the folder as it is now."""
        path = self.files.get(asked)
        return None if path is None else kept_file(path)
