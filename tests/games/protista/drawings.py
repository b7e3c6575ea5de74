"""Boards of Protista as rows of drawn cells, with kings marked by a star."""

import re


def row_text(tokens: list[str]) -> str:
    text = ""
    for token in tokens:
        king = "*" if token.endswith("*") else ""
        bare = token.rstrip("*")
        text += "1" if bare == "." else (bare[0].upper() + bare[1:] if bare[1:] else bare) + king
    return re.sub(r"(?<![WB])1+", lambda ones: str(len(ones[0])), text)


def rows_of(drawn: list[str]) -> str:
    return "/".join(row_text(line.split()) for line in drawn)
