"""The policy of Blokus against the same facts counted on sets of squares."""

import pytest

from schwarm import new_game
from schwarm.bits import mix
from schwarm.bots.knowledge import knowledge
from schwarm.games.blokus import tables
from schwarm.games.blokus.policy import FACTS, BlokusPolicy
from schwarm.games.blokus.rules import Blokus

Squares = set[tuple[int, int]]


def positions(profile: str) -> list[Blokus]:
    """Positions of a game by the policy's own random moves."""
    game = new_game("blokus", seed=11, profile=profile)
    assert isinstance(game, Blokus)
    policy, word = BlokusPolicy({}), 5
    found: list[Blokus] = []
    while not game.finished():
        twin = game.copy()
        assert isinstance(twin, Blokus)
        found.append(twin)
        word = mix(word)
        move = policy.random_move(game, word)
        assert move is not None
        game.play(move)
    return found


def cells(rows: list[int]) -> Squares:
    return {(x, y) for y, row in enumerate(rows) for x in range(20) if row >> x & 1}


def beside(squares: Squares) -> Squares:
    return {(x + dx, y + dy) for x, y in squares for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0))} - squares


def diagonal(squares: Squares) -> Squares:
    return {(x + dx, y + dy) for x, y in squares for dx in (1, -1) for dy in (1, -1)}


def facts_on_sets(game: Blokus, code: int) -> dict[str, int]:
    """The facts of a placement, but for those about the last moves."""
    names = ("blue", "yellow", "red", "green")
    colour = names.index(game.colour_to_move())
    own = [cells(rows) for rows in game.lines()]
    playing = [name in game.colours_playing() for name in names]
    corners = [cells(game.corners(each)) if playing[each] else set() for each in range(4)]
    board = {(x, y) for x in range(20) for y in range(20)}
    piece = set(tables.squares_of(code))
    edge = beside(piece)
    free = board - set().union(*own) - beside(own[colour])
    opened = (diagonal(piece) & free) - piece - edge - corners[colour]
    enemies = corners[(colour + 1) % 4] | corners[(colour + 3) % 4]
    return {
        "size": len(piece),
        "opened": len(opened),
        "lost": len((piece | edge) & corners[colour]),
        "denied": len(piece & enemies),
        "touches": len(edge & (own[(colour + 1) % 4] | own[(colour + 3) % 4])),
        "mate": len(piece & corners[(colour + 2) % 4]),
        "centre": sum(5 <= x <= 14 and 5 <= y <= 14 for x, y in piece),
        "contested": len(opened & enemies),
        "skips": 0,
    }


@pytest.mark.parametrize("profile", ["official", "classic"])
def test_facts_are_those_of_the_squares(profile: str) -> None:
    policy = BlokusPolicy({})
    for game in positions(profile)[::5]:
        for move in game.legal_moves()[::23]:
            if move == "SKIP":
                continue
            halves = policy.facts_of(game, move.code)
            counted = {name: round(halves[i] + halves[i + len(FACTS)]) for i, name in enumerate(FACTS)}
            expected = facts_on_sets(game, move.code)
            assert {name: counted[name] for name in expected} == expected, (game.position(), move)


def test_a_random_move_is_the_largest_piece_that_fits() -> None:
    policy = BlokusPolicy({})
    for game in positions("official"):
        legal = [move for move in game.legal_moves() if move != "SKIP"]
        largest = max(int(str(move)[0]) for move in legal)
        for word in range(5):
            move = policy.random_move(game, mix(word + 1))
            assert move in legal
            assert int(str(move)[0]) == largest


def test_random_moves_cover_corners_that_were_opened_lately_where_they_can() -> None:
    """Of the pieces of the largest size one that covers such a corner, if any does."""
    policy = BlokusPolicy({"recent": (1.0, 1.0)})
    answered = 0
    for game in positions("official")[8:60]:
        legal = [move for move in game.legal_moves() if move != "SKIP"]
        largest = max(int(str(move)[0]) for move in legal)
        recent = len(FACTS) + FACTS.index("recent")

        def covers(code: int, game: Blokus = game, recent: int = recent) -> bool:
            found = policy.facts_of(game, code)
            return found[recent] + found[recent - len(FACTS)] > 0.5

        possible = any(covers(move.code) for move in legal if int(str(move)[0]) == largest)
        drawn = policy.random_move(game, mix(game.turn + 1))
        assert drawn is not None
        assert covers(drawn.code) == possible
        answered += possible
    assert answered > 10


def test_weights_change_with_the_game() -> None:
    """What counts at the start alone counts less and less; large pieces are preferred from the first move."""
    policy = knowledge("blokus").policy()
    assert policy is not None
    for game in positions("official")[4:40:6]:
        shares = policy.shares(game)
        best = max(shares, key=lambda move: shares[move])
        assert int(str(best)[0]) >= 4
    early = BlokusPolicy({"size": (1.0, 0.0)})
    first, last = positions("official")[0], positions("official")[-1]
    assert (
        early.facts_of(first, first.legal_moves()[0].code)[0]
        == tables.SIZE_OF[first.legal_moves()[0].code // 400]
    )
    assert early.facts_of(last, last.legal_moves()[0].code)[0] == pytest.approx(0.0, abs=0.35)
