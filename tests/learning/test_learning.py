"""`schwarm learn` step by step: games, positions, training, quantisation, gate, journal."""

from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from schwarm import cli
from schwarm.bots.learned import Net, new_rows, read_net
from schwarm.game import new_game
from schwarm.game.errors import BadOption
from schwarm.game.faces import data, has, having
from schwarm.learning import marks
from schwarm.learning.gate import GateMatch, play_gate
from schwarm.learning.journal import LearningJournal
from schwarm.learning.plots import Curve, chart
from schwarm.learning.recipes import QUICK, GenerationGoal, GenerationTerms, Recipe, recipe_for
from schwarm.learning.records import BadRecords, read_records, write_records
from schwarm.learning.selfplay import SelfPlay, SelfPlayTask, play_task
from schwarm.workers import Share

np = pytest.importorskip("numpy")


@pytest.fixture(autouse=True)
def torch() -> Any:
    """Imported by who runs these tests, not by everybody who collects them: it takes seconds."""
    found = pytest.importorskip("torch")
    found.set_num_threads(1)  # several threads wait for each other on a busy machine: minutes, not seconds
    return found


def task(game: str, path: Path, seed: int = 1, games: int = 1, nodes: int = 10) -> SelfPlayTask:
    return SelfPlayTask(game, recipe_for(game).profiles[0], "", seed, games, nodes, 4, 5, path)


@pytest.mark.parametrize("name", having("recipe"))
def test_every_game_can_be_learned(name: str, tmp_path: Path) -> None:
    assert has(name, "recipe")
    write_records(tmp_path / "0.games", play_task(task(name, tmp_path / "0.games")))
    records = read_records(tmp_path / "0.games")
    assert len(records.results) == 1
    assert records.positions == records.marks.count(marks.QUIET)
    assert len(records.codes) == sum(records.plies)
    game = new_game(name, seed=records.seeds[0], profile=records.profile)
    game.retrace(list(records.codes))
    outcome = game.outcome()
    assert outcome is not None
    winner = 0 if outcome.winner is None else 1 - 2 * game.setup.book.sides.index(outcome.winner)
    assert records.results == [winner]


def test_self_play_repeats_by_its_seed(tmp_path: Path) -> None:
    one, same, other = (SelfPlay(task("hive", tmp_path, seed=seed)).play_all() for seed in (3, 3, 4))
    assert (one.codes, one.scores, one.marks) == (same.codes, same.scores, same.marks)
    assert one.codes != other.codes


def test_damaged_records_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "0.games"
    write_records(path, SelfPlay(task("piranhas", path, nodes=2)).play_all())
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(BadRecords, match="damaged"):
        read_records(path)
    path.write_bytes(b"nothing")
    with pytest.raises(BadRecords, match="expected games of self-play"):
        read_records(path)


@pytest.mark.parametrize("name", ["piranhas", "protista"])
def test_positions_are_made_again_from_the_moves(name: str, tmp_path: Path) -> None:
    from schwarm.learning.dataset import MOST, samples_of

    records = SelfPlay(task(name, tmp_path)).play_all()
    samples = samples_of(records)
    assert len(samples) == records.positions
    game = new_game(name, seed=records.seeds[0], profile=records.profile)
    lister = new_rows(name)
    found = 0
    for code, mark, side in zip(records.codes, records.marks, records.sides, strict=True):
        if mark == marks.QUIET:
            rows = lister.rows_of(game)
            assert list(samples.rows[found][: len(rows)]) == rows
            assert set(samples.rows[found][len(rows) : MOST]) <= {8191}
            assert samples.results[found] == (-records.results[0] if side else records.results[0])
            found += 1
        game.retrace([code])


def test_the_scale_of_scores_is_found_from_results() -> None:
    from schwarm.learning.dataset import Samples, fit_scale

    chooser = np.random.default_rng(1)
    scores = chooser.normal(0, 400, 20_000).astype(np.int16)
    won = chooser.random(20_000) < 1 / (1 + np.exp(-scores / 250))
    results = np.where(won, 1, -1).astype(np.int8)
    assert 230 < fit_scale(scores, results) < 270
    samples = Samples(np.zeros((20_000, 1), np.uint16), scores, results, scores, np.ones(20_000, np.bool_))
    targets = samples.targets(250, 0.6)
    assert (targets >= 0).all()
    assert (targets <= 1).all()


def test_a_result_says_nothing_of_positions_before_a_random_move() -> None:
    from schwarm.learning.dataset import Samples

    both = np.zeros(2, np.int16)
    samples = Samples(np.zeros((2, 1), np.uint16), both, np.ones(2, np.int8), both, np.array([True, False]))
    assert np.allclose(samples.targets(250, 0.6), [0.7, 0.5])


def test_training_learns_and_integers_judge_alike(torch: Any, tmp_path: Path) -> None:
    from schwarm.bots.learned.weights import EMPTY_ROW
    from schwarm.learning.dataset import MOST, Data, Samples
    from schwarm.learning.training import as_net, row_numbers, train

    chooser = np.random.default_rng(2)
    rows = np.full((4000, MOST), EMPTY_ROW, np.uint16)
    rows[:, :6] = chooser.integers(0, 40, (4000, 6))
    good = (rows[:, :6] < 20).sum(1) - 3
    samples = Samples(
        rows,
        (100 * good).astype(np.int16),
        np.sign(good).astype(np.int8),
        (100 * good).astype(np.int16),
        good < 9,
    )
    data = Data(0.6)
    data.parts = [(samples, samples.targets(200, 0.6), samples, samples.targets(200, 0.6))]
    data.join()
    trained = train(data, [list(range(40))], count=40, epochs=10, rate=0.01)
    assert trained.losses[-1] < trained.losses[0] - 0.05
    onward = train(data, [list(range(40))], count=40, epochs=1, rate=0.001, first=trained.numbers)
    assert onward.losses[0] < trained.losses[-1] + 0.003
    numbers = trained.numbers
    head = replace(numbers, table=numbers.table[: 32 * 30], direct=numbers.direct[:30])
    grown = train(data, [list(range(40))], count=40, epochs=4, rate=0.01, first=head)  # ten rows were added
    assert grown.losses[-1] < trained.losses[0] - 0.03
    wider = train(data, [list(range(40))], count=40, epochs=1, rate=0.001, first=numbers, width=64)
    assert wider.numbers.width == 64
    assert wider.losses[0] < trained.losses[-1] + 0.003  # the new columns add nothing at first
    again = train(data, [list(range(40))], count=40, epochs=1, rate=0.001, first=wider.numbers)
    assert again.numbers.width == 64  # nothing that was learned is thrown away
    warmed = train(data, [list(range(40))], count=40, epochs=1, rate=0.01, warm=4)
    assert warmed.losses[0] < trained.losses[0] - 0.01
    assert abs(trained.held_out - trained.held_out_quantised) < 0.003
    net = as_net(trained.numbers)
    with torch.no_grad():
        odds = net(row_numbers(rows[:50], 40, net.first_bias.device).to(torch.int32))
    compiled = Net(trained.numbers, 256)
    lister = new_rows("piranhas")
    for number in range(50):
        judged = compiled.judge_rows(lister, [int(row) for row in rows[number][:6]])
        assert abs(judged - 256 * float(odds[number])) <= 1.01


def test_rows_summed_by_a_product_of_matrices_are_those_that_were_collected(torch: Any) -> None:
    """GPUs do it so; what the table is to learn must be the same as well."""
    from schwarm.learning.training import TorchNet, product_of

    torch.manual_seed(5)
    net = TorchNet(101, 64)
    rows = torch.randint(0, 102, (50, 128), dtype=torch.int32)  # some twice, some the empty one
    found = []
    for sums in (net.table(rows), product_of(rows, net.table.weight)):
        (to_learn,) = torch.autograd.grad((sums * torch.arange(65)).sum(), net.table.weight)
        found.append((sums, to_learn))
    for collected, product in zip(*found, strict=True):
        assert torch.allclose(collected, product, atol=1e-4)


def test_who_sits_opposite_is_played_against_but_not_learned_from(tmp_path: Path) -> None:
    rivals = [rival for rival in recipe_for("hive").rivals if rival is not None]
    assert {rival.version for rival in rivals} == {"", "0.1"}
    for rival in rivals:
        records = SelfPlay(replace(task("hive", tmp_path, games=2), rival=rival)).play_all()
        place = 0
        for seed, plies in zip(records.seeds, records.plies, strict=True):
            learned = {
                records.sides[ply] for ply in range(place, place + plies) if records.marks[ply] == marks.QUIET
            }
            assert learned == {1 - seed & 1}
            place += plies
    assert recipe_for("hive").random_moves().endswith("2 of 6 games against rivals, 5 % later")


def test_cramped_games_begin_with_one_side_hemmed_in(tmp_path: Path) -> None:
    plain = SelfPlay(replace(task("hive", tmp_path), opening=9))
    shares = []
    for seed in range(5):
        game = plain.new_game(seed)
        plain.begin_cramped(game, seed)
        here = len(game.legal_moves())
        game.undo()
        before = len(game.legal_moves())
        shares.append(min(here, before) / max(here, before))
    assert sorted(shares)[2] < 0.35
    begun = SelfPlay(replace(task("hive", tmp_path, games=2), cramped=100)).play_all()
    assert set(begun.marks[:4]) == {marks.RANDOM}
    game = new_game("hive", seed=begun.seeds[0], profile=begun.profile)
    game.retrace(list(begun.codes[: begun.plies[0]]))
    assert game.finished()


def test_a_small_run_from_end_to_end_goes_on_where_it_was(share: Share, tmp_path: Path) -> None:
    from schwarm.learning.loop import LearningRun, Loop
    from tests.learning.quiet import Quiet

    recipe = Recipe(
        ("seed",), positions=300, nodes=5, games=4, epochs=2, gate_games=2, gate_nodes=5, opening=4
    )
    run = LearningRun(
        "piranhas", tmp_path / "run", recipe, 1, 1, share, "schwarm learn piranhas", arrays=True
    )
    teller = Quiet()
    loop = Loop(run, teller)
    loop.play(1)
    torn = tmp_path / "run" / "generation-1" / "000000.games"
    whole = torn.read_bytes()
    torn.write_bytes(whole[:-7])
    assert len(loop.gather(1).learned) > 0
    assert torn.read_bytes() == whole, "by its seed"
    assert "000000.games is damaged: its games are played again" in teller.lines
    loop.go()
    files = sorted((tmp_path / "run" / "generation-1").glob("*.games"))
    net = read_net((tmp_path / "run" / "generation-1.net").read_bytes())
    assert net.obtained["command"] == "schwarm learn piranhas"
    assert net.obtained["data"][0]["positions"] >= 300
    assert net.obtained["gates"]
    journal = LearningJournal(tmp_path / "run")
    assert [entry["event"] for entry in journal.entries] == ["begun", "played", "trained", "gate"]
    with np.load(tmp_path / "run" / "generation-1.npz") as arrays:
        assert {name: array.shape for name, array in arrays.items() if name != "rows"} == dict.fromkeys(
            ("scores", "results", "values", "clean", "files"), (len(arrays["rows"]),)
        )
        assert len(arrays["rows"]) == net.obtained["data"][0]["positions"]
    before = [file.stat().st_mtime_ns for file in files]
    Loop(run, teller).go()  # nothing is left to do
    assert [file.stat().st_mtime_ns for file in files] == before
    assert len(LearningJournal(tmp_path / "run").entries) == 4
    for plot in ("loss.svg", "strength.svg"):
        ElementTree.parse(tmp_path / "run" / plot)


def test_a_folder_with_a_run_of_another_recipe_or_start_is_refused(
    share: Share, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from schwarm.learning.loop import LearningRun, Loop
    from tests.learning.quiet import Quiet

    recipe = recipe_for("piranhas").quickened()
    run = LearningRun("piranhas", tmp_path, recipe, 1, 1, share, "schwarm learn piranhas --quick")
    Loop(run, Quiet())
    noted = (tmp_path / "journal.jsonl").read_bytes()
    command = ["learn", "piranhas", "--quick", "--folder", str(tmp_path)]
    assert cli.run([*command, "--nodes", "7", "--seed", "2"]) == 2
    said = capsys.readouterr()
    assert f"it holds a run with seed 1, not 2, nodes {recipe.nodes}, not 7" in said.err
    assert said.out == ""
    with pytest.raises(BadOption, match=r"a run with start hand, not other\.net"):
        Loop(replace(run, start="other.net"), Quiet())
    with pytest.raises(BadOption, match="a run with game piranhas, not hive"):
        Loop(replace(run, game="hive"), Quiet())
    Loop(replace(run, generations=5), Quiet())  # more rounds of the same
    assert (tmp_path / "journal.jsonl").read_bytes() == noted


def test_a_line_cut_short_by_a_crash_costs_its_step_only(tmp_path: Path) -> None:
    journal = LearningJournal(tmp_path)
    journal.add("begun", 0, game="hive")
    journal.add("played", 1, games=2)
    kept = journal.path.read_bytes()
    journal.path.write_bytes(kept[:-7])
    again = LearningJournal(tmp_path)
    assert [entry["event"] for entry in again.entries] == ["begun"]
    again.add("played", 1, games=2)
    assert journal.path.read_bytes() == kept


def test_one_command_goes_the_way_of_the_shipped_nets() -> None:
    """The table in bench/notes/nets.md: who plays how many games, with what random moves."""
    queen, protista = (recipe_for(name) for name in ("mississippi_queen", "protista"))
    assert queen.plan(queen.generations, "hand") == [
        "generation 1: 640,000 positions by the hand-made evaluation, 1,000 nodes a move, "
        "1 random ply, 3 % later; no net yet",
        "generation 2: 256,000 positions by the hand-made evaluation, 1,000 nodes a move, "
        "no random moves; a net, a match",
    ]
    assert protista.plan(protista.generations, "hand") == [
        "generation 1: 400,000 positions by the hand-made evaluation, 1,500 nodes a move, "
        "1 to 4 random plies, 2 % later; a net to play on",
        "generation 2: 800,000 positions by the net of generation 1, 1,500 nodes a move, "
        "1 to 4 random plies, 2 % later; a net to play on",
        "generation 3: 320,000 positions by the net of generation 2, 1,500 nodes a move, "
        "1 to 4 random plies, 2 % later; a net, a match",
    ]
    assert (protista.of(1).epochs, protista.of(1).score_share) == (6, 0.9)
    assert (protista.of(3).epochs, protista.of(3).score_share) == (12, 0.6)


@pytest.mark.parametrize("name", having("recipe"))
def test_a_quick_run_is_one_generation_with_a_match(name: str) -> None:
    quick = recipe_for(name).quickened()
    assert quick.generations == 1
    assert quick.until(1, 1) is GenerationGoal.MATCH
    assert quick.of(1).positions <= QUICK["positions"]
    assert quick.of(1).epochs == QUICK["epochs"]
    assert len(quick.plan(5, "hand")) == 5  # more generations than stages: the last stage is repeated
    assert quick.until(5, 5) is GenerationGoal.MATCH


@pytest.mark.parametrize(
    ("until", "events", "player"),
    [
        (GenerationGoal.GAMES, ["begun", "played", "played", "trained", "gate"], ""),
        (GenerationGoal.NET, ["begun", "played", "trained", "played", "trained", "gate"], "generation-1.net"),
    ],
)
def test_stages_lead_to_one_net(
    until: GenerationGoal, events: list[str], player: str, share: Share, tmp_path: Path
) -> None:
    from schwarm.learning.loop import LearningRun, Loop
    from tests.learning.quiet import Quiet

    recipe = Recipe(
        ("seed",),
        positions=150,
        nodes=3,
        games=4,
        epochs=1,
        gate_games=2,
        gate_nodes=3,
        stages=(GenerationTerms(until), GenerationTerms(share=0.5, changes={"stray": 50})),
    )
    Loop(LearningRun("hive", tmp_path, recipe, 2, 1, share, "schwarm learn hive"), Quiet()).go()
    journal = LearningJournal(tmp_path)
    assert [entry["event"] for entry in journal.entries] == events
    first, second = (read_records(tmp_path / f"generation-{number}" / "000000.games") for number in (1, 2))
    assert (first.player, Path(second.player).name) == ("", player)
    assert second.marks.count(marks.RANDOM) / len(second.marks) > 0.4
    trained = journal.find("trained", 2)
    gate = journal.find("gate", 2)
    assert trained is not None
    assert gate is not None
    parts = [entry["positions"] for entry in journal.all("played")]
    assert parts[0] < trained["positions"] <= sum(parts)
    assert gate["against"] == "hand-made"


def test_charts_are_drawings_even_without_points() -> None:
    for curves in ([], [Curve("a", [(1, 2.0), (2, 3.0)], [(1.0, 3.0), (2.0, 4.0)])]):
        assert ElementTree.fromstring(chart("Title & more", "generation", curves)).tag.endswith("svg")


def test_a_gate_that_is_not_decided_is_not_passed(share: Share) -> None:
    net = data("piranhas", "data", "best.net")
    verdict = play_gate(GateMatch("piranhas", (str(net), ""), ("seed",), games=2, seed=4, nodes=60), share)
    assert verdict.tally.share > 0.5
    assert "undecided" in verdict.text()
    assert not verdict.passed
