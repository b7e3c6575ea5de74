"""What bots know of Blokus: features to weigh."""

from schwarm.bots.evaluation import Evaluation
from schwarm.games.blokus.evaluator import BlokusEvaluator

EVALUATION = Evaluation(BlokusEvaluator)
