"""One place that plays many games: tasks in, records out, on processes of this machine or on a cluster.

What the games are played for is not known here.
"""

from schwarm.workers.crew import Crew
from schwarm.workers.errors import BadJournal, NoCluster, Unplayable, WorkersError
from schwarm.workers.journal import Journal
from schwarm.workers.local import LocalCrew
from schwarm.workers.play import judge, play
from schwarm.workers.run import Bar, Dispatcher, crew_of, map_processes, play_all
from schwarm.workers.tally import Tally
from schwarm.workers.task import Contestant, Failed, Report, Task, pairs, start
from schwarm.workers.worker import Running

__all__ = [
    "BadJournal",
    "Bar",
    "Contestant",
    "Crew",
    "Dispatcher",
    "Failed",
    "Journal",
    "LocalCrew",
    "NoCluster",
    "Report",
    "Running",
    "Tally",
    "Task",
    "Unplayable",
    "WorkersError",
    "crew_of",
    "judge",
    "map_processes",
    "pairs",
    "play",
    "play_all",
    "start",
]
