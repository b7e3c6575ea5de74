"""What a classroom says no with."""

from __future__ import annotations

import ast
from pathlib import Path

from schwarm import classroom
from schwarm.web.shared.texts import LANGUAGES, catalogue

BY_THE_PAGE = {"new_teams"}  # the page's own refusal, before the classroom is asked


def test_every_reason_is_said_in_both_languages() -> None:
    calls = [
        node
        for file in Path(classroom.__file__).parent.glob("*.py")
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        if node.func.id in ("ClassroomError", "NotThere", "WrongTime", "TooMany", "NotAccepted")
        and len(node.args) > 1
    ]
    reasons = {call.args[1].value for call in calls if isinstance(call.args[1], ast.Constant)}
    assert len(reasons) > 20
    for language in LANGUAGES:
        words = catalogue(language)["class"]
        said = {key.removesuffix("_one") for key in words["refusals"]}  # one is not many
        assert said == (reasons | BY_THE_PAGE) - set(words["upload"])
