# mypy: ignore-errors
"""A player written with the contest's Python library, as a student would; runs in its own environment.

Prints one line with the result as JSON. Arguments are the contest's own.
"""

import json
import random
import sys
import time

from socha.api.networking.game_client import IClientHandler
from socha.starter import Starter


class Logic(IClientHandler):
    """Any legal move."""

    def __init__(self):
        self.state = None
        self.plies = 0
        self.started = None

    def on_update(self, state):
        self.state = state

    def calculate_move(self):
        self.plies += 1
        self.started = self.started or time.monotonic()
        return random.choice(self.state.possible_moves())

    def on_error(self, logMessage):  # noqa: N803
        print(json.dumps({"error": logMessage}), flush=True)

    def on_game_over(self, roomMessage):  # noqa: N803
        winner = roomMessage.winner
        told = {"team": winner.team, "regular": winner.regular, "reason": winner.reason}
        told |= {"plies": self.plies, "seconds": time.monotonic() - self.started}
        print(json.dumps(told), flush=True)


if __name__ == "__main__":
    random.seed(7)
    sys.exit(Starter(logic=Logic()))
