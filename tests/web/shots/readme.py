"""The picture in README.md: `python -m tests.web.shots.readme`."""

from __future__ import annotations

import schwarm
from schwarm import bots
from tests import ROOT
from tests.web.shots import opened

FOLDER = ROOT / "docs" / "images"
BOARDS = {"piranhas": 12, "hive": 22, "mississippi_queen": 15, "protista": 9, "blokus": 28}  # plies to play
STYLE = """
body { margin: 0; padding: 16px; background: #fff; display: flex; flex-wrap: wrap; justify-content: center;
  align-items: center;
  gap: 12px 40px; font: 20px sans-serif; color: #37424b; }
figure { margin: 0; text-align: center; } figcaption { margin-top: 6px; }
"""


def board(name: str, plies: int) -> str:
    """A position in the middle of a game between two equal bots, with its name below."""
    game = schwarm.new_game(name, seed=5)
    while game.turn < plies:
        player = bots.player(name, "4", seed=game.turn)
        game.play(player.choose(game, 60_000))
    title = schwarm.rule_book(name).title
    return f"<figure>{game.svg(size=360)}<figcaption>{title}</figcaption></figure>"


def main() -> None:
    """Draw the five boards side by side."""
    body = "".join(board(name, plies) for name, plies in BOARDS.items())
    with opened(FOLDER) as (browser, _):
        page = browser.new_page(viewport={"width": 1280, "height": 400})
        page.set_content(f"<style>{STYLE}</style>{body}")
        page.screenshot(path=FOLDER / "boards.png", full_page=True)


if __name__ == "__main__":
    main()
