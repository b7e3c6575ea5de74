"""The journal of a run: every finished step, so that a run can go on after a stop."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from schwarm.learning.plots import Curve, chart
from schwarm.workers import Lines


class LearningJournal:
    """Entries of a run in its folder: what happened, generation by generation."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder / "journal.jsonl"
        self._lines = Lines(self.path, "the journal of a run", step)
        self.entries = self._lines.entries

    def add(self, event: str, generation: int, **facts: Any) -> None:
        """Write down what has been finished."""
        entry = {"event": event, "generation": generation, **facts}
        self._lines.add(entry, entry)

    def find(self, event: str, generation: int) -> dict[str, Any] | None:
        """What was written down about an event of a generation; None if it has not been finished."""
        for entry in self.entries:
            if entry["event"] == event and entry["generation"] == generation:
                return entry
        return None

    def all(self, event: str) -> list[dict[str, Any]]:
        """All entries of one kind."""
        return [entry for entry in self.entries if entry["event"] == event]

    def draw(self) -> None:
        """Draw the losses and the matches so far."""
        losses = [
            Curve(f"generation {entry['generation']}", list(enumerate(entry["losses"], 1)))
            for entry in self.all("trained")
        ]
        (self.folder / "loss.svg").write_text(chart("Loss in training", "epoch", losses), encoding="utf-8")
        gates = self.all("gate")
        strength = Curve(
            "won, %",
            [(entry["generation"], 100 * entry["share"]) for entry in gates],
            [(100 * entry["low"], 100 * entry["high"]) for entry in gates],
        )
        text = chart("Each net against the player before it", "generation", [strength])
        (self.folder / "strength.svg").write_text(text, encoding="utf-8")


def step(said: dict[str, Any]) -> dict[str, Any]:
    """A line of the journal, which says at least what happened when."""
    return {"event": said["event"], "generation": said["generation"]} | said
