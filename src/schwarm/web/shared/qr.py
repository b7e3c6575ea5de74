"""Addresses of this page as pictures that a telephone reads."""

from __future__ import annotations

import io
from typing import Annotated
from urllib.parse import urlsplit

from fastapi import APIRouter, Query, Response
from pydantic import StringConstraints

from schwarm.web.shared.asking import REFUSALS, SVG, TheSettings
from schwarm.web.shared.errors import Problem
from schwarm.web.shared.forms import Form

router = APIRouter(prefix="/api", tags=["people"], responses=REFUSALS)
LONGEST = 300  # characters of an address
KEPT_S = 3600


def svg(text: str) -> str:
    """A text as a QR code; black on white in every theme, since readers expect that."""
    import segno

    out = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        out, kind="svg", scale=4, border=3, light="#fff", xmldecl=False
    )
    return out.getvalue().decode()


def terminal(text: str) -> str:
    """The same in characters, two rows in one line."""
    import segno

    out = io.StringIO()
    segno.make(text, error="l", micro=False).terminal(out, border=2, compact=True)
    return out.getvalue().rstrip("\n")


Address = Annotated[str, Query(max_length=LONGEST, description="an address of this page")]


class Secret(Form):
    """An address of this page that no list of requests should hold."""

    text: Annotated[str, StringConstraints(max_length=LONGEST)]


@router.post("/qr", responses={200: {"content": {SVG: {}}}}, response_class=Response)
def secret_qr(settings: TheSettings, form: Secret) -> Response:
    """The same for an address with a token in it."""
    return qr(settings, form.text)


@router.get("/qr", responses={200: {"content": {SVG: {}}}}, response_class=Response)
def qr(settings: TheSettings, text: Address) -> Response:
    """An address of this page as a QR code; nobody else's."""
    try:
        parts = urlsplit(text)
        host, known = parts.hostname, parts.scheme in ("http", "https") and not parts.username
    except ValueError:
        host, known = None, False
    if not known or host not in settings.hosts or not text.isascii():
        raise Problem(422, "bad_request", "expected an address of this page")
    headers = {"cache-control": f"private, max-age={KEPT_S}"}
    return Response(svg(text), media_type=SVG, headers=headers)
