"""What pydantic finds wrong with a value, as a refusal: its codes have a sentence in every language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from schwarm.game.errors import Refusal

SHOWN = 60  # characters of a wrong value
SENTENCES = {  # of pydantic's codes; what its own words for a limit are fills them
    "a_time": "a_time",  # of our own
    "bool_parsing": "true_or_false",
    "bool_type": "true_or_false",
    "dataclass_type": "a_table",
    "dict_type": "a_table",
    "finite_number": "a_finite_number",
    "float_parsing": "a_number",
    "float_type": "a_number",
    "greater_than": "above",
    "greater_than_equal": "at_least",
    "int_from_float": "whole_number",
    "int_parsing": "whole_number",
    "int_type": "whole_number",
    "less_than": "below",
    "less_than_equal": "at_most",
    "list_type": "a_list",
    "literal_error": "only",
    "missing": "missing_argument",
    "model_attributes_type": "a_table",
    "model_type": "a_table",
    "string_too_long": "too_long_text",
    "string_too_short": "too_short_text",
    "string_type": "a_text",
    "too_long": "too_many",
    "too_short": "too_few",
    "tuple_type": "a_list",
}
NO_KEY = ("unexpected_keyword_argument", "extra_forbidden")


def wrong_value(detail: Mapping[str, Any], what: str = "", keys: Sequence[str] = ()) -> Refusal:
    """One of pydantic's errors: the field, what was expected, what came.

    `what` is what the field is called instead of its place; `keys` are those a table may have.
    """
    if detail["type"] == "json_invalid":
        return Refusal("said_of", what="JSON", why=detail["ctx"]["error"])
    place = [_part(part) for part in detail["loc"]]
    if detail["type"] in NO_KEY:
        *table, last = place
        if keys and not table:
            return Refusal("expected_key", names=", ".join(keys), said=shown(last))
        why = Refusal("no_key", said=shown(last))
        return Refusal("said_of", what=".".join(table), why=why) if table else why
    place = [part for part in place if "[" not in part] or place  # without the branches of a union
    what, code = what or ".".join(place), SENTENCES.get(detail["type"])
    if code is None:
        message: str = detail["msg"]
        lowered = message[:1].lower() + message[1:]
        return Refusal("said_of", what=what, why=lowered if message[1:2].islower() else message)
    limits = {
        name: f"{limit:.12g}" if isinstance(limit, float) else limit
        for name, limit in detail.get("ctx", {}).items()
    }
    if code == "only" and " or " in limits["expected"]:
        first, second = limits["expected"].rsplit(" or ", 1)
        limits["expected"] = Refusal("or", first=first, second=second)
    return Refusal(code, what=what, said=shown(detail["input"]), **limits)


def _part(part: int | str) -> str:
    """A number counts from 1; a key of a sent table may be long, or hold halves of characters."""
    return str(part + 1) if isinstance(part, int) else part[:SHOWN].encode(errors="replace").decode()


def shown(value: object) -> str:
    """A wrong value on one line, however long it is."""
    text = repr(value)
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 3]}..."
