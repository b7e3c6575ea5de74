"""A server that the contest's clients of 2017, 2020 and 2026 play on unchanged."""

from schwarm.contest.server.arrival import stamping_loop
from schwarm.contest.server.server import ContestServer
from schwarm.contest.server.settings import EXAMPLE_PASSWORD, PORT, BadSettings, ServerSettings

__all__ = ["EXAMPLE_PASSWORD", "PORT", "BadSettings", "ContestServer", "ServerSettings", "stamping_loop"]
