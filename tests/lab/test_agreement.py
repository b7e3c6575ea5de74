"""Who can play under a rule, and what those who can agree on."""

from __future__ import annotations

import pytest

from schwarm.lab import agreement, report
from schwarm.lab.agreement import CommonAnswer
from schwarm.lab.figures import Figure
from schwarm.lab.markdown import to_markdown
from schwarm.lab.measures import measures
from schwarm.lab.results import NEVER, ArmResult, Change, MeasureText, Results
from schwarm.lab.standing import Grade, kind_of, level, standing
from schwarm.lab.variants import BASE, VERSUS
from schwarm.lab.wording import StudyWords, findings

RULE = "create_count=0"
MORE, LESS = (0.2, "differs"), (-0.2, "differs")
SAME, OPEN = (0.01, "same"), (0.1, "open")
STRONG, BEGINNER, UNPROVEN = (0.6, 0.8), (0.1, 0.3), (0.45, 0.75)
BEATS = "beats greedy: 70 % (60 to 80) of 60 games"


def figure(low: float, high: float) -> Figure:
    return Figure(value=(low + high) / 2, low=low, high=high, games=60)


def arm(variant: str, players: str, figures: dict[str, Figure]) -> ArmResult:
    return ArmResult(
        variant=variant, title=variant, players=players, match=VERSUS in players, games=60, starts=60,
        searched=0, shortest_win=None, figures={name: {"": one} for name, one in figures.items()},
    )  # fmt: skip


def study(**said: tuple[tuple[float, float], tuple[float, str]]) -> Results:
    """Players by name: their score against greedy under both rules, and what they say of stopped games."""
    arms = []
    for name, (score, (value, verdict)) in said.items():
        player = name.replace("_", "#")
        for variant in (BASE, RULE):
            arms.append(arm(variant, player, {"stopped": figure(0.1, 0.2), "first_side": figure(0.4, 0.6)}))
            lost = figure(1 - score[1], 1 - score[0])
            arms.append(arm(variant, f"greedy{VERSUS}{player}", {"weaker": lost}))
            arms.append(arm(variant, f"random{VERSUS}{player}", {"weaker": figure(0.0, 0.1)}))
        arms[-3].changes["stopped"] = Change(
            value=value, low=value - 0.1, high=value + 0.1, p=0, adjusted=0, bound=0.3, verdict=verdict
        )
    return Results(
        name="s", about="", game="protista", title="Protista", profile="standard",
        players=list(dict.fromkeys(one.players for one in arms)), games=600, planned=600, seed=1, opening=2,
        judging=(1, 1, 1), variants={BASE: "standard rules", RULE: "no creations"}, codes=1,
        yardsticks=["greedy", "random"], kinds={one: kind_of(one, "protista") for one in (
            "best#1000", "best#4000", "tuned#1000", "rollouts#100", "greedy", "random"
        )},
        measures={
            name: MeasureText(**{part: getattr(one, part) for part in MeasureText.model_fields})
            for name, one in measures().items()
        },
        arms=arms,
    )  # fmt: skip


def only(results: Results) -> agreement.Finding:
    (found,) = agreement.findings(results)
    return found


def test_kinds_of_players_are_what_they_judge_by() -> None:
    kinds = [
        kind_of(text, "protista")
        for text in ("best#1000", "hand#50", "tuned#9", "rollouts#9", "rules#9", "greedy")
    ]
    assert kinds == ["net", "weights", "tuned", "rules", "rules", "greedy"]
    assert [kind_of(text, "protista") for text in ("best-0.1#9", "best-0.2#9")] == ["weights", "net"]
    assert kind_of("best-0.2#9", "blokus") == "weights"


def test_who_does_not_beat_the_bar_is_a_beginner() -> None:
    found = study(best_1000=(STRONG, MORE), tuned_1000=(UNPROVEN, MORE), rollouts_100=(BEGINNER, LESS))
    levels = [
        standing(found, RULE, one).level for one in ("best#1000", "tuned#1000", "rollouts#100", "greedy")
    ]
    assert levels == [Grade.STRONG, Grade.UNPROVEN, Grade.BEGINNER, Grade.BEGINNER]
    own = standing(found, RULE, "rollouts#100").scores["greedy"]
    assert (own.value, own.low, own.high) == pytest.approx((0.2, 0.1, 0.3))
    assert standing(found, RULE, "best#9").level is Grade.UNKNOWN


def test_a_player_must_be_strong_under_both_rules() -> None:
    found = study(best_1000=(STRONG, MORE))
    base = found.arm(BASE, "greedy - best#1000")
    assert base is not None
    base.figures["weaker"][""] = figure(0.6, 0.8)
    assert level(found, RULE, "best#1000") is Grade.BEGINNER
    assert only(found).answer is CommonAnswer.NOBODY


@pytest.mark.parametrize(
    ("one", "other", "answer"),
    [
        (MORE, MORE, CommonAnswer.MORE),
        (LESS, LESS, CommonAnswer.LESS),
        (SAME, SAME, CommonAnswer.SAME),
        (MORE, LESS, CommonAnswer.DIVIDED),
        (MORE, SAME, CommonAnswer.DIVIDED),
        (MORE, OPEN, CommonAnswer.OPEN),
        (OPEN, OPEN, CommonAnswer.OPEN),
    ],
)
def test_an_answer_is_what_all_strong_players_say(
    one: tuple[float, str], other: tuple[float, str], answer: CommonAnswer
) -> None:
    found = only(study(best_1000=(STRONG, one), tuned_1000=(STRONG, other), rollouts_100=(BEGINNER, LESS)))
    assert found.answer is answer
    assert not found.one_kind


def test_beginners_do_not_answer_but_are_heard() -> None:
    found = study(best_1000=(STRONG, MORE), best_4000=(STRONG, MORE), rollouts_100=(BEGINNER, LESS))
    assert only(found).answer is CommonAnswer.MORE
    assert only(found).one_kind
    assert only(found).contradicted
    assert agreement.disagreements(found) == [only(found)]
    said = StudyWords("en", found).who_says_what(only(found), found)
    assert f"strong player (best#1000, {BEATS})" in said
    assert "it may be its opinion" in said
    assert "Others say: beginner (rollouts#100)" in said


def test_the_report_says_who_can_play_and_who_says_what() -> None:
    found = study(best_1000=(STRONG, MORE), tuned_1000=(STRONG, LESS), rollouts_100=(BEGINNER, LESS))
    for language, divided, beginner in (("en", "divided", "beginner"), ("de", "uneinig", "Anfänger")):
        html = report.to_html(found, language)
        assert '<td class="divided" title=' in html
        assert f">{divided}</td>" in html
        assert f'<td class="beginner">{beginner}<span class="ends">greedy 20 % (10' in html
    assert "| no creations | beginner: greedy 20 %" not in to_markdown(found)
    assert f"**strong**: {BEATS}, random" in to_markdown(found)
    texts = [one["text"] for one in findings(found, StudyWords("en", found))]
    assert texts[0].startswith(f"Strong player (best#1000, {BEATS}): no side is favoured")
    divided = f"the strong players are divided. strong player (best#1000, {BEATS}): "
    assert any(divided in text for text in texts)


def test_a_rule_under_which_nobody_is_strong_is_not_answered() -> None:
    html = report.to_html(study(best_1000=(UNPROVEN, MORE), tuned_1000=(BEGINNER, MORE)))
    assert "Not answered, because no player beats greedy for sure there: no creations." in html
    assert '<th scope="row">no creations</th><td class="nobody"' not in html
    assert "Not answered" not in report.to_html(study(best_1000=(STRONG, OPEN)))


def test_a_rule_that_never_came_into_play_has_no_interval() -> None:
    found = study(best_1000=(STRONG, (0.0, NEVER)))
    assert '<td class="never">never mattered</td>' in report.to_html(found)
    assert only(found).answer is CommonAnswer.SAME
    said = StudyWords("en", found).who_says_what(only(found), found)
    assert ": 15 % (10 to 20), never mattered, 60 games" in said


def test_where_nobody_was_measured_the_report_says_so() -> None:
    found = study(best_1000=(STRONG, MORE)).model_copy(update={"yardsticks": []})
    assert only(found).answer is CommonAnswer.MORE
    assert "may be those of beginners" in report.to_html(found)
