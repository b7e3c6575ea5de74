"""Named players for every game.

>>> from schwarm import bots, new_game
>>> game = new_game("piranhas", seed=7)
>>> bots.player("piranhas", "3").choose(game, budget_ms=500) in game.legal_moves()
True
"""

from schwarm.bots.bot import Bot, RandomBot, SearchBot, new_forest, simulate
from schwarm.bots.clock import BUDGET_MS
from schwarm.bots.evaluation import bot_file, evaluation_of
from schwarm.bots.knowledge import Level, knowledge
from schwarm.bots.ladder import Strength, in_order, strengths
from schwarm.bots.rollouts import MOST, RolloutBot, StandingBot, rollout_forest
from schwarm.game.errors import BadOption
from schwarm.game.meant import expected

__all__ = [
    "BUDGET_MS",
    "Bot",
    "Level",
    "RandomBot",
    "RolloutBot",
    "SearchBot",
    "Strength",
    "UnknownBot",
    "knowledge",
    "names",
    "new_forest",
    "player",
    "rollout_forest",
    "simulate",
    "strengths",
]


FROZEN = ("0.1", "0.2", "0.2.1")  # versions whose best player is kept as an opponent, where a game has it


class UnknownBot(BadOption):
    """There is no bot of that name.

    >>> from schwarm import bots
    >>> bots.player("hive", "eleven")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    schwarm.bots.UnknownBot: expected a bot of random, ... not 'eleven'
    """


def names(game: str) -> list[str]:
    """The bots of a game, weakest first, by measured Elo where there is one (`bots.strengths`).

    :raises UnknownGame: if there is no such game.

    >>> from schwarm import bots
    >>> bots.names("hive")[:2], bots.names("hive")[-1]
    (['random', '1'], 'best')
    """
    frozen = [f"best-{version}" for version in FROZEN if bot_file(game, f"bots-{version}.json")]
    return in_order(game, ["random", "greedy", *knowledge(game).levels, *frozen, "best"])


def player(game: str, name: str, *, seed: int = 0) -> Bot:
    """A bot by name: random, greedy (one ply), a level from 1 to 10, or best (limited by time alone).

    `best-0.1` and `best-0.2` are what `best` was in these versions: opponents that stay the same. Where
    there is a `best-0.2.1`, it is the net of version 0.2 in the search that came after it.

    :param seed: what its chance follows from, where it chooses by chance.
    :raises UnknownBot: if the game has no such bot.
    :raises UnknownGame: if there is no such game.

    >>> from schwarm import bots, new_game
    >>> game = new_game("hive", seed=7)
    >>> bots.player("hive", "1").choose(game, budget_ms=500) in game.legal_moves()
    True
    """
    if name not in names(game):
        raise UnknownBot(expected("expected_bot", names(game), name))
    known = knowledge(game)
    if name == "random":
        return RandomBot(seed)
    if evaluation_of(game) is None:
        return rules_player(game, name, seed)
    if name == "greedy":
        return SearchBot(name, known, depth=1, seed=seed, evaluator=known.evaluator())
    if name.startswith("best-"):
        return SearchBot(name, knowledge(game, name.removeprefix("best-")), seed=seed)
    if name == "best":
        return SearchBot(name, known, seed=seed, varied=True)
    return SearchBot(name, known, known.levels[name], seed=seed)


def rules_player(game: str, name: str, seed: int) -> Bot:
    """A bot of a game of which only the rules are known."""
    if name == "greedy":
        return StandingBot(seed)
    level = knowledge(game).levels.get(name)
    return RolloutBot(name, game, MOST if level is None else level.nodes, seed=seed)
