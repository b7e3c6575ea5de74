"""What a puzzle is about, by facts of its line: what `describe` and `board` say, and how the game ends.

hive                surround, limit, beetle, set, pin, gate, escape, cover, and the insect that moves
mississippi_queen   goal, trap, behind, limit, brake, push, passenger, sandbank, log, coal
piranhas            unite, limit, block, credit, eat, quiet, cut
protista            targets, fork, loop, capture, block, no_pieces, and the kind of the move
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from schwarm.games import Board, Description, Game, IllegalMove
from schwarm.puzzles.puzzle import Goal, start_at

INSECTS = ("queen", "spider", "grasshopper", "beetle", "ant")


@dataclass
class Scene:
    """A puzzle's line on its board, step by step."""

    game: Game  # at the puzzle's position
    goal: Goal
    line: tuple[str, ...]

    def __post_init__(self) -> None:
        self.side = self.game.to_move
        first, second = self.game.setup.book.sides
        self.enemy = second if self.side == first else first
        self.before = self.game.board()
        self.told: list[Description] = []
        self.boards: list[Board] = []
        game = self.game.copy()
        for move in self.line:
            self.told.append(game.describe(move))
            game.play(move)
            self.boards.append(game.board())
        outcome = game.outcome()
        self.ending = "" if outcome is None else str(outcome.reason)

    @property
    def answer(self) -> Description:
        """What the right move does."""
        return self.told[0]

    @property
    def after(self) -> Board:
        """The board after the right move."""
        return self.boards[0]

    @property
    def mine(self) -> list[Description]:
        """What the solver's moves do."""
        return [told for told in self.told if told.side == self.side]

    @cached_property
    def reply(self) -> Game:
        """The game after the right move."""
        game = self.game.copy()
        game.play(self.line[0])
        return game


def themes_of(game: Game, goal: Goal, line: tuple[str, ...]) -> tuple[str, ...]:
    """The themes of a puzzle, sorted; the goal comes first."""
    scene = Scene(game, goal, line)
    finders = {
        "hive": hive,
        "mississippi_queen": mississippi_queen,
        "piranhas": piranhas,
        "protista": protista,
    }
    return (str(goal), *sorted(finders[game.name](scene) - {""}))


# --- Hive ---------------------------------------------------------------------------------------------
def hive(scene: Scene) -> set[str]:
    """Surrounding, covering, pinning and gates."""
    answer = scene.answer
    endings = {"queen surrounded": "surround", "more free fields around the queen": "limit"}
    found = {endings.get(scene.ending, "")}
    if answer.kind == "set":
        found.add("set")
    if answer.piece is not None:
        found.add(answer.piece.kind)
        if answer.piece.kind == "queen" and scene.goal is Goal.SAVE:
            found.add("escape")
    if answer.goal is not None and len(scene.after.on(answer.goal)) > 1:
        covered = scene.after.on(answer.goal)[-2]
        found.add("cover")
        if covered.kind == "queen":
            found.add("ride")
    if not scene.reply.finished():
        movable = movers(scene.reply)
        had = movers(turned(scene.game))
        held = {piece.cell for piece in scene.after.pieces if piece.side == scene.enemy and not piece.covered}
        if (had - movable) & held:
            found.add("pin")
        if queen_gated(scene.reply, scene.after, scene.enemy):
            found.add("gate")
    return found


def movers(game: Game) -> set[str]:
    """The cells from which the side to move can move."""
    starts = {move.split(">")[0] for move in game.legal_moves() if ">" in move}
    return starts


def turned(game: Game) -> Game:
    """The same Hive board with the other side to move."""
    rows, turn = game.position().split()
    return start_at("hive", f"{rows} {int(turn) + 1}", game.profile)


def queen_gated(game: Game, board: Board, side: str) -> bool:
    """M7: has the queen free fields, and a gate before one of them, but no way out?"""
    queen = next((p for p in board.pieces if p.kind == "queen" and p.side == side), None)
    free = next((mark.cells for mark in board.marked("liberty") if mark.side == side), ())
    if queen is None or queen.covered or not free or queen.cell in movers(game):
        return False
    for cell in free:
        try:
            game.code_of(f"{queen.cell}>{cell}")
        except IllegalMove as refused:
            if refused.rule == "M7":
                return True
    return False


# --- Mississippi Queen ----------------------------------------------------------------------------------
def mississippi_queen(scene: Scene) -> set[str]:
    """Racing, braking, pushing, fetching passengers and trapping."""
    endings = {
        "goal reached": "goal",
        "no legal move": "trap",
        "left behind": "behind",
        "more points": "limit",
        "more passengers": "limit",
    }
    found = {endings.get(scene.ending, "")}
    kinds = {cell.name: cell.kind for cell in scene.before.cells}
    for told in scene.mine if scene.goal is Goal.WIN else scene.told[:1]:
        for step in told.steps:
            if step.kind == "accelerate" and step.number < 0:
                found.add("brake")
            if step.kind == "push":
                found.add("push")
            if step.kind == "advance" and step.path and kinds.get(step.path[-1]) in ("sandbank", "log"):
                found.add(kinds[step.path[-1]])
        if told.captured:
            found.add("passenger")
    spent = scene.before.fact("coal", scene.side) - scene.after.fact("coal", scene.side)
    if spent >= 2:
        found.add("coal")
    return found


# --- Piranhas -------------------------------------------------------------------------------------------
def piranhas(scene: Scene) -> set[str]:
    """Uniting and cutting off swarms."""
    last = scene.boards[-1]
    found = set()
    if scene.ending in ("heavier swarm", "first swarm"):
        united = [side for side in (scene.side, scene.enemy) if last.fact("swarms", side) <= 1]
        found.add("unite" if scene.side in united else "gift" if united else "limit")
        if scene.ending == "first swarm":
            found.add("credit")
    if scene.ending == "no legal move":
        found.add("block")
    found.add("eat" if scene.answer.captured else "quiet")
    if scene.after.fact("swarms", scene.enemy) > scene.before.fact("swarms", scene.enemy):
        found.add("cut")
    return found


# --- Protista -------------------------------------------------------------------------------------------
def protista(scene: Scene) -> set[str]:
    """Targets, loops, and the kind of the move."""
    endings = {"targets": "targets", "no pieces": "no_pieces", "king": "king", "limit": "limit"}
    found = {endings.get(scene.ending, ""), scene.answer.kind, *scene.answer.also}
    sides = [told.side for told in scene.told]
    if any(one == two for one, two in pairwise(sides)) or (
        not scene.reply.finished() and scene.reply.to_move == scene.side
    ):
        found.add("loop")
    if scene.answer.captured or scene.answer.struck:
        found.add("capture")
    if scene.goal is Goal.WIN and "loop" not in found and len(goals_near(scene)) > 1:
        found.add("fork")
    return found


def goals_near(scene: Scene) -> set[str]:
    """The targets that a piece of the solver, as it stands after the right move, touches."""
    place = {cell.name: (cell.x, cell.y) for cell in scene.after.cells}
    aims = {name for mark in scene.after.marked("target") if mark.side == scene.side for name in mark.cells}
    own = {piece.cell for piece in scene.after.pieces if piece.side == scene.side}
    return {
        aim
        for aim in aims
        for cell in own
        if (place[aim][0] - place[cell][0]) ** 2 + (place[aim][1] - place[cell][1]) ** 2 < 1.1
    }
