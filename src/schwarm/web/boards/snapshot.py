"""Positions outside of a table: for replays, analysis and shared addresses."""

from __future__ import annotations

from schwarm.bots import strengths
from schwarm.contest.wire.seasons import usual_game
from schwarm.game import Game, rule_book
from schwarm.game.board import Orientation
from schwarm.players import bot_names
from schwarm.web import boards
from schwarm.web.boards import messages


def snapshot(game: Game, *, moves: bool) -> messages.Snapshot:
    """A position as the page draws it. `game` must be a view where something is hidden."""
    drawn = boards.of(game)
    outcome = game.outcome()
    return {
        "game": game.name,
        "profile": game.profile,
        "options": dict(game.options),
        "sides": list(game.setup.book.sides),
        "turn": game.turn,
        "to_move": None if outcome else game.to_move,
        "board": drawn.board(game),
        "composed": drawn.COMPOSED,
        "moves": drawn.choices(game) if moves and not outcome and not drawn.COMPOSED else None,
        "last": drawn.last(game),
        "position": game.public_position(),
        "end": None if outcome is None else {"winner": outcome.winner, "reason": str(outcome.reason)},
    }


def describe(name: str) -> messages.Book:
    """A rule book: options, profiles, rules and bots."""
    book = rule_book(name)
    return {
        "name": book.name,
        "title": book.title,
        "version": book.version,
        "sides": list(book.sides),
        "hidden": boards.module(name).HIDDEN,
        "turned": book.orientation is Orientation.HALF_TURN,
        "profile_names": list(book.profiles),
        "usual_profile": book.usual_profile,
        "profiles": {profile: dict(values) for profile, values in book.profiles.items()},
        "options": [
            {
                "name": option.name,
                "default": option.default,
                "help": option.help,
                "choices": list(option.choices),
                "low": option.low,
                "high": option.high,
                "free": option.check is not None,
            }
            for option in book.options
        ],
        "usual": name == usual_game(),
        "rules": dict(book.rules),
        "score_names": list(book.score_names),
        "levels": bot_names(name),
        "strengths": {
            bot: {"elo": found.elo, "low": found.low, "high": found.high}
            for bot, found in strengths(name).items()
        },
    }
