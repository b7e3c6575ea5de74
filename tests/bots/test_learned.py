"""Learned evaluations: rows, nets, files, and who plays by them."""

import re
from array import array
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schwarm import bots, new_game
from schwarm.bits import MASK64, mix
from schwarm.bots import knowledge
from schwarm.bots.evaluation import bot_file, evaluation_of, read_bot_file
from schwarm.bots.learned import (
    BadNet,
    LearnedEvaluator,
    Net,
    NetFile,
    Numbers,
    layout_of,
    learned_evaluator,
    new_rows,
    read_net,
    rows_version,
    shipped_net,
    write_net,
)
from schwarm.bots.learned.weights import CEILING, HIDDEN, LIMIT, WIDTHS
from schwarm.game import Game
from schwarm.game.faces import having

GAMES = [game for game in having("evaluation") if (known := evaluation_of(game)) and known.rows]
LEARNED = [game for game in GAMES if shipped_net(game) is not None]
MOST = 128


def random_positions(name: str, seed: int, most: int = 60) -> Iterator[Game]:
    """The positions of a random game."""
    game = new_game(name, seed=seed)
    word = seed
    while not game.finished() and game.turn < most:
        yield game
        word = mix((word + game.turn + 1) & MASK64)
        move = game.random_move(word)
        assert move is not None
        game.play(move)


def made_up(game: str, width: int = 32) -> NetFile:
    """A net with numbers drawn from a seed: it means nothing, but is the same everywhere."""
    count = layout_of(game).COUNT
    drawn = [(mix(number + 1) >> 40) % 255 - 127 for number in range(width * count)]
    numbers = Numbers(
        array("h", drawn),
        [(mix(number + 7) >> 40) % 2001 - 1000 for number in range(count)],
        [64] * width,
        [(mix(number + 9) >> 40) % 129 - 64 for number in range(width * HIDDEN)],
        [number * 100 for number in range(HIDDEN)],
        [(mix(number + 11) >> 40) % 401 - 200 for number in range(HIDDEN)],
        -1234,
    )
    search = {
        "futility_margin": 100,
        "scale": 300,
        "quiescence_plies": 0,
        "null_moves": 0,
        "late_move_count": 0,
    }
    return NetFile(game, rows_version(game), 300, search, {"command": "drawn"}, numbers)


def worth(net: NetFile, rows: list[int]) -> int:
    """What a net says of rows, written down a second time and as plainly as possible."""
    numbers, width = net.numbers, net.numbers.width
    sums = [
        min(max(numbers.first_bias[j] + sum(numbers.table[width * row + j] for row in rows), 0), CEILING)
        for j in range(width)
    ]
    result = numbers.third_bias + sum(numbers.direct[row] for row in rows)
    for unit in range(HIDDEN):
        inner = numbers.second_bias[unit] + sum(
            sums[j] * numbers.second[width * unit + j] for j in range(width)
        )
        result += min(max(inner // 64, 0), CEILING) * numbers.third[unit]
    return min(max((result // 32) * net.points // 256, -LIMIT), LIMIT)


@pytest.mark.parametrize("name", GAMES)
@given(seed=st.integers(0, 10**6))
@settings(max_examples=5, deadline=None)
def test_rows_fit_their_table(name: str, seed: int) -> None:
    count = layout_of(name).COUNT
    lister = new_rows(name)
    for game in random_positions(name, seed, 20):
        rows = lister.rows_of(game)
        assert 0 < len(rows) <= MOST
        assert min(rows) >= 0
        assert max(rows) < count


@pytest.mark.parametrize("name", GAMES)
def test_rows_follow_from_the_position_alone(name: str) -> None:
    used = new_rows(name)
    for game in random_positions(name, 5, 12):
        rows = used.rows_of(game)
        twin = new_game(name, seed=game.seed, position=game.position())
        assert used.rows_of(twin) == rows
        assert new_rows(name).rows_of(game) == rows


@pytest.mark.parametrize("name", GAMES)
def test_hidden_parts_do_not_change_the_rows(name: str) -> None:
    lister = new_rows(name)
    for game in random_positions(name, 8, 8):
        assert lister.rows_of(game.view(seed=3)) == lister.rows_of(game)


@pytest.mark.parametrize("name", GAMES)
@given(seed=st.integers(0, 10**6))
@settings(max_examples=4, deadline=None)
def test_a_net_judges_as_written_down(name: str, seed: int) -> None:
    """Compiled or not, on every machine: the plain sums above are the same everywhere."""
    net = made_up(name)
    evaluator = knowledge(name).learned(net, Net(net.numbers, net.points))
    lister = new_rows(name)
    for game in random_positions(name, seed, 6):
        expected = worth(net, lister.rows_of(game))
        assert evaluator.evaluate(game) == (-expected if game.side else expected)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("count", [0, 1, 2, 3, 4, 5, 127, 255, 256])
def test_lists_of_any_length_are_judged_as_written_down(count: int, width: int) -> None:
    net = made_up("hive", width)
    rows = [(mix(number + 3) >> 40) % layout_of("hive").COUNT for number in range(count)]
    assert Net(net.numbers, net.points).judge_rows(new_rows("hive"), rows) == worth(net, rows)


@pytest.mark.parametrize("name", GAMES)
def test_symmetries_change_places_one_to_one(name: str) -> None:
    turns = layout_of(name).symmetries()
    everything = list(range(layout_of(name).COUNT))
    assert turns[0] == everything
    for turn in turns:
        assert sorted(turn) == everything


def test_a_mirrored_board_has_the_mirrored_rows() -> None:
    from schwarm.games.piranhas import rows_layout as layout

    lister = new_rows("piranhas")
    turn = layout.symmetries()[2]  # upside down
    for game in random_positions("piranhas", 4, 30):
        board, *rest = game.position().split(" ")
        mirrored = new_game("piranhas", position=" ".join(["/".join(reversed(board.split("/"))), *rest]))
        # A centre between two rows of squares counts as the upper one, so what is seen from it may differ.
        cells = {row for row in lister.rows_of(game) if row < layout.NEAR}
        assert {turn[row] for row in cells} == {row for row in lister.rows_of(mirrored) if row < layout.NEAR}


def test_protista_reach_names_the_cells_where_moves_put_pieces() -> None:
    from schwarm.games.protista.reach import ProtistaReach

    reach = ProtistaReach()
    for game in (game for seed in (2, 5) for game in random_positions("protista", seed, 16)):
        mine = "wW" if game.to_move == "white" else "bB"
        held = own_cells(game.position(), mine)
        found: set[int] = set()
        for move in game.legal_moves():
            if not str(move).startswith("R"):  # creations are drawn
                game.play(move)
                found |= own_cells(game.position(), mine) - held
                game.undo()
        assert set(reach.goals(game)) == found  # type: ignore[arg-type]


def own_cells(position: str, letters: str) -> set[int]:
    """The cells of one side in the text of a Protista position."""
    cells: set[int] = set()
    for row, text in enumerate(reversed(position.split(" ")[0].split("/"))):
        column = 0
        for part in re.findall(r"[wb]|[WB]\d|\d+", text):
            if part[0].isdigit():
                column += int(part)
                continue
            if part[0] in letters:
                cells.add(9 * row + column)
            column += 1
    return cells


# --- files ----------------------------------------------------------------------------------------
@pytest.mark.parametrize("width", WIDTHS)
def test_files_hold_a_net_with_all_that_made_it(width: int) -> None:
    net = made_up("hive", width)
    net = replace(net, numbers=replace(net.numbers, third_bias=-123_456, second_bias=[70_000, -70_000] * 8))
    again = read_net(write_net(net))
    assert again.numbers.width == width
    assert list(again.numbers.table) == list(net.numbers.table)
    assert list(again.numbers.second_bias) == [70_000, -70_000] * 8
    assert again.numbers.third_bias == -123_456
    assert (again.game, again.points, again.search, again.obtained) == (
        net.game,
        net.points,
        net.search,
        net.obtained,
    )


def test_damaged_and_foreign_files_are_refused() -> None:
    content = write_net(made_up("piranhas"))
    with pytest.raises(BadNet, match="expected the file of a net, not something else"):
        read_net(b"GIF89a")
    with pytest.raises(BadNet, match="damaged"):
        read_net(content[:-100])


def test_a_net_for_other_rows_is_refused() -> None:
    net = replace(made_up("piranhas"), rows=0)
    with pytest.raises(BadNet, match="expected a net for rows 1 of piranhas, not for rows 0"):
        learned_evaluator(net, knowledge("piranhas").evaluator())


@pytest.mark.parametrize("name", LEARNED)
def test_shipped_nets_are_small_and_say_where_they_come_from(name: str) -> None:
    net = shipped_net(name)
    assert net is not None
    assert len(write_net(net)) < 500_000
    assert "schwarm learn" in str(net.obtained)
    assert net.obtained["positions"] > 100_000
    assert net.obtained["gates"]
    assert net.obtained["held_out_quantised"] < net.obtained["held_out"] + 0.003


# --- players --------------------------------------------------------------------------------------
def test_best_plays_by_the_net_and_old_players_stay_as_they_were() -> None:
    for name in GAMES:
        best = bots.player(name, "best")
        assert isinstance(best.searcher.evaluator, LearnedEvaluator) == (name in LEARNED)  # type: ignore[attr-defined]
        for bot in ("best-0.1", "greedy"):
            if bot in bots.names(name):
                other = bots.player(name, bot)
                assert not isinstance(other.searcher.evaluator, LearnedEvaluator)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("game", "setting", "wanted"),
    [
        ("hive", "futility_margin", (100, 200, 200, 100)),
        ("mississippi_queen", "quiescence_plies", (1, 0, 0, 0)),
        ("protista", "quiescence_plies", (1, 2, 2, 2)),
        ("protista", "futility_margin", (90, 150, 150, 150)),
    ],
)
def test_settings_tried_for_best_reach_no_level(game: str, setting: str, wanted: tuple[int, ...]) -> None:
    players = [bots.player(game, bot) for bot in ("best", "10", "best-0.1", "best-0.2")]
    assert tuple(getattr(bot.searcher.evaluator, setting) for bot in players) == wanted  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", LEARNED)
def test_levels_judge_by_the_net_they_were_measured_with(name: str) -> None:
    known = knowledge(name)
    level, best, frozen = known.levelled(), known.strongest(), knowledge(name, "0.2").strongest()
    renewed = False
    for game in random_positions(name, 5, 20):
        assert level.evaluate(game) == frozen.evaluate(game)
        renewed |= best.evaluate(game) != level.evaluate(game)
    assert renewed == bool(known.levels_net)


@pytest.mark.parametrize(("name", "version"), [*((game, "0.2") for game in GAMES), ("protista", "0.2.1")])
def test_a_frozen_player_keeps_its_net_and_its_way_to_search(name: str, version: str) -> None:
    said = read_bot_file(name, f"bots-{version}.json")
    assert said is not None
    frozen = bots.player(name, f"best-{version}")
    assert isinstance(frozen, bots.SearchBot)
    assert (frozen.strives, frozen.varied) == (True, False)
    assert isinstance(frozen.searcher.evaluator, LearnedEvaluator) == (name in LEARNED)
    if name in LEARNED:
        file = bot_file(name, said["net"]["file"])
        assert file is not None
        assert sha256(file.read_bytes()).hexdigest() == said["net"]["sha256"], (
            "keep the old net under its name"
        )


def test_the_player_of_protistas_study_is_the_net_of_version_0_2_in_the_search_after_it() -> None:
    frozen, before, today = (bots.player("protista", f"best{v}") for v in ("-0.2.1", "-0.2", ""))
    assert isinstance(frozen, bots.SearchBot)
    assert isinstance(before, bots.SearchBot)
    assert isinstance(today, bots.SearchBot)
    for setting in ("quiescence_plies", "futility_margin"):
        assert getattr(frozen.searcher.evaluator, setting) == getattr(today.searcher.evaluator, setting)
    assert (frozen.chance_bonus, frozen.searcher.escapes) == (150, True)
    assert (before.chance_bonus, before.searcher.escapes) == (0, False)
    for game in random_positions("protista", 2, 20):
        assert frozen.searcher.evaluator.evaluate(game) == before.searcher.evaluator.evaluate(game)


@pytest.mark.parametrize("name", ["hive", "mississippi_queen", "piranhas"])  # Protista has too much luck
@pytest.mark.compiled_only
def test_the_net_beats_the_frozen_player_at_equal_nodes(name: str) -> None:
    points = 0
    for number in range(4):
        game = new_game(name, seed=70 + number // 2)
        players = [bots.player(name, bot) for bot in ("best", "best-0.1")]
        while not game.finished():
            player = players[game.setup.book.sides.index(game.to_move) ^ number % 2]
            game.play(player.analyse(game, 600_000, nodes=1000).move)  # type: ignore[attr-defined]
        outcome = game.outcome()
        assert outcome is not None
        won = outcome.winner is not None and game.setup.book.sides.index(outcome.winner) == number % 2
        points += 2 if won else 1 if outcome.winner is None else 0
    assert points >= 5
