"""Film strips of what moves on a board, to look at; part of `make shots`.

    python -m tests.web.shots.films FOLDER [game ...]

Each strip is one move of the kind a game is proud of: a fish that eats, a grasshopper's leap, a ship under
steam, cells that grow together, a piece that is laid. Its frames are moments of the animation itself: that is
stopped and set to each of them, so that a busy machine shows the same film.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote

from playwright.sync_api import Browser

from schwarm import list_games, new_game
from schwarm.game import Game
from schwarm.game.board import Description
from schwarm.web.boards.snapshot import snapshot
from tests.web.shared.site import Site
from tests.web.shots import opened
from tests.web.shots.boards import strip

FRAMES = 16
FRAME_MS = 90
BEGIN = """(scene) => {
  const board = document.querySelector(".stage svg.board").parentElement;
  board.show(scene, { animate: true });
  window.moving = document.getAnimations();
  for (const one of window.moving) one.pause();
}"""
PAUSE = """() => {
  window.moving = [];
  const plain = Element.prototype.animate;
  Element.prototype.animate = function (...given) {
    const one = plain.apply(this, given);
    one.pause();
    window.moving.push(one);
    return one;
  };
}"""
SET = """(ms) => { for (const one of window.moving) one.currentTime = ms; }"""

Wanted = Callable[[Game, Description], bool]


def joins(game: Game, told: Description) -> bool:
    """Does this move bring a piece beside others of its side?"""
    after = game.copy()
    links = sum(len(mark.links) for mark in game.board().marks)
    after.play(told.text)
    return sum(len(mark.links) for mark in after.board().marks) > links + 1


def lays_five(_: Game, told: Description) -> bool:
    return len(told.created) == 5


WANTED: dict[str, Wanted] = {
    "piranhas": lambda _, told: bool(told.captured) and len(told.path) > 1,
    "hive": lambda _, told: (
        told.piece is not None and told.piece.kind == "grasshopper" and len(told.path) > 3
    ),
    "mississippi_queen": lambda _, told: len(told.path) > 3,
    "protista": joins,
}


def found(name: str) -> Game:
    """A game whose last move is of the wanted kind."""
    wanted = WANTED.get(name, lays_five)
    for seed in range(1, 60):
        game, choose = new_game(name, seed=seed), Random(seed)
        while not game.finished() and game.turn < 60:
            for move in game.legal_moves() if game.turn > 7 else ():
                if wanted(game, game.describe(move)):
                    game.play(move)
                    return game
            game.play(choose.choice(game.legal_moves()))
    raise AssertionError(f"no such move in sixty games of {name}")


def film(browser: Browser, site: Site, folder: Path, name: str) -> None:
    page = browser.new_context(viewport={"width": 1000, "height": 760}, locale="en-GB").new_page()
    page.goto(f"{site.url}/position/{name}")
    page.wait_for_selector(".stage .cell")
    scene: dict[str, Any] = dict(snapshot(found(name).view(), moves=False))
    page.evaluate(BEGIN, scene)
    frames = []
    for number in range(FRAMES):
        page.evaluate(SET, number * FRAME_MS)
        frames.append(page.locator("#board").screenshot(type="jpeg", quality=80, animations="allow"))
    page.context.close()
    strip(browser, frames, folder / f"{name}-film.png")


def film_of_a_hand(browser: Browser, site: Site, folder: Path) -> None:
    """A piece of Blokus is dragged out of its tray, snaps, is turned, dropped on the tray, and flies home."""
    page = browser.new_context(viewport={"width": 1000, "height": 760}, locale="en-GB").new_page()
    page.goto(f"{site.url}/position/blokus?p={quote(found('blokus').position())}")
    page.wait_for_selector(".rack .tile:not(:disabled)")
    page.evaluate(PAUSE)
    frames: list[bytes] = []

    def go(place: str, share: float) -> None:
        """Move the mouse a part of the way to a place."""
        box = page.locator(place).first.bounding_box()
        assert box
        goal = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        at[:] = [here + share * (there - here) for here, there in zip(at, goal, strict=True)]
        page.mouse.move(*at)
        frames.append(page.locator("#board").screenshot(type="jpeg", quality=80, animations="allow"))

    at = [0.0, 0.0]
    go(".rack .tile:not(:disabled):nth-last-child(3)", 1)
    page.mouse.down()
    for share in (0.1, 0.3, 0.5, 0.6, 0.7, 1):
        go(".cell.may" if frames[1:] else "svg.board", share)
    page.mouse.wheel(0, 100)
    go(".hands", 0.2)
    go(".hands", 1)
    page.mouse.up()
    for ms in range(0, 160, 30):
        page.evaluate(SET, ms)
        frames.append(page.locator("#board").screenshot(type="jpeg", quality=80, animations="allow"))
    page.context.close()
    strip(browser, frames, folder / "blokus-hand-film.png")


def main(folder: Path, wanted: list[str]) -> None:
    with opened(folder) as (browser, site):
        for name in wanted or list_games():
            print(f"{name} ...", flush=True)
            film(browser, site, folder, name)
            if name == "blokus":
                film_of_a_hand(browser, site, folder)


if __name__ == "__main__":
    parser = argparse.ArgumentParser("python -m tests.web.shots.films", description="Film strips of moves.")
    parser.add_argument("folder", type=Path, help="where to write the strips; made if it is not there")
    parser.add_argument("game", nargs="*", help="these only; all if none is named")
    given = parser.parse_args()
    main(given.folder, given.game)
