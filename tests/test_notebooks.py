"""The notebooks in examples: ten cells, kept without results, and every cell runs."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from typing import Any

import pytest

from schwarm.game import Game, list_games
from tests import ROOT

NOTEBOOKS = sorted((ROOT / "examples" / "notebooks").glob("*.ipynb"))
pytestmark = pytest.mark.compiled_only


def run_cell(source: str, names: dict[str, Any]) -> Any:
    """Execute a cell as Jupyter does; the value of its last line, if that is an expression."""
    *before, last = ast.parse(source).body
    if not isinstance(last, ast.Expr):
        before, shown = [*before, last], None
    else:
        shown = ast.Expression(last.value)
    exec(compile(ast.Module(before, []), "cell", "exec"), names)
    return None if shown is None else eval(compile(shown, "cell", "eval"), names)


@pytest.mark.parametrize("game", list_games())
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_every_cell_of_a_notebook_runs_in_every_game(
    path: Path, game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    cells = json.loads(path.read_text("utf-8"))["cells"]
    assert len(cells) == 10
    names: dict[str, Any] = {"__name__": "__main__"}
    boards = []
    for cell in cells:
        if cell["cell_type"] == "code":
            assert (cell["outputs"], cell["execution_count"]) == ([], None), "kept without results"
            shown = run_cell("".join(cell["source"]).replace("blokus", game), names)
            boards += [shown._repr_svg_()] if isinstance(shown, Game) else []
    assert len(boards) == 3
    assert all(board.startswith("<svg") for board in boards)
    (mine,) = re.findall(r"^I am (\w+) - Outcome\(winner='\w+'", capsys.readouterr().out, re.M)
    assert mine == names["mine"]
