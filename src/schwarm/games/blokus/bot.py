"""What bots know of Blokus: features to weigh, and rows for a net."""

from schwarm.bots.evaluation import Evaluation
from schwarm.games.blokus import rows_layout
from schwarm.games.blokus.evaluator import BlokusEvaluator
from schwarm.games.blokus.policy import BlokusPolicy
from schwarm.games.blokus.rows import BlokusRows

EVALUATION = Evaluation(BlokusEvaluator, BlokusRows, rows_layout, BlokusPolicy)
