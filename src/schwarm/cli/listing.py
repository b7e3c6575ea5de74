"""Legal moves as people read them: grouped by piece, in columns, cut short where there are too many."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from schwarm.cli.words import piece_name, tell
from schwarm.game import Description, Game, Move

MANY = 150  # moves; beyond that a list is no help, and only the groups are told
FEW = 12  # completions that are offered one by one
BREAKS = " @:="  # after these a notation goes on with its next part; after - and + if they follow a number
GAP = 2  # blanks between columns


def matching(moves: Iterable[Move], beginning: str) -> list[Move]:
    """The moves that begin with this text, in capitals or not."""
    wanted = beginning.casefold()
    return [move for move in moves if move.casefold().startswith(wanted)]


def next_part(move: str, typed: int) -> str:
    """A move as far as the end of the part that follows its first `typed` characters.

    >>> next_part("A+1 M1 T-1", 4), next_part("A1-C3", 0), next_part("A@-1,-1", 0)
    ('A+1 M1 ', 'A1-', 'A@')
    """
    for at in range(typed + 1, len(move)):
        if move[at] in BREAKS or (move[at] in "-+" and move[at - 1].isdigit()):
            return move[: at + 1]
    return move


def completions(moves: Iterable[Move], typed: str) -> list[str]:
    """How a move that begins so may go on: whole moves if they are few, else their next parts."""
    found: list[str] = [str(move) for move in matching(moves, typed)]
    typed_length = len(typed)
    while len(found) > FEW:
        shorter = sorted({next_part(move, typed_length) for move in found})
        if len(shorter) > 1 or shorter == found:
            return shorter
        typed_length = len(shorter[0])  # all go on alike: look one part further
    return found


def group_of(game: Game, told: Description, typed: int) -> str:
    """The heading under which a move stands: its piece, or what it begins with."""
    if game.setup.book.composed:
        return next_part(told.text, typed).rstrip()
    piece = told.piece
    if piece is None:
        return told.kind
    name = piece_name(piece)
    return f"{piece.cell} {name}" if piece.cell else tell("from_hand", piece=name)


def grouped(game: Game, moves: Sequence[Move], typed: str = "") -> dict[str, list[Move]]:
    """Legal moves by their group, the pieces of the board in the order of their cells."""
    groups: dict[str, list[Move]] = {}
    for move in moves:
        heading = group_of(game, game.describe_code(move.code), len(typed))
        groups.setdefault(heading, []).append(move)
    return groups if game.setup.book.composed else dict(sorted(groups.items()))


def listed(game: Game, beginning: str = "", *, width: int = 80, everything: bool = False) -> list[str]:
    """The legal moves that begin with a text, as lines of at most this width."""
    moves = matching(game.legal_moves(), beginning)
    if not moves:
        return [tell("none_begins", text=repr(beginning)) if beginning else tell("none")]
    groups = grouped(game, moves, beginning)
    label = min(max(map(len, groups)), width // 2)
    if len(moves) > MANY and not everything:
        return [
            *(summary(heading, found, label) for heading, found in groups.items()),
            tell("many", count=len(moves), part=next_part(moves[0], len(beginning)).strip()),
        ]
    lines = []
    for heading, found in groups.items():
        rows = columns(found, max(width - label - GAP, 1))
        lines.append(f"{heading:<{label}}{' ' * GAP}{rows[0]}")
        lines += [" " * (label + GAP) + row for row in rows[1:]]
    return lines


def summary(heading: str, moves: Sequence[Move], label: int) -> str:
    """One line on a group: how many moves, and one of them."""
    many = tell("such_as", count=len(moves), move=moves[0]) if len(moves) > 1 else str(moves[0])
    return f"{heading:<{label}}{' ' * GAP}{many}"


def columns(texts: Sequence[str], width: int) -> list[str]:
    """Texts side by side in equal columns, row by row.

    >>> columns(["A1-A9", "A1-C1", "A1-C3"], 14)
    ['A1-A9  A1-C1', 'A1-C3']
    """
    wide = max(map(len, texts)) + GAP
    across = max((width + GAP) // wide, 1)
    return [
        "".join(text.ljust(wide) for text in texts[start : start + across]).rstrip()
        for start in range(0, len(texts), across)
    ]
