"""Lessons: each one is solved by search, no shorter way is overlooked, and a wrong move does not pass."""

import pytest

from schwarm.game import IllegalMove, new_game, rule_book
from schwarm.teaching.lessons import Lesson, lessons, next_move, opened, solve, tried
from schwarm.teaching.lessons.goals import PREDICATES, Course, reached
from schwarm.teaching.lessons.solving import moves_of
from tests.lessons.ours import OURS

pytestmark = pytest.mark.compiled_only
ALL = [lesson for game in OURS for lesson in lessons(game)]


def named(game: str, name: str) -> Lesson:
    return next(lesson for lesson in lessons(game) if lesson.id == name)


@pytest.mark.parametrize("game", OURS)
def test_a_game_has_eight_to_fifteen_lessons(game: str) -> None:
    assert 8 <= len(lessons(game)) <= 15
    assert len({lesson.id for lesson in lessons(game)}) == len(lessons(game))


@pytest.mark.parametrize("lesson", ALL, ids=[f"{one.game}-{one.id}" for one in ALL])
def test_a_lesson_is_solved_in_its_number_of_moves_and_not_by_everything(lesson: Lesson) -> None:
    assert set(lesson.rules) <= set(rule_book(lesson.game).rules)
    assert {goal["is"] for goal in lesson.goals} <= set(PREDICATES)
    assert not opened(lesson).finished()
    assert tried(lesson, []).verdict == "go_on"
    answer = solve(lesson)
    assert len(answer) == lesson.moves
    assert tried(lesson, answer).verdict == "solved"
    first = moves_of(opened(lesson))
    wrong = next((move for move in first if tried(lesson, [move]).verdict != "solved"), None)
    assert wrong is not None, "every move passes"
    assert tried(lesson, [wrong]).verdict == ("missed" if lesson.moves == 1 else "go_on")


@pytest.mark.parametrize("lesson", ALL, ids=[f"{one.game}-{one.id}" for one in ALL])
def test_the_cells_a_lesson_speaks_of_are_on_its_board(lesson: Lesson) -> None:
    cells = {cell.name for cell in opened(lesson).board().cells}
    assert set(lesson.look) <= cells


def test_an_illegal_move_names_its_rule_and_a_lesson_ends() -> None:
    lesson = named("piranhas", "count")
    with pytest.raises(IllegalMove, match="M2"):
        tried(lesson, ["A4-C4"])
    with pytest.raises(IllegalMove, match="begin it again"):
        tried(lesson, [*solve(lesson), "D4-E4"])


def test_the_other_side_answers_in_between() -> None:
    lesson = named("hive", "sit")
    found = tried(lesson, solve(lesson)[:1])
    assert found.verdict == "go_on"
    assert len(found.positions) == 3
    assert found.course.game.to_move == found.course.side == "red"


def test_a_hint_goes_on_from_where_the_learner_is() -> None:
    lesson = named("hive", "sit")
    first = next_move(lesson, [])
    assert first is not None
    assert tried(lesson, [first, str(next_move(lesson, [first]))]).verdict == "solved"
    lost = next(move for move in moves_of(opened(lesson)) if move != first and "@" in move)
    assert next_move(lesson, [lost]) is None


def test_each_predicate_tells_yes_from_no() -> None:
    before = new_game("piranhas", seed=7)
    code = before.code_of("A1-C3")
    after = before.copy()
    after.play("A1-C3")
    course = Course(after, "red", ((before, code),))
    for yes, no in (
        ({"is": "made", "start": "A1", "goal": ["C3", "D4"]}, {"is": "made", "goal": "D4"}),
        ({"is": "fact", "name": "weight", "least": 30}, {"is": "fact", "name": "swarms", "exactly": 1}),
        ({"is": "stands", "cell": "C3"}, {"is": "stands", "cell": "A1"}),
        ({"is": "stuck", "cell": "A2"}, {"is": "captured"}),
        ({"is": "stands", "ground": "water"}, {"is": "won"}),
    ):
        assert reached([yes], course), yes
        assert not reached([no], course), no
    assert not reached([{"is": "made"}], Course(before, "red"))
