"""What bots know of Piranhas: features to weigh, and the rows that a net judges."""

from schwarm.bots.evaluation import Evaluation
from schwarm.games.piranhas import rows_layout
from schwarm.games.piranhas.evaluator import PiranhasEvaluator
from schwarm.games.piranhas.rows import PiranhasRows

EVALUATION = Evaluation(PiranhasEvaluator, PiranhasRows, rows_layout)
