"""What messages of all features have in common. They are dictionaries already, so sending costs no copying.

static/types.d.ts is made from the `messages` of every feature, and a test checks real ones against them.
"""

from __future__ import annotations

from pydantic import ConfigDict, with_config

EXACT = with_config(ConfigDict(extra="forbid"))
Value = bool | int | str
