"""A study whose games are all played."""

from schwarm.bots import RandomBot
from schwarm.game import new_game
from schwarm.game.record import record_of
from schwarm.lab.journal import StudyJournal, open_study
from schwarm.lab.measures import measure
from schwarm.lab.results import keep, results
from schwarm.lab.study import read_text
from schwarm.lab.variants import arms, start_seed
from schwarm.store.store import Store
from schwarm.store.studies import StudyKey


def filled(store: Store, *, games: int = 3) -> StudyJournal:
    """A small study whose games are all played, without a referee and worker processes."""
    journal = open_study(store, read_text(TEXT.format(games=games)))
    for arm in arms(journal.study):
        for number in range(arm.games):
            game = new_game(
                "piranhas", seed=start_seed(1, number), profile=None, position=None, **arm.variant.options
            )
            bot = RandomBot(number)
            while not game.finished():
                game.play(bot.choose(game))
            record = record_of(game, dict.fromkeys(("red", "blue"), "random"))
            key = StudyKey(arm.variant.name, arm.players, number)
            journal.add(key, record, code="", wall_ms=1.0, measured=measure(record)).result()
    keep(journal, results(journal))
    return journal


TEXT = """
name = "quick"
game = "piranhas"
players = ["random"]
[vary]
first_swarm = ["mover", "colour"]
[budget]
games = {games}
[[skill]]
players = ["random", "greedy", "best#50"]
games = 4
[judging]
games = 2
every = 10
nodes = 20
"""
