"""The contract suite over all games that are installed."""

from schwarm.testing.contract import *
