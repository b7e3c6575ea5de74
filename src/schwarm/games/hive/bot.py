"""What bots know of Hive: features to weigh, and the rows that a net judges."""

from schwarm.bots.evaluation import Evaluation
from schwarm.games.hive import rows_layout
from schwarm.games.hive.evaluator import HiveEvaluator
from schwarm.games.hive.rows import HiveRows

EVALUATION = Evaluation(HiveEvaluator, HiveRows, rows_layout)
