"""The long matches: what was played is noted, and not played again."""

from pathlib import Path

import pytest
from bench import strength
from schwarm.bots.match import Pairing, Spec, Tally, pairings, play_pairing

PLAN = pairings("piranhas", (Spec("random"), Spec("random")), 4, time_ms=1000)


def test_a_match_stopped_in_the_middle_goes_on_where_it_was(tmp_path: Path) -> None:
    notes = tmp_path / "notes.jsonl"
    first = strength.match("first", PLAN[:3], 1, notes)
    played: list[Pairing] = []

    def play(pairing: Pairing) -> Tally:
        played.append(pairing)
        return play_pairing(pairing)

    whole = strength.match("whole", PLAN, 1, notes, play)
    assert first.games == 3
    assert whole.games == 4
    assert played == PLAN[3:]
    again = strength.match("again", PLAN, 1, notes, play)
    assert again == whole
    assert played == PLAN[3:]


def test_a_note_cut_short_by_a_crash_costs_its_game_only(tmp_path: Path) -> None:
    notes = tmp_path / "notes.jsonl"
    whole = strength.match("whole", PLAN, 1, notes)
    notes.write_text(notes.read_text()[:-20])
    assert len(strength.read_notes(notes)) == 3
    once_more = strength.match("once more", PLAN, 1, notes)
    assert (once_more.wins, once_more.draws, once_more.losses) == (whole.wins, whole.draws, whole.losses)
    assert len(strength.read_notes(notes)) == 4


def test_games_of_other_code_do_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    notes = tmp_path / "notes.jsonl"
    strength.match("before", PLAN, 1, notes)
    monkeypatch.setattr(strength, "fingerprint", lambda game: "other")
    assert strength.match("after", PLAN[:2], 1, notes).games == 2
    assert len(strength.read_notes(notes)) == 6


def test_a_change_of_one_games_knowledge_leaves_the_others_results_valid() -> None:
    assert len({strength.fingerprint(game) for game in strength.GAMES}) == len(strength.GAMES)
