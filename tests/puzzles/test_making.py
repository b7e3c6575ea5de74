"""Making puzzles: what was made is never made again, whatever happened to the process."""

from pathlib import Path

import pytest

from schwarm.game import new_game
from schwarm.teaching.puzzles import shipped
from schwarm.teaching.puzzles.making import MakingJournal, distinct, make
from schwarm.teaching.puzzles.puzzle import start_at
from schwarm.teaching.puzzles.symmetry import canonical, images
from schwarm.workers import BadJournal, working

GAME = "mississippi_queen"  # its games are the quickest
SEEDS = range(41, 44)  # seed 42 gives two puzzles


def test_a_killed_run_goes_on_where_it_was(tmp_path: Path) -> None:
    path = tmp_path / "made.journal"
    with working("local", 1) as share:
        whole = list(make(GAME, SEEDS, MakingJournal(path, GAME), share))
    assert sum(len(made.puzzles) for made in whole) > 0
    kept = path.read_bytes()
    path.write_bytes(kept[: kept.rindex(b"\n", 0, -1) + 20])  # the last line is torn, as kill -9 leaves it
    journal = MakingJournal(path, GAME)
    assert sorted(journal.harvests) == list(SEEDS)[:-1]
    with working("local", 1) as share:
        again = list(make(GAME, SEEDS, journal, share))
    assert sorted(again, key=lambda made: made.seed) == whole
    assert path.read_bytes() == kept


def test_a_journal_of_another_game_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "made.journal"
    path.write_text('{"game":"hive","seed":1,"puzzles":[]}\n')
    with pytest.raises(BadJournal, match="expected a journal of piranhas puzzles"):
        MakingJournal(path, "piranhas")


def test_positions_that_a_symmetry_makes_equal_count_once() -> None:
    game = new_game("hive", seed=3)
    for move in ("Q@0,0", "Q@1,-1", "A@-1,0", "A@2,-1"):
        game.play(move)
    turned = new_game("hive", position=mirrored(game.position()))
    other = new_game("hive", position=game.position())
    other.play("A@-2,1")
    assert game.position() != turned.position()
    assert canonical(game) == canonical(turned)
    assert canonical(game) != canonical(other)


def mirrored(position: str) -> str:
    """A Hive position without stacks seen in a mirror."""
    rows, turn = position.split()
    return "/".join(row[::-1] for row in rows.split("/")) + " " + turn


def test_boards_have_the_symmetries_they_should() -> None:
    for name, count in (("hive", 12), ("piranhas", 8), ("protista", 2)):
        board = start_at(name, new_game(name, seed=1).position()).board()
        assert len(images(board.shape, board.cells)) == count


def test_distinct_keeps_one_of_two_alike() -> None:
    puzzles = shipped("piranhas")[:5]
    assert distinct([*puzzles[::-1], *puzzles]) == list(puzzles)
