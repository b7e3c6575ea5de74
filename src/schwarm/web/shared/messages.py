"""What messages of all features have in common. They are dictionaries already, so sending costs no copying.

static/types.d.ts is made from the `messages` of every feature, and a test checks real ones against them.
"""

from __future__ import annotations

from typing import NotRequired  # pydantic needs this one before Python 3.12

from pydantic import ConfigDict, with_config
from typing_extensions import TypedDict

EXACT = with_config(ConfigDict(extra="forbid"))
Value = bool | int | str


@EXACT
class Fault(TypedDict):
    """One thing that is wrong: a code, what fills its sentence, and that sentence by language.

    The sentences of class tournaments are in the texts of the page, `class/refusals`.
    """

    code: str
    values: dict[str, str]
    words: NotRequired[dict[str, str]]
