"""`schwarm moves`: the legal moves of a position, one a line."""

from schwarm.cli.arguments import GameName, Options, Position, Profile, Seed, open_game


def command(
    game: GameName,
    seed: Seed = None,
    position: Position = None,
    profile: Profile = None,
    option: Options = None,
) -> None:
    """List the legal moves, sorted, one a line; nothing if the game is over."""
    for move in open_game(game, seed, position, profile, option).legal_moves():
        print(move)
