"""The page: play, watch, replay and analyse in the browser, and the JSON and WebSocket API under it.

`create_app` makes the application; `schwarm up` runs it. FastAPI is imported only then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from schwarm.web.shared.settings import Settings

if TYPE_CHECKING:
    from fastapi import FastAPI

__all__ = ["Settings", "create_app"]


def create_app(settings: Settings) -> FastAPI:
    """The whole site as an ASGI application; its store opens and closes with the server."""
    from schwarm.web.app import build

    return build(settings)
