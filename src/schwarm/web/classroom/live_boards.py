"""Boards of games that a class's workers play, as the page draws them; each position is drawn once."""

from __future__ import annotations

import threading
from dataclasses import dataclass

from schwarm.classroom.host import Live
from schwarm.game import Game
from schwarm.web.boards.messages import Snapshot
from schwarm.web.boards.snapshot import snapshot
from schwarm.web.classroom.messages import ClassBoard
from schwarm.workers import start

Key = tuple[int, tuple[int, ...]]  # the tournament, and the game in it


@dataclass(slots=True)
class SeenGame:
    """A game as far as it was last looked at."""

    began_ms: float
    game: Game
    moves: int
    shown: Snapshot


class LiveBoards:
    """The boards of all games under way; from any thread."""

    def __init__(self) -> None:
        self._boards: dict[Key, SeenGame] = {}
        self._lock = threading.Lock()

    def of(self, class_id: int, games: list[Live]) -> list[ClassBoard]:
        """The games of a tournament with their positions, those that began first in front."""
        with self._lock:
            keys = {(class_id, one.game.task.key) for one in games}
            for key in [key for key in self._boards if key[0] == class_id and key not in keys]:
                del self._boards[key]
            games = sorted(games, key=lambda one: (one.game.since_ms, one.game.task.key))
            return [self._told(class_id, one) for one in games]

    def _told(self, class_id: int, one: Live) -> ClassBoard:
        task = one.game.task
        board = self._board((class_id, task.key), one)
        sides = board.game.setup.book.sides
        return {
            "key": list(task.key),
            "names": [player.name for player in task.players],
            "sides": {side: player.name for side, player in zip(sides, task.players, strict=True)},
            "ply": board.moves,
            "table": one.table or None,
            "snapshot": board.shown,
        }

    def _board(self, key: Key, one: Live) -> SeenGame:
        """The position after the moves known so far; a game of the same key may have begun anew."""
        running = one.game
        board = self._boards.get(key)
        if board is None or board.began_ms != running.since_ms or board.moves > len(running.moves):
            game = start(running.task)
            board = SeenGame(running.since_ms, game, 0, snapshot(game.view(0), moves=False))
        if board.moves < len(running.moves):
            for move in running.moves[board.moves :]:
                board.game.play(move)
            board.moves = len(running.moves)
            board.shown = snapshot(board.game.view(0), moves=False)
        self._boards[key] = board
        return board
