"""A Protista game on one line, as the rule sheet writes it: options, seed, then the moves.

    small turn_limit=60 seed=7: S:c4-c5 / R=b7.d2.h5 / W:d2.d3.c3>ne S:a1-b1

The profile comes first where it is not the default, then the options that differ from it. Moves of one
turn are joined by blanks, turns by ` / `. JSON records (games/record.py) hold more: seats and times.
"""

from schwarm.games import new_game
from schwarm.games.errors import BadNotation
from schwarm.games.game import Game
from schwarm.games.protista.options import PROFILES

TURNS = " / "


def write_record(game: Game) -> str:
    """The game so far; it starts from its seed, not from a position text."""
    if game.setup.position is not None:
        raise BadNotation("expected a game that was drawn from a seed, not put up from a position text")
    usual = game.setup.book.choose(game.profile, {}).options
    head = [] if game.profile == next(iter(PROFILES)) else [game.profile]
    head += [f"{name}={value}" for name, value in game.options.items() if value != usual[name]]
    turns: list[list[str]] = []
    again = game.setup.book.game(game.setup)
    mover = None
    for move in game.history:
        if again.to_move != mover or not turns:
            turns.append([])
        mover = again.to_move
        turns[-1].append(str(move))
        again.play(move)
    return f"{' '.join([*head, f'seed={game.seed}'])}: {TURNS.join(' '.join(turn) for turn in turns)}"


def read_record(text: str) -> Game:
    """The game of a record at its end; BadNotation if the text is none, IllegalMove if a move is not."""
    head, colon, moves = text.partition(": ")
    options = dict(word.partition("=")[::2] for word in head.split())
    seed = options.pop("seed", "")
    profile = next((name for name, value in options.items() if not value and name in PROFILES), None)
    if profile is not None:
        del options[profile]
    if not colon or not seed.isdecimal() or not all(options.values()):
        raise BadNotation(f"expected a record such as `small seed=7: S:c4-c5 / R`, not {text[:60]!r}")
    game = new_game("protista", profile=profile, seed=int(seed), **options)
    for move in moves.replace(TURNS, " ").split():
        game.play(move)
    return game
