"""Games that one can learn from: what a team's program said before each of its moves, and how it does
against whom. How long each move took stands in the game's record.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from schwarm.classroom import messages
from schwarm.classroom.classroom import Classroom
from schwarm.classroom.logs import log_of
from schwarm.game.record import start_of
from schwarm.programs.output import MOVE_LINE
from schwarm.store.classroom import TeamRow

MOVE = re.compile(rf"^{re.escape(MOVE_LINE).replace('NUMBER', '([0-9]{1,6})')}\n", re.M)
MOST = 4_000  # characters beside one move; the whole log is on the team's page


def beside(log: str) -> dict[int, str]:
    r"""What was said before each move, by the number of its ply; before the first one it is 0.

    >>> beside("hello\n--- move 1 ---\ndepth 3\n--- move 3 ---\ndepth 4\n")
    {0: 'hello\n', 1: 'depth 3\n', 3: 'depth 4\n'}
    """
    first, *rest = MOVE.split(log)
    found = {0: first} if first else {}
    for number, said in zip(rest[::2], rest[1::2], strict=True):
        found[int(number)] = found.get(int(number), "") + said
    return found


def notes(room: Classroom, own: TeamRow, record: int) -> messages.Notes:
    """A team's own notes on one of its games: for each ply its time, whether it was its own, what it said."""
    said = beside(log_of(room, own, record))
    game = room.store.record(record)
    side = next((side for side, name in game.seats.items() if name == own.name), "")
    position = start_of(game)
    plies: list[messages.PlyNote] = []
    for number, ply in enumerate(game.plies, 1):
        mine = position.to_move == side
        plies.append({"ply": number, "own": mine, "ms": ply.think_ms, "said": said.get(number, "")[:MOST]})
        position.play(ply.move)
    return {"side": side, "before": said.get(0, "")[:MOST], "plies": plies}


def statistics(games: Sequence[messages.TeamGame]) -> list[messages.AgainstOne]:
    """How a team does against each opponent, from each side; its games as `views.games` tells them."""
    counting = [game for game in games if game["counts"]]
    opponents = sorted({game["opponent"] for game in counting})
    return [
        {
            "opponent": name,
            "first": _counted(game for game in counting if game["opponent"] == name and game["first"]),
            "second": _counted(game for game in counting if game["opponent"] == name and not game["first"]),
        }
        for name in opponents
    ]


def _counted(games: Iterable[messages.TeamGame]) -> messages.GameCounts:
    found = list(games)
    played = [game for game in found if game["record"] is not None]
    return {
        "won": sum(game["result"] == "won" for game in found),
        "drawn": sum(game["result"] == "drawn" for game in found),
        "lost": sum(game["result"] == "lost" for game in found),
        "faults": sum(game["fault"] is not None for game in found),
        "think_ms": round(sum(game["think_ms"] for game in played) / len(played)) if played else None,
        "slowest_ms": round(max((game["slowest_ms"] for game in played), default=0.0)) if played else None,
        "plies": round(sum(game["plies"] for game in played) / len(played)) if played else None,
    }
