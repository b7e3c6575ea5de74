"""What bots know of Mississippi Queen: features to weigh, and the rows that a net judges."""

from schwarm.bots.evaluation import Evaluation
from schwarm.games.mississippi_queen import rows_layout
from schwarm.games.mississippi_queen.evaluator import MississippiQueenEvaluator
from schwarm.games.mississippi_queen.rows import MississippiQueenRows

EVALUATION = Evaluation(MississippiQueenEvaluator, MississippiQueenRows, rows_layout)
