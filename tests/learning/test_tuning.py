import json
import re

import pytest

from schwarm import compiled
from schwarm.bots import knowledge
from schwarm.bots.evaluation import evaluation_of
from schwarm.game.faces import having
from schwarm.learning.tuning import Sample, TuningTerms, data_text, duel, fit, gather, loss, self_play, tune
from schwarm.workers import Share


@pytest.mark.parametrize("name", having("evaluation"))
def test_every_game_has_weights_for_all_its_facts(name: str) -> None:
    known = knowledge(name)
    assert evaluation_of(name) is not None
    assert set(known.weights) == set(known.feature_evaluator().names)
    with pytest.raises(ValueError, match="expected weights for"):
        known.evaluator({"nonsense": [1, 1]})


def test_self_play_yields_samples_with_one_result() -> None:
    samples = self_play(1, TuningTerms("piranhas", 20, 40), knowledge("piranhas").weights)
    assert samples
    assert {sample.result for sample in samples} <= {0.0, 0.5, 1.0}
    assert len({sample.result for sample in samples}) == 1
    assert all(0 <= sample.said <= 1 for sample in samples)
    assert len({sample.said for sample in samples}) > 1


def test_fitting_finds_what_decides() -> None:
    samples = [
        Sample((fact, 1), 0.5, float(fact > 0), float(fact > 0)) for fact in (-2, -1, 1, 2) for _ in range(20)
    ]
    start = {"lead": [0, 0], "noise": [0, 0]}
    fitted = fit(samples, ("lead", "noise"), start, 100)
    assert fitted["lead"][0] > 1000
    assert abs(fitted["noise"][0]) < fitted["lead"][0]
    assert loss(samples, ("lead", "noise"), fitted, 100) < loss(samples, ("lead", "noise"), start, 100)


def test_a_flat_fit_gives_one_weight_for_the_whole_game() -> None:
    samples = [Sample((fact,), fact % 3 / 2, float(fact > 0), 0.5) for fact in (-3, -2, -1, 1, 2, 3)] * 10
    early, late = fit(samples, ("a",), {"a": [0, 90]}, 100, flat=True)["a"]
    assert early == late > 0


@pytest.mark.skipif(not compiled(), reason="plays whole games")
def test_a_round_of_tuning_ends_with_weights_for_a_data_file(share: Share) -> None:
    told: list[str] = []
    weights = tune(TuningTerms("piranhas", 10, 30), share, rounds=1, games=2, seed=1, tell=told.append)
    assert told[0].startswith("round 1: ")
    text = data_text(knowledge("piranhas"), weights, "a test")
    data = json.loads(text)
    assert data["weights"] == weights
    assert data["levels"].keys() == knowledge("piranhas").levels.keys()


@pytest.mark.skipif(not compiled(), reason="plays whole games")
@pytest.mark.parametrize("seed", [1, pytest.param(3, marks=pytest.mark.long)])
def test_new_weights_stay_exactly_if_they_won_a_match(seed: int, share: Share) -> None:
    told: list[str] = []
    begun = {name: list(pair) for name, pair in knowledge("piranhas").weights.items()}
    weights = tune(TuningTerms("piranhas", 10, 30), share, rounds=1, games=2, seed=seed, tell=told.append)
    shares = [float(found) for line in told for found in re.findall(r": ([\d.]+) %", line)]
    assert len(shares) == 2
    assert (weights != begun) == any(share > 50 for share in shares)


@pytest.mark.skipif(not compiled(), reason="plays whole games")
def test_equal_weights_draw_level(share: Share) -> None:
    weights = knowledge("piranhas").weights
    result = duel(TuningTerms("piranhas", 10, 2), weights, weights, share, games=2, seed=1)
    assert result.share == 0.5
    assert gather(TuningTerms("piranhas", 5, 50), weights, share, games=1, seed=1)
