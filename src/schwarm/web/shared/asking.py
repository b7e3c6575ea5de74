"""What all requests of the API have in common: tokens, who starts too much, the one shape of refusals.

Tokens come as `Authorization: Bearer TOKEN`.
"""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, Header, Path

from schwarm.web.shared import forms
from schwarm.web.shared.errors import Problem
from schwarm.web.shared.parts import part_of
from schwarm.web.shared.security import Buckets, token_in
from schwarm.web.shared.settings import Settings

# Every refusal has one shape. It is named for one code and referred to by the others: FastAPI makes a model
# for each that is named, a thousand of them, a third of the time in which the page starts.
SHAPE = {"application/json": {"schema": {"$ref": f"#/components/schemas/{forms.Error.__name__}"}}}
REFUSALS: dict[int | str, dict[str, Any]] = {
    400: {"model": forms.Error},
    **{code: {"content": SHAPE} for code in (401, 403, 404, 405, 409, 413, 415, 421, 422, 429, 503)},
}
XML = "application/xml"
SVG = "image/svg+xml"
PICTURE_S = 600
GameName = Annotated[str, Path(max_length=64)]
PlyNumber = Annotated[int, Path(ge=0, le=100_000)]
TheSettings = Annotated[Settings, Depends(part_of(Settings))]


def bearer(authorization: Annotated[str, Header(max_length=200)] = "") -> str:
    """The token of a request, '' without one."""
    return token_in(authorization)


Token = Annotated[str, Depends(bearer)]


class StartLimits(Buckets):
    """How many games each visitor may start."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings.starts_per_minute / 60, settings.starts_per_minute)

    def count(self, visitor: str) -> None:
        """One more; Problem 429 for a visitor who starts too much."""
        if not self.take(visitor):
            raise Problem(429, "too_many", "too many new games: wait a moment")


TheStarts = Annotated[StartLimits, Depends(part_of(StartLimits))]
