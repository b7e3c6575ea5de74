"""A class name stands for one thing in the whole package."""

import re
from collections import defaultdict

from tests import ROOT

CLASS = re.compile(r"^class ([A-Z]\w*)", re.MULTILINE)
SOURCES = ROOT / "src" / "schwarm"
# One thing in two places: each is what the other is, over there.
ALIKE = {
    "Busy": "somebody else plays the event, or the study",
    "Drawn": "a game's own kind of the page's",
    "Evaluation": "what a game offers its bots, and what a batch is told: compiled, so it keeps its name",
    "Words": "a game's own kind of the page's",
}


def test_no_class_name_stands_for_two_things() -> None:
    """Games have their own of each kind, and a message is called as what it tells of."""
    places = defaultdict(set)
    for path in SOURCES.rglob("*.py"):
        where = path.relative_to(SOURCES)
        place = "games" if where.parts[0] == "games" else str(where)
        if not path.name.endswith("messages.py"):
            for name in CLASS.findall(path.read_text("utf-8")):
                places[name].add(place)
    twice = {name: sorted(found) for name, found in places.items() if len(found) > 1}
    assert {name: found for name, found in twice.items() if name not in ALIKE} == {}
    assert not ALIKE.keys() - twice.keys()
