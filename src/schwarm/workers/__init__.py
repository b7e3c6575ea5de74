"""One place where much is done at once: work in, results out, on processes of this machine or on a cluster.

What it is done for is not known here, only how important it is.
"""

from schwarm.workers.crew import Crew
from schwarm.workers.errors import BadJournal, NoCluster, Stopped, Unplayable, WorkersError
from schwarm.workers.journal import Journal
from schwarm.workers.lines import Lines
from schwarm.workers.local import LocalCrew
from schwarm.workers.play import judge, play
from schwarm.workers.pool import Pool, hired
from schwarm.workers.run import Bar, crew_of, play_all, working
from schwarm.workers.share import Guests, Share, Urgency
from schwarm.workers.tally import Tally
from schwarm.workers.task import Contestant, Failed, Report, Task, pairs, start
from schwarm.workers.worker import Running

__all__ = [
    "BadJournal",
    "Bar",
    "Contestant",
    "Crew",
    "Failed",
    "Guests",
    "Journal",
    "Lines",
    "LocalCrew",
    "NoCluster",
    "Pool",
    "Report",
    "Running",
    "Share",
    "Stopped",
    "Tally",
    "Task",
    "Unplayable",
    "Urgency",
    "WorkersError",
    "crew_of",
    "hired",
    "judge",
    "pairs",
    "play",
    "play_all",
    "start",
    "working",
]
