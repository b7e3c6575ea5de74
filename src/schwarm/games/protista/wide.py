"""The rules and their evaluation on boards of more than 128 cells.

Plain Python knows no width of boards, so these are the classes of all boards. Compiled, this module is made
of the same source files with wider boards: wide.pxd names them.
"""

from schwarm.games.protista.evaluator import ProtistaEvaluator
from schwarm.games.protista.rules import Protista

__all__ = ["Protista", "ProtistaEvaluator"]
