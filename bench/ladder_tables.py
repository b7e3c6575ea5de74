"""The tables of bench/notes/ladder.md, made from the data: `python -m bench.ladder_tables`."""

from __future__ import annotations

from bench.ladder_curve import share_text
from schwarm.bots.ladder import ANCHORS, PairCounts, ladder, strengths
from schwarm.game import rule_book

GAMES = ("piranhas", "hive", "mississippi_queen", "protista", "blokus")
LEVELS = [str(number) for number in range(1, 11)]


def elo_table() -> list[str]:
    """Elo of every player with its interval."""
    return [
        *head("player"),
        *(row(f"`{name}`", [elo_text(game, name) for game in GAMES]) for name in (*ANCHORS, *LEVELS)),
    ]


def elo_text(game: str, name: str) -> str:
    found = strengths(game).get(name)
    if found is None:
        return "not measured"
    return f"{found.elo} ({found.low} to {found.high})"


def step_table() -> list[str]:
    """What each level won against the one below."""
    steps = list(zip(LEVELS[1:], LEVELS, strict=False))
    return [
        *head("pair"),
        *(
            row(f"{one} - {other}", [match_text(match(game, one, other)) for game in GAMES])
            for one, other in steps
        ),
    ]


def anchor_table() -> list[str]:
    """What the levels nearest to random and greedy won against them."""
    rows = []
    for name in ANCHORS:
        cells = [
            ", ".join(f"{one.one}: {match_text(one)}" for one in ladder(game).matches if one.other == name)
            or "not measured"
            for game in GAMES
        ]
        rows.append(row(f"level - `{name}`", cells))
    return [*head("match"), *rows]


def match(game: str, one: str, other: str) -> PairCounts:
    (found,) = (match for match in ladder(game).matches if (match.one, match.other) == (one, other))
    return found


def match_text(match: PairCounts) -> str:
    return share_text(match.pairs)


def head(first: str) -> list[str]:
    return [
        row(first, [rule_book(game).title.partition(" (")[0] for game in GAMES]),
        "|---" * (1 + len(GAMES)) + "|",
    ]


def row(first: str, cells: list[str]) -> str:
    return f"| {first} | {' | '.join(cells)} |"


if __name__ == "__main__":
    for table in (elo_table(), step_table(), anchor_table()):
        print("\n".join([*table, ""]))
