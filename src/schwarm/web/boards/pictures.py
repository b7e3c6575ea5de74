"""The pictures of rule sheets as the page draws them: positions with only what is around the pieces."""

from __future__ import annotations

from functools import cache
from typing import Any

from schwarm.game import Game
from schwarm.teaching.lessons import Picture, sheet
from schwarm.web import boards
from schwarm.web.boards import messages
from schwarm.web.boards.snapshot import snapshot

MARGIN = 1.0  # cells around what is shown
EDGE = 0.55  # from the centre of the outermost cells to the edge of the picture
Box = tuple[float, float, float, float]


@cache
def drawn(game: str) -> dict[str, dict[str, Any]]:
    """All pictures of a game by id: scenes, the ways of the moves, cells to mark. No language is in it."""
    found = sheet(game)
    return {} if found is None else {picture.id: drawn_picture(picture) for picture in found.pictures}


def drawn_picture(picture: Picture) -> dict[str, Any]:
    """One picture: its scenes are the position and those after each move."""
    frames = [frame.view() for frame in picture.frames()]
    scenes = [snapshot(frame, moves=False) for frame in frames]
    if picture.select:
        scenes[0]["moves"] = chosen(frames[0], picture.select)
    if not picture.whole:
        box = around(picture, scenes)
        for scene in scenes:
            cut(scene["board"], box)
    return {
        "scenes": scenes,
        "ways": [way for scene in scenes[1:] for way in ways_of(scene)],
        "numbered": len(scenes) > 2,
        "select": picture.select,
        "mark": list(picture.mark),
        "cross": list(picture.cross),
    }


def chosen(game: Game, cell: str) -> list[messages.Choice]:
    """The moves of the piece on a cell."""
    return [choice for choice in boards.of(game).choices(game) if choice["path"][:1] == [cell]]


def ways_of(scene: messages.Snapshot) -> list[messages.Way]:
    """The arrows of the move that led to a scene; several where several pieces move at once."""
    last = scene["last"]
    if last is None:
        return []
    pairs = [list(pair) for pair in last["moved"]]
    paths = [last["path"]] if len(last["path"]) > 1 else pairs
    pushed = last.get("pushed", [])
    return [{"side": last["side"], "path": path, "words": {}} for path in [*paths, pushed] if len(path) > 1]


def around(picture: Picture, scenes: list[messages.Snapshot]) -> Box:
    """The part of the board that is worth seeing: pieces, ways, marks and targets of all scenes."""
    shown = {*picture.mark, *picture.cross, picture.select}
    for scene in scenes:
        shown.update(piece["cell"] for piece in scene["board"]["pieces"])
        shown.update(mark["cell"] for mark in scene["board"]["marks"] if mark["kind"] != "liberty")
        shown.update(scene["last"]["path"] if scene["last"] else ())
        shown.update(choice["path"][-1] for choice in scene["moves"] or ())
    cells = [
        cell
        for scene in scenes
        for cell in scene["board"]["cells"]
        if cell["id"] in shown and cell["kind"] != "hand"
    ]
    xs, ys = [cell["x"] for cell in cells], [cell["y"] for cell in cells]
    return min(xs) - MARGIN, min(ys) - MARGIN, max(xs) + MARGIN, max(ys) + MARGIN


def cut(board: messages.Board, box: Box) -> None:
    """Leave out the cells outside of a box, and hands, with all that lies on them."""
    left, top, right, bottom = box
    board["cells"] = [
        cell
        for cell in board["cells"]
        if left - 0.01 <= cell["x"] <= right + 0.01
        and top - 0.01 <= cell["y"] <= bottom + 0.01
        and cell["kind"] != "hand"
    ]
    kept = {cell["id"] for cell in board["cells"]}
    board["pieces"] = [piece for piece in board["pieces"] if piece["cell"] in kept]
    board["marks"] = [mark for mark in board["marks"] if mark["cell"] in kept]
    xs, ys = [cell["x"] for cell in board["cells"]], [cell["y"] for cell in board["cells"]]
    edge = 0.5 if board["kind"] == "square" else EDGE
    board["view"] = (
        min(xs) - edge,
        min(ys) - edge - 0.05,
        max(xs) - min(xs) + 2 * edge,
        max(ys) - min(ys) + 2 * edge + 0.1,
    )
