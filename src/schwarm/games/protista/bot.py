"""What bots know of Protista: features to weigh, and the rows that a net judges."""

from schwarm.bots.evaluation import Evaluation
from schwarm.games.protista import rows_layout
from schwarm.games.protista.evaluator import ProtistaEvaluator
from schwarm.games.protista.rows import ProtistaRows

EVALUATION = Evaluation(ProtistaEvaluator, ProtistaRows, rows_layout)
