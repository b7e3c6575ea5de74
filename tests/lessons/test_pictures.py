"""Rules in pictures: every rule has one, and the rule book agrees with everything that is shown."""

import pytest

from schwarm.game import GameError, IllegalMove, list_games, rule_book
from schwarm.teaching.lessons import Picture, lessons, opened, sheet
from schwarm.teaching.lessons.reading import LANGUAGES
from schwarm.web.boards.pictures import drawn
from tests.lessons.ours import OURS

pytestmark = pytest.mark.compiled_only


def pictures(game: str) -> tuple[Picture, ...]:
    found = sheet(game)
    assert found is not None
    return found.pictures


@pytest.mark.parametrize("game", OURS)
def test_every_rule_has_a_picture(game: str) -> None:
    assert {rule for picture in pictures(game) for rule in picture.rules} == set(rule_book(game).rules)
    ids = [picture.id for picture in pictures(game)]
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("game", OURS)
def test_the_moves_of_every_picture_are_legal_and_end_as_it_says(game: str) -> None:
    for picture in pictures(game):
        outcome = picture.frames()[-1].outcome()
        assert (outcome.winner if outcome else "") == picture.winner, picture.id


@pytest.mark.parametrize("game", OURS)
def test_what_a_picture_calls_forbidden_is_forbidden_by_that_rule(game: str) -> None:
    asked = 0
    for picture in pictures(game):
        for rule, move in picture.refused:
            with pytest.raises(IllegalMove) as refusal:
                picture.start.copy().play(move)
            assert refusal.value.rule == rule, f"{picture.id}: {move}"
            asked += 1
    assert asked >= 5


@pytest.mark.parametrize("game", OURS)
def test_cells_that_a_picture_points_at_are_drawn(game: str) -> None:
    for picture in pictures(game):
        shown = drawn(game)[picture.id]
        cells = {cell["id"] for cell in shown["scenes"][0]["board"]["cells"]}
        assert {*picture.mark, *picture.cross} <= cells, picture.id
        assert not picture.select or shown["scenes"][0]["moves"], picture.id
        assert all(len(picture.text[language]) < 290 for language in LANGUAGES), picture.id


def test_colours_of_blokus_examples_begin_at_the_border_and_go_on_corner_to_corner() -> None:
    shown = [(one.id, opened(one)) for one in lessons("blokus")]
    shown += [(one.id, one.start) for one in pictures("blokus") if one.id != "pieces"]
    for name, position in shown:
        rows = position.position().split()[0].split("/")
        for colour in "BYRG":
            squares = {(x, y) for y, row in enumerate(rows) for x, one in enumerate(row) if one == colour}
            edge = {(x, y) for x, y in squares if {x, y} & {0, len(rows) - 1}}
            assert edge or not squares, f"{name}: {colour} has not begun at the border"
            near = {min(edge)} if edge else set()
            while more := {
                (x, y) for x, y in squares - near for u, v in near if abs(x - u) <= 1 >= abs(y - v)
            }:
                near |= more
            assert near == squares, f"{name}: a piece of {colour} touches no other corner"


def test_a_game_without_pictures_has_no_sheet() -> None:
    for game in set(list_games()) - set(OURS):
        assert sheet(game) is None


def test_a_text_that_one_language_lacks_is_refused() -> None:
    from schwarm.teaching.lessons.reading import text_of

    with pytest.raises(ValueError, match="expected title in en, de"):
        text_of({"id": "x", "title": {"en": "only"}}, "title")


def test_a_picture_of_an_impossible_position_is_refused() -> None:
    from schwarm.teaching.lessons.pictures import picture_of

    words = {"en": "a", "de": "b"}
    with pytest.raises(GameError, match="one swarm"):
        picture_of(
            "hive", {"id": "x", "rules": [], "title": words, "text": words, "options": {"radius": 1},
                     "board": "Q .\n. . .\n. q"}
        )  # fmt: skip
