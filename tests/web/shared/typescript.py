"""static/types.d.ts, made from the page's messages: `python -m tests.web.shared.typescript` writes it."""

from __future__ import annotations

import inspect
import types
from dataclasses import is_dataclass
from datetime import datetime
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, NotRequired, Required, Union, get_args, get_origin

from pydantic import BaseModel
from typing_extensions import get_type_hints, is_typeddict

from schwarm import web
from schwarm.game.errors import Refusal
from schwarm.web.shared import forms

FILE = Path(web.__file__).parent / "static" / "types.d.ts"
MODULES = [
    import_module(f"schwarm.{name}")
    for name in (
        "web.shared.messages", "web.boards.messages", "web.tables.messages", "web.tables.series_messages",
        "web.people.messages", "web.analysis.messages", "web.teaching.messages", "web.events.messages",
        "tournament.views", "classroom.messages", "web.classroom.messages", "lab.journal", "lab.results",
    )
]  # fmt: skip
HEAD = (
    "/** What the server sends; made by tests/web/shared/typescript.py. See docs/reference/http-api.md */\n"
)
PLAIN = {
    datetime: "string",
    str: "string",
    Refusal: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    type(None): "null",
    Any: "unknown",
}


def written(kind: Any) -> str:
    """A Python type in the words of TypeScript."""
    if kind in PLAIN:
        return PLAIN[kind]
    if told(kind):
        return str(kind.__name__)
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Literal:
        return " | ".join(f'"{part}"' for part in parts)
    if origin in (Union, types.UnionType):
        return " | ".join(dict.fromkeys(written(part) for part in parts))
    if origin is list:
        inner = written(parts[0])
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if origin is tuple and parts[-1] is ...:
        return written(list[parts[0]])  # type: ignore[valid-type]
    if origin is tuple:
        return f"[{', '.join(written(part) for part in parts)}]"
    if origin is dict:
        return f"Record<{written(parts[0])}, {written(parts[1])}>"
    raise TypeError(f"no words of TypeScript for {kind}")


def told(kind: Any) -> bool:
    """Is it an object that the server sends?"""
    return isinstance(kind, type) and (
        is_typeddict(kind) or is_dataclass(kind) or issubclass(kind, BaseModel)
    )


def parts_of(kind: Any) -> list[Any]:
    """The objects that a type is made of."""
    if told(kind):
        hints = list(get_type_hints(kind).values())
    else:
        hints = list(get_args(kind))
    return [one for hint in hints for one in ([hint] if told(hint) else parts_of(hint))]


def interface(kind: Any) -> str:
    """One message."""
    lines = []
    for name, hint in get_type_hints(kind, include_extras=True).items():
        origin: Any = get_origin(hint)
        optional = origin is NotRequired
        inner = get_args(hint)[0] if origin in (NotRequired, Required) else hint
        lines.append(f"  {name}{'?' if optional else ''}: {written(inner)};")
    told = inspect.getdoc(kind) if kind.__doc__ and not kind.__doc__.startswith("dict(") else None
    comment = f"/** {' '.join(told.split())} */\n" if told else ""
    return comment + f"export interface {kind.__name__} {{\n" + "\n".join(lines) + "\n}\n"


def error_body() -> str:
    """A refusal, which is a form of the API."""
    lines = [
        f"  {name}{'' if field.is_required() else '?'}: {written(field.annotation)};"
        for name, field in forms.ErrorBody.model_fields.items()
    ]
    return "export interface ErrorBody {\n" + "\n".join(lines) + "\n}\n"


def whole() -> str:
    """The whole file."""
    found = [
        kind
        for module in MODULES
        for kind in vars(module).values()
        if told(kind) and kind.__module__ == module.__name__ and not kind.__name__.startswith("_")
    ]
    for kind in found:  # and what they are made of, wherever that is
        found += [part for part in dict.fromkeys(parts_of(kind)) if part not in found]
    names = [kind.__name__ for kind in found]
    assert len(names) == len(set(names)), "one name for each message of the page"
    return HEAD + "".join(interface(kind) for kind in found) + error_body()


if __name__ == "__main__":
    FILE.write_text(whole(), encoding="utf-8")
