"""Documents whose figures come from a study: what was played is quoted, what was not says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from schwarm.lab.errors import LabError
from schwarm.lab.markdown import write_figures
from schwarm.lab.quoting import MISSING, Quotes, quoted
from schwarm.lab.results import Results, results
from schwarm.lab.shipped import shipped
from schwarm.store import open_store
from tests import ROOT
from tests.lab.filled import filled


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Results:
    with open_store(str(tmp_path_factory.mktemp("quoted") / "s.db")) as store:
        return results(filled(store))


def render(text: str, found: Results, folder: Path, **others: Results) -> str:
    path = folder / "d.md.j2"
    path.write_text(text, "utf-8")
    return quoted(path, found, others.get)


def test_a_document_quotes_figures_changes_and_who_is_missing(found: Results, tmp_path: Path) -> None:
    arm = found.arm("base", "random")
    assert arm is not None
    said = render('{{ figure("base", "random", "plies") }}|{{ games("base", "random") }}', found, tmp_path)
    assert said == f"{Quotes(found).words.figure(arm.figures['plies'][''], 'plies')} of 3 games|3\n"
    assert render('{{ change("base", "random", "plies") }}', found, tmp_path) == MISSING + "\n"
    assert render('{{ figure("base", "best#50", "plies") }}', found, tmp_path) == MISSING + "\n"
    (rule,) = (name for name in found.variants if name != "base")
    assert render(f'{{{{ change("{rule}", "random", "plies") }}}}', found, tmp_path).endswith("open\n")
    assert "%" in render('{{ skill("base", "random - greedy") }}', found, tmp_path)


def test_a_rule_is_told_in_one_line_with_every_measure_once() -> None:
    main = shipped("protista")
    said = Quotes(main).brief("win=king")
    assert said.startswith("- **win=king**: ")
    assert "length in plies more (`best-0.2.1#1000` +" in said
    own = [arm for arm in main.arms if arm.variant == "win=king" and not arm.match and arm.changes]
    for name in {name for arm in own for name in arm.changes}:
        assert said.count(Quotes(main).words.title(name)) >= 1
    assert Quotes(main).brief("base") == f"- **{main.variants['base']}**: {MISSING}."


def test_another_study_is_compared_and_what_it_denies_is_named(found: Results, tmp_path: Path) -> None:
    main = shipped("protista")
    denying = main.model_copy(deep=True)
    sure = [
        (arm, name)
        for arm in main.arms
        for name, change in arm.changes.items()
        if change.verdict == "differs"
    ]
    assert Quotes(main).contradictions(Quotes(main)) == (len(sure), [])
    arm, name = sure[0]
    other = denying.arm(arm.variant, arm.players)
    assert other is not None
    other.changes[name] = arm.changes[name].model_copy(update={"value": -arm.changes[name].value})
    looked, denied = Quotes(main).contradictions(Quotes(denying))
    assert (looked, len(denied)) == (len(sure), 1)
    assert denied[0].startswith(arm.title)
    text = '{{ study("again").results.games }} {{ study("nothing") is none }}'
    assert render(text, found, tmp_path, again=main) == f"{main.games} True\n"


@pytest.mark.parametrize(
    "text", ['{{ figure("nope", "random", "plies") }}', "{{ nonsense }}", "{% if %}", "{{ figure( }}"]
)
def test_a_template_that_asks_for_what_is_not_there_is_refused(
    text: str, found: Results, tmp_path: Path
) -> None:
    with pytest.raises(LabError, match="expected"):
        render(text, found, tmp_path)


def test_plots_that_a_document_does_not_show_are_not_written(found: Results, tmp_path: Path) -> None:
    written = write_figures(found, tmp_path, shown_in="![length](s/length.svg)")
    assert [path.name for path in written] == ["length.svg"]


def test_protistas_document_has_the_figures_of_the_shipped_results() -> None:
    folder = ROOT / "docs/explanation/studies"
    text = quoted(folder / "protista.md.j2", shipped("protista"), lambda name: None)
    assert text == (folder / "protista.md").read_text("utf-8")
    assert MISSING not in text


def test_other_players_may_stand_against_those_of_a_study() -> None:
    main = shipped("protista")
    others = main.model_copy(deep=True)
    for arm in others.arms:
        arm.players += "!"
    instead = {arm.players: f"{arm.players}!" for arm in main.arms}
    assert Quotes(main).contradictions(Quotes(others)) == (0, [])
    assert Quotes(main).contradictions(Quotes(others), instead) == Quotes(main).contradictions(Quotes(main))
