# The rules compiled once more, for boards of more than 128 cells, and their evaluation: setup.py puts these modules
# together to one whose boards are those of the first line.
from schwarm.wide_bits cimport Board
from schwarm.games.protista.rules cimport *
from schwarm.games.protista.evaluator cimport *
