"""Boards as SVG: well-formed, with every piece in its place, from the shapes that the page uses too."""

import random
from xml.etree import ElementTree

import pytest

import schwarm
from schwarm.game import list_games
from schwarm.game.board import Board, Piece, Shape
from schwarm.game.vector import elements, shapes, svg_of

SVG = "{http://www.w3.org/2000/svg}"


def some_way_into(name: str, plies: int = 12) -> schwarm.Game:
    game, choose = schwarm.new_game(name, seed=5), random.Random(5)
    while game.turn < plies and (moves := game.legal_moves()):
        game.play(choose.choice(moves))
    return game


@pytest.mark.parametrize("name", list_games())
def test_every_piece_is_drawn_where_it_stands(name: str) -> None:
    game = some_way_into(name)
    board = game.board()
    drawn = ElementTree.fromstring(game._repr_svg_())
    groups = [group.get("class", "").strip() for group in drawn.iter(f"{SVG}g") if group.get("class")]
    hands = [f"{supply.kind} {supply.side}" for supply in board.hands if supply.count]
    standing = [f"{piece.kind} {piece.side or ''}".strip() for piece in board.pieces]
    assert sorted(groups) == sorted(standing + hands)
    assert [title.text for title in drawn.iter(f"{SVG}title")] == [cell.name for cell in board.cells]
    last = game.last_move()
    shown = {cell.name for cell in board.cells}
    assert last is not None
    marked = [part for part in drawn.iter() if part.get("class") == "was"]
    assert len(marked) == len(last.changed & shown)


@pytest.mark.parametrize("name", list_games())
def test_the_two_sides_differ_in_shape_not_only_in_colour(name: str) -> None:
    kinds = shapes()["pieces"]
    drawn: dict[str | None, set[str]] = {side: set() for side in (*schwarm.rule_book(name).sides, None)}
    for piece in some_way_into(name, 30).board().pieces:
        drawn[piece.side].add(
            elements(kinds.get(piece.kind, kinds["any"]), Piece("", piece.kind, piece.side))
        )
    first, second, _ = drawn.values()
    assert first
    assert second
    assert not first & second
    assert "{" not in "".join(first | second)


def test_a_board_without_cells_has_no_picture() -> None:
    assert svg_of(Board(Shape.SQUARE, (), ())) == ""


@pytest.mark.parametrize("name", list_games())
def test_a_picture_has_the_size_names_and_arrows_that_were_asked_for(name: str) -> None:
    game = some_way_into(name, 4)
    board, moves = game.board(), game.legal_moves()
    drawn = ElementTree.fromstring(game.svg(size=300, coordinates=True, arrows=moves[:3]))
    assert max(int(drawn.get("width", 0)), int(drawn.get("height", 0))) == 300
    names = [text.text for text in drawn.iter(f"{SVG}text") if text.get("class") == "cell-name"]
    assert names == [cell.name for cell in board.cells]
    told = [part for part in drawn.iter() if part.get("class") in ("arrow", "ringed")]
    assert told
    assert drawn.get("viewBox") == ElementTree.fromstring(game.svg()).get("viewBox")


def test_an_arrow_that_cannot_be_is_told() -> None:
    game = schwarm.new_game("piranhas", seed=5)
    with pytest.raises(schwarm.BadNotation, match="expected a cell of the board, not 'Z9'"):
        game.svg(arrows=[("A1", "Z9")])
    with pytest.raises(schwarm.GameError):
        game.svg(arrows=["A1-A1"])
