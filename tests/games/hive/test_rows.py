"""Hive: the rows that tell how free both sides are, held against the legal moves and the swarm."""

from collections import Counter
from collections.abc import Iterator

import pytest

from schwarm.bots.learned import new_rows, shipped_net
from schwarm.game import Game, new_game
from schwarm.game.random64 import Stream
from schwarm.games.hive import rows_layout as layout
from schwarm.games.hive.tables import Field, neighbours


def positions(profile: str, seed: int) -> Iterator[Game]:
    """The positions of a random game."""
    game = new_game("hive", seed=seed, profile=profile)
    words = Stream(seed, 5)
    while not game.finished():
        yield game
        move = game.random_move(words.word())
        assert move is not None
        game.play(move)


def value(rows: list[int], name: str, *, enemy: bool = False) -> int:
    """The value of a fact about freedom."""
    first = layout.FREEDOM.place(name, enemy=enemy)
    size = dict((*layout.FREEDOM.side, *layout.FREEDOM.joint))[name]
    (found,) = [row - first for row in rows if first <= row < first + size]
    return found


def moves_of(game: Game) -> tuple[int, int, int]:
    """Of the side to move: moves of pieces that are no ants, sets, ants that can move."""
    stacks = game.stacks()  # type: ignore[attr-defined]
    drags: Counter[str] = Counter()
    ants = set()
    for move in game.legal_moves():
        start, dragged, _ = str(move).partition(">")
        x, _, y = start.partition(",")
        kind = stacks[int(x), int(y)][-1].upper() if dragged else "set" if "@" in move else "skip"
        drags[kind] += 1
        if kind == "A":
            ants.add(start)
    return sum(drags[kind] for kind in "BGQS"), drags["set"], len(ants)


def expected(game: Game) -> int:
    """The value of `moves` that the legal moves ask for."""
    goals, sets, ants = moves_of(game)
    return layout.MANY[min(goals, 63)] + 10 * (min(2, (sets + 8) // 9) + 3 * min(3, ants))


def roughly(game: Game) -> int:
    """How free the side to move is."""
    goals, sets, ants = moves_of(game)
    return layout.FREER[min(127, goals + sets + 8 * ants)]


@pytest.mark.parametrize("profile", ["official", "seed"])
def test_mobility_of_both_sides_is_what_the_legal_moves_say(profile: str) -> None:
    lister = new_rows("hive")
    seen = set()
    for game in (game for seed in range(3) for game in positions(profile, seed)):
        rows = lister.rows_of(game)
        mine = value(rows, "moves")
        assert mine == expected(game), game.position()
        board, turn = game.position().split(" ")
        if game.turn + 1 >= 2 * game.setup.number("rounds"):
            continue
        other = new_game("hive", position=f"{board} {int(turn) + 1}", profile=profile)
        if other.finished():
            continue
        assert value(rows, "moves", enemy=True) == expected(other), game.position()
        both = roughly(game) + 8 * (roughly(other) + 8 * min(3, game.turn >> 4))
        assert value(rows, "moves_both") == both
        seen.add(mine)
    assert len(seen) > 20


def components(cells: set[Field]) -> list[set[Field]]:
    """The connected parts of some fields."""
    parts = []
    left = set(cells)
    while left:
        part, edge = set(), {left.pop()}
        while edge:
            part |= edge
            edge = {near for field in edge for near in neighbours(field)} & left
            left -= edge
        parts.append(part)
    return parts


def locks(game: Game) -> tuple[int, int]:
    """Of the side to move: pieces that an enemy holds or covers, and pieces that an own one alone holds."""
    red = game.to_move == "red"
    stacks = game.stacks()  # type: ignore[attr-defined]
    own = {field for field, stack in stacks.items() if stack[-1].isupper() == red}
    able = {move.partition(">")[0] for move in map(str, game.legal_moves()) if ">" in move}
    held = freed = 0
    for field in own:
        if len(stacks[field]) > 1:
            continue  # what lies below keeps the swarm together
        parts = components(set(stacks) - {field})
        tips = [next(iter(part)) for part in parts if len(part) == 1] if len(parts) > 1 else []
        if any(tip not in own for tip in tips):
            held += 1
        elif any(f"{x},{y}" in able for x, y in tips):
            freed += 1
    buried = sum(
        piece.isupper() == red for field, stack in stacks.items() if field not in own for piece in stack[:-1]
    )
    return min(5, held + buried), min(3, freed)


def test_locked_pieces_are_those_that_hold_an_enemy_to_the_swarm_or_lie_below_one() -> None:
    lister = new_rows("hive")
    seen = Counter[int]()
    for game in (game for seed in range(4, 8) for game in positions("official", seed)):
        if game.hands()[game.side].count("Q"):  # type: ignore[attr-defined]
            continue  # nothing moves yet
        locked, freed = locks(game)
        assert value(lister.rows_of(game), "locked") == locked + 6 * freed, game.position()
        seen[locked] += 1
        seen[10 + freed] += 1
    assert min(seen[0], seen[1], seen[10], seen[11]) > 3


def test_the_lead_in_free_fields_stands_beside_the_rounds_left() -> None:
    lister = new_rows("hive")
    for game in positions("official", 3):
        mine, theirs = (7 if free < 0 else free for free in game.liberties())  # type: ignore[attr-defined]
        lead = mine - theirs if game.to_move == "red" else theirs - mine
        left = min(7, (2 * game.setup.number("rounds") - game.turn) // 2)
        assert value(lister.rows_of(game), "ending") == 7 + lead + 15 * left


def test_a_net_that_knows_the_first_rows_alone_is_shown_no_others() -> None:
    net = shipped_net("hive")
    assert net is not None
    old, new = new_rows("hive"), new_rows("hive")
    old.known = layout.EARLIER[1]
    for game in positions("official", 9):
        rows = new.rows_of(game)
        assert old.rows_of(game) == [row for row in rows if row < layout.EARLIER[1]]
        assert len(rows) == len(old.rows_of(game)) + 6
