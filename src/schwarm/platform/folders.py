"""Where a user's files lie: by the XDG specification, or %LOCALAPPDATA% on Windows."""

from __future__ import annotations

import os
import sys
from pathlib import Path

NAME = "schwarm"
LOCAL = ("AppData", "Local")  # where %LOCALAPPDATA% is not set
USUAL = {
    "XDG_DATA_HOME": (".local", "share"),
    "XDG_STATE_HOME": (".local", "state"),
    "XDG_CONFIG_HOME": (".config",),
}


def user_folder(variable: str) -> Path:
    """Return our folder of the kind that this variable of the specification names; it counts everywhere."""
    base = Path(os.environ.get(variable, ""))
    if base.is_absolute():
        return base / NAME
    if sys.platform == "win32":
        local = Path(os.environ.get("LOCALAPPDATA", ""))
        return (local if local.is_absolute() else Path.home().joinpath(*LOCAL)) / NAME
    return Path.home().joinpath(*USUAL[variable]) / NAME
