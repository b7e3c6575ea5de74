"""A message as a tree of elements, and its text exactly as the contest's servers lay it out.

Two blanks a level, one element a line, empty elements closed in themselves, attributes in the order
they were given. Old clients look for these very bytes, so nothing here is a matter of taste.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from schwarm.contest.wire.errors import Malformed

INDENT = "  "
_SPECIAL = re.compile(r"[&<>\"'\n\r\t\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")
_ESCAPES = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&apos;",
    "\n": "&#xa;",
    "\r": "&#xd;",
    "\t": "&#x9;",
}


@dataclass(slots=True)
class Element:
    """An XML element: either children or text inside, never both."""

    name: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Element] = field(default_factory=list)
    text: str = ""
    line: str | None = field(default=None, compare=False, repr=False)  # see `fixed`

    def child(self, name: str) -> Element | None:
        """The first child of that name."""
        for child in self.children:
            if child.name == name:
                return child
        return None

    def need(self, name: str) -> Element:
        """The first child of that name; Malformed if there is none."""
        found = self.child(name)
        if found is None:
            raise Malformed(f"expected <{name}> inside <{self.name}>")
        return found

    def get(self, name: str) -> str | None:
        """An attribute, or the text of a child of that name: the contest's servers read both alike."""
        value = self.attributes.get(name)
        if value is None:
            found = self.child(name)
            value = None if found is None else found.text.strip()
        return value

    def value(self, name: str) -> str:
        """An attribute or a child's text; Malformed if there is neither."""
        value = self.get(name)
        if value is None:
            raise Malformed(f"expected {name} on <{self.name}>")
        return value

    def number(self, name: str, default: int | None = None) -> int:
        """An attribute or a child's text as a small whole number."""
        value = self.get(name)
        if value is None and default is not None:
            return default
        if value is None or not re.fullmatch(r"[+-]?[0-9]{1,9}", value):
            raise Malformed(f"expected a number as {name} of <{self.name}>, not {value!r}")
        return int(value)

    def flag(self, name: str) -> bool:
        """An attribute as a switch; missing counts as off, as it does for the official servers."""
        return (self.get(name) or "").lower() == "true"


def tag(name: str, /, *inside: Element | str, **attributes: str) -> Element:
    """An element from its parts.

    >>> print(render(tag("joined", roomId="x'y")))
    <joined roomId="x&apos;y"/>
    """
    children = [part for part in inside if isinstance(part, Element)]
    text = "".join(part for part in inside if isinstance(part, str))
    return Element(name, attributes, children, text)


def data_of(kind: str, /, *inside: Element | str, **attributes: str) -> Element:
    """Room data of one class."""
    return tag("data", *inside, **{"class": kind}, **attributes)


def fixed(element: Element) -> Element:
    """The same element, which has no children and will never change: its text is made only once."""
    element.line = render(element)
    return element


def escape(text: str) -> str:
    """Text for an attribute or between tags; characters XML cannot carry become question marks."""
    return _SPECIAL.sub(lambda found: _ESCAPES.get(found.group(), "?"), text)


def render(element: Element, level: int = 0) -> str:
    """The element's lines, indented by `level`, without a newline at the end."""
    lines: list[str] = []
    _write(element, INDENT * level, lines)
    return "\n".join(lines)


def _write(element: Element, indent: str, lines: list[str]) -> None:
    if element.line is not None:
        lines.append(indent + element.line)
        return
    name = element.name
    head = f"{indent}<{name}"
    for key, value in element.attributes.items():
        head += f' {key}="{escape(value)}"'
    if element.children:
        lines.append(head + ">")
        inner = indent + INDENT
        for child in element.children:
            if child.line is not None:  # most are: no call for them
                lines.append(inner + child.line)
            else:
                _write(child, inner, lines)
        lines.append(f"{indent}</{name}>")
    elif element.text:
        lines.append(f"{head}>{escape(element.text)}</{name}>")
    else:
        lines.append(head + "/>")
