# The rules compiled once more, for boards of more than 128 cells: setup.py puts these modules together to one whose
# boards are those of the first one named.
from schwarm.wide_bits cimport Board
from schwarm.games.protista.position cimport *
from schwarm.games.protista.stacking cimport *
from schwarm.games.protista.canonical cimport *
from schwarm.games.protista.spelling cimport *
from schwarm.games.protista.walks cimport *
from schwarm.games.protista.portals cimport *
from schwarm.games.protista.singles cimport *
from schwarm.games.protista.contiguous cimport *
from schwarm.games.protista.cannons cimport *
from schwarm.games.protista.waves cimport *
from schwarm.games.protista.sharp_v cimport *
from schwarm.games.protista.generation cimport *
from schwarm.games.protista.unstacking cimport *
from schwarm.games.protista.creation cimport *
from schwarm.games.protista.loops cimport *
from schwarm.games.protista.moves cimport *
from schwarm.games.protista.names cimport *
from schwarm.games.protista.rules cimport *
from schwarm.games.protista.evaluator cimport *
