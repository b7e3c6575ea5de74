"""Studies as data: what a file may say, which variants it means, what is refused and how."""

from __future__ import annotations

import pytest

from schwarm.lab.errors import BadStudy
from schwarm.lab.study import read_text
from schwarm.lab.variants import BASE, arms, stages, start_seed, variants

HEAD = 'name = "s"\ngame = "protista"\nplayers = ["random"]\n'


def names(text: str) -> list[str]:
    return [one.name for one in variants(read_text(HEAD + text))]


def test_one_at_a_time_leaves_the_base_out_of_the_variants() -> None:
    assert names('[vary]\ncreate_count = [3, 4, 0]\nwin = ["king"]\n') == [
        BASE, "create_count=4", "create_count=0", "win=king",
    ]  # fmt: skip


def test_pairs_and_grid() -> None:
    vary = "[vary]\ncreate_count = [4, 0]\nmust_continue = [true]\n"
    assert len(names('design = "pairs"\n' + vary)) == 1 + 3 + 2
    grid = names('design = "grid"\n[vary]\ncreate_count = [3, 4]\nmust_continue = [false, true]\n')
    assert grid == [BASE, "must_continue=true", "create_count=4", "create_count=4, must_continue=true"]


def test_a_variant_may_be_a_profile() -> None:
    found = variants(read_text(HEAD + '[[variant]]\nprofile = "small"\ntitle = "little"\n'))
    assert [(one.name, one.title) for one in found] == [(BASE, BASE), ("profile=small", "little")]
    assert found[1].changed["rows"] == 9


def test_arms_are_variants_by_players() -> None:
    text = HEAD + (
        '[vary]\nwin = ["king"]\n[budget]\ngames = 10\n'
        '[[skill]]\nplayers = ["random", "greedy", "best#50"]\ngames = 4\n'
        '[[also]]\nplayers = "rollouts#5"\ngames = 3\nvariants = ["win=king"]\n'
    )
    found = [(arm.variant.name, arm.players, arm.games) for arm in arms(read_text(text))]
    assert found == [
        (BASE, "random", 10), ("win=king", "random", 10),
        (BASE, "random - greedy", 4), ("win=king", "random - greedy", 4),
        (BASE, "greedy - best#50", 4), ("win=king", "greedy - best#50", 4),
        ("win=king", "rollouts#5", 3),
    ]  # fmt: skip


STICKS = HEAD.replace("random", 'greedy", "best#50') + (
    '[vary]\nwin = ["king"]\n[budget]\ngames = 10\n[yardsticks]\ngames = 6\n'
)


def test_everybody_meets_the_yardsticks_under_every_rule() -> None:
    found = [(arm.variant.name, arm.players, arm.games) for arm in arms(read_text(STICKS))]
    assert found[4:] == [
        (BASE, "random - greedy", 6), ("win=king", "random - greedy", 6),
        (BASE, "greedy - best#50", 6), (BASE, "random - best#50", 6),
        ("win=king", "greedy - best#50", 6), ("win=king", "random - best#50", 6),
    ]  # fmt: skip


def test_stages_name_arms_and_come_first() -> None:
    said = STICKS + (
        '[[stage]]\nplayers = ["greedy - best#50"]\ngames = 2\n'
        '[[stage]]\nvariants = ["win=king"]\ngames = 5\n'
    )
    every = arms(read_text(said))
    (first, few), (second, more) = stages(read_text(said))
    assert {every[place].players for place in first} == {"greedy - best#50"}
    assert {every[place].variant.name for place in second} == {"win=king"}
    assert (len(first), few, len(second), more) == (2, 2, 5, 5)


def test_starts_are_the_same_for_all_variants_and_differ_by_study() -> None:
    assert start_seed(1, 5) == start_seed(1, 5)
    assert len({start_seed(seed, n) for seed in range(5) for n in range(50)}) == 250


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("nonsense", "expected TOML"),
        (HEAD + "games = 3\n", "there is no key 'games'"),
        (HEAD.replace("protista", "chess"), "chess"),
        (HEAD.replace("random", "eleven"), "eleven"),
        (HEAD.replace("random", "./program"), "expected bots, nets and functions"),
        (HEAD.replace("random", "tuned"), "expected tuned#NODES"),
        (HEAD + "[budget]\ngames = 0\n", "budget.games"),
        (HEAD + '[vary]\nwin = ["luck"]\n', "option win: expected one of targets, king"),
        (HEAD + "[vary]\npieces = [64]\n", "pieces=64: option pieces: expected room"),
        (HEAD + '[[also]]\nplayers = "random"\nvariants = ["no such"]\n', "expected names of variants"),
        (HEAD + '[[stage]]\nplayers = ["greedy"]\ngames = 2\n', "expected players of a stage such as random"),
        (HEAD + '[yardsticks]\nplayers = ["nobody"]\n', "nobody"),
    ],
)
def test_what_is_wrong_is_told_in_one_line(text: str, why: str) -> None:
    with pytest.raises(BadStudy) as found:
        stages(read_text(text))
    assert why in str(found.value)
    assert "\n" not in str(found.value)
