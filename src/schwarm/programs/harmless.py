"""What a foreign program said, fit for a terminal."""

from __future__ import annotations

KEPT = "\n\t"  # what orders a text and commands nothing


def harmless(text: str) -> str:
    r"""The text with everything spelt out that a terminal would obey: colours, cursors, titles, directions.

    >>> print(harmless("all \x1b[31mred\x1b[0m\x07"))
    all \x1b[31mred\x1b[0m\x07
    """
    if text.isprintable():
        return text
    return "".join(
        sign if sign.isprintable() or sign in KEPT else sign.encode("unicode_escape").decode()
        for sign in text
    )
