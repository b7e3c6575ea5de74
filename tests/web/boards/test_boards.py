"""Boards as JSON: every legal move can be clicked together, and nothing else."""

import json
import random

import pytest

from schwarm import Game, list_games, new_game, rule_book
from schwarm.web import boards
from schwarm.web.shared.errors import Problem
from schwarm.web.shared.texts import LANGUAGES, catalogue, preferred


def playing(game: str, seed: int, plies: int) -> list[Game]:
    """Positions of a random game, as players see them."""
    position = new_game(game, seed=seed)
    choose = random.Random(seed)
    found = [position.view()]
    while not position.finished() and position.turn < plies:
        position.play(choose.choice(position.legal_moves()))
        found.append(position.view())
    return found


@pytest.mark.parametrize("game", list_games())
def test_choices_are_exactly_the_legal_moves_on_cells_of_the_board(game: str) -> None:
    drawn = boards.module(game)
    for position in playing(game, 3, 24):
        board = drawn.board(position)
        json.dumps(board)
        cells = {cell["id"] for cell in board["cells"]}
        assert {piece["cell"] for piece in board["pieces"]} <= cells
        assert {mark["cell"] for mark in board["marks"]} <= cells
        last = drawn.last(position)
        assert last is None or set(last["path"]) <= cells
        if not drawn.COMPOSED:
            choices = drawn.choices(position)
            assert {choice["move"] for choice in choices} == {str(move) for move in position.legal_moves()}
            assert all(set(choice["path"]) <= cells for choice in choices)


@pytest.mark.parametrize("game", ["hive", "piranhas"])
def test_a_path_of_clicks_is_the_text_of_the_move(game: str) -> None:
    drawn = boards.module(game)
    for position in playing(game, 4, 12):
        for move in position.legal_moves():
            if move != "SKIP":
                assert drawn.text(position, drawn.path(position, str(move))) == move


def test_composing_reaches_exactly_the_legal_moves_of_mississippi_queen() -> None:
    drawn = boards.module("mississippi_queen")
    tried = 0
    for position in [view for seed in range(6) for view in playing("mississippi_queen", seed, 6)]:
        legal = {str(move) for move in position.legal_moves()}
        if not 5 < len(legal) < 150 or tried >= 6:
            continue
        tried += 1
        found: set[str] = set()

        def explore(steps: list[str], position: Game, found: set[str]) -> None:
            draft = drawn.compose(position, steps)
            if draft["move"] is not None:
                found.add(draft["move"])
            turned = bool(steps) and steps[-1] in "LR"
            for option in draft["options"]:
                again = turned and option in "LR" and (option != steps[-1] or steps[-3:] == [option] * 3)
                if not again and (option[0] != "S" or not steps):
                    explore([*steps, option], position, found)

        explore([], position, found)
        assert found == {move for move in legal if "T+1 T-1" not in move}
    assert tried


def test_a_composed_move_tells_what_is_wrong_with_a_step() -> None:
    drawn = boards.module("mississippi_queen")
    game = new_game("mississippi_queen", seed=7)
    with pytest.raises(Problem, match="expected S1 to S6"):
        drawn.compose(game, ["X"])
    with pytest.raises(Problem, match="not built step by step"):
        boards.module("piranhas").compose(new_game("piranhas", seed=7), [])


def test_every_step_of_a_ship_says_beforehand_what_it_takes() -> None:
    """What a cell or a step is said to cost is what is gone once it is done."""
    drawn = boards.module("mississippi_queen")
    burning = 0
    for position in playing("mississippi_queen", 5, 8):
        if position.finished():
            break
        for begun in ([], ["S2"], ["L"], ["L", "L"]):
            if begun and begun[0] not in drawn.compose(position, [])["options"]:
                continue
            draft = drawn.compose(position, begun)
            ways = dict(draft["cells"])
            ways |= {step: [step] for step in draft["options"] if not step.startswith("S")}
            told = {**draft["cell_costs"], **draft["costs"]}
            for name, way in ways.items():
                then = drawn.compose(position, [*begun, *way])["ship"]
                assert (
                    told[name]["coal"]
                    == draft["ship"]["coal"] - then["coal"]
                    == then["burnt"] - draft["ship"]["burnt"]
                )
                assert told[name]["points"] == draft["ship"]["points"] - then["points"]
                assert told[name]["speed"] == then["speed"]
                burning += told[name]["coal"] > 0
    assert burning


def test_the_river_left_behind_is_known_but_out_of_play() -> None:
    drawn = boards.module("mississippi_queen")
    for position in [view for seed in range(8) for view in playing("mississippi_queen", seed, 40)]:
        board = drawn.board(position)
        cells = {cell["id"] for cell in board["cells"]}
        assert not cells & {cell["id"] for cell in board["behind"]}
        assert (len(cells) + len(board["behind"])) // 20 + board["hidden"] == 8


def test_a_creation_is_begun_at_the_stock_and_no_other_move_is() -> None:
    drawn = boards.module("protista")
    position = new_game("protista", seed=7)
    begun = [choice for choice in drawn.choices(position) if choice["path"][0] == "white:stock"]
    assert [(choice["move"], choice["chance"]) for choice in begun] == [("R", True)]
    assert drawn.text(position, ["white:stock"]) == "R"
    assert drawn.path(position, "R") == ["white:stock"]


def test_shapes_of_moves_are_own_pieces_and_goals_are_where_pieces_stand_afterwards() -> None:
    drawn = boards.module("protista")
    for position in playing("protista", 20, 12):
        own = {
            piece["cell"] for piece in drawn.board(position)["pieces"] if piece["side"] == position.to_move
        }
        for choice in drawn.choices(position):
            if choice["kind"] in "CWVG":
                assert set(choice["shape"]) <= own or "portal" in choice.get("also", [])
            if choice["kind"] in "WG" and choice.get("goals"):
                then = position.copy()
                then.play(choice["move"])
                side = position.to_move
                assert set(choice["goals"]) <= {
                    piece["cell"] for piece in drawn.board(then)["pieces"] if piece["side"] == side
                }


def keys(texts: object, path: str = "") -> set[str]:
    if isinstance(texts, dict):
        return {key for name, value in texts.items() for key in keys(value, f"{path}/{name}")}
    return {path}


def test_both_languages_have_the_same_texts() -> None:
    sheets = ("/rules/", "/options/", "/scores/")  # English ones come from the rule books
    found = [
        {key for key in keys(catalogue(language)) if not any(sheet in key for sheet in sheets)}
        for language in LANGUAGES
    ]
    assert found[0] == found[1]


@pytest.mark.parametrize("game", list_games())
def test_every_rule_and_option_is_told_in_german(game: str) -> None:
    told = catalogue("de")["games"][game]
    assert set(told["rules"]) == set(rule_book(game).rules)
    assert set(told["options"]) == {option.name for option in rule_book(game).options}


@pytest.mark.parametrize("game", list_games())
def test_every_reason_an_end_can_have_is_told(game: str) -> None:
    from importlib import import_module

    reasons = import_module(f"schwarm.games.{game}.options").Reason
    for language in LANGUAGES:
        assert {str(reason) for reason in reasons} <= set(catalogue(language)["ui"]["reasons"])


def test_the_browser_s_language_is_spoken() -> None:
    assert preferred("de-AT,en;q=0.8") == "de"
    assert preferred("fr,en;q=0.5,de;q=0.4") == "en"
    assert preferred("") == "en"
    assert preferred("de;q=x,,;q=1") == "en"


def test_swarms_are_one_picture_whose_parts_are_their_weights() -> None:
    position = new_game("piranhas", seed=3)
    for _ in range(12):
        position.play(position.legal_moves()[0])
    for strip in boards.of(position).board(position)["sides"].values():
        facts = {fact["key"]: fact for fact in strip["facts"]}
        parts = facts["swarm"]["parts"]
        assert parts[0] == facts["swarm"]["value"] == max(parts)
        assert (len(parts), sum(parts)) == (facts["swarms"]["value"], facts["weight"]["value"])
        assert [key for key, fact in facts.items() if not fact.get("hidden")] == ["swarm"]
