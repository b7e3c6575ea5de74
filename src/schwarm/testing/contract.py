"""The contract every rule book keeps: `pytest --schwarm-game NAME` runs it over a game of any package."""

import copy
import math
import pickle
import random
import re
from collections import Counter
from collections.abc import Iterator

import pytest

import schwarm
from schwarm.game import Board, Description, Game, IllegalMove, list_games, rule_book
from schwarm.game.random64 import Stream
from schwarm.game.record import Record, record_of, replay
from schwarm.search.perft import count_after

SEEDS = range(3 if schwarm.compiled() else 1)
DRAWS = 60 if schwarm.compiled() else 10  # for each move whose chance is tested
SAMPLE = 8 if schwarm.compiled() else 3  # moves of a position whose descriptions are tested
MANY_MOVES = 400 if schwarm.compiled() else 60


def walk(game: Game, seed: int, limit: int = 400) -> Iterator[Game]:
    """The same game object in every position of a random game, the last one included."""
    chooser = random.Random(seed)
    yield game
    for _ in range(limit):
        moves = game.legal_moves()
        if not moves:
            return
        game.play(chooser.choice(moves))
        yield game


def facts(game: Game) -> tuple[object, ...]:
    """All that can be seen of a game."""
    return (
        game.position(),
        game.turn,
        game.to_move,
        game.legal_moves(),
        game.outcome(),
        game.zobrist(),
        game.history,
    )


def refused_by(game: Game, text: str) -> str | None:
    """The rule that forbids a move; None if it was played."""
    try:
        game.play(text)
    except IllegalMove as refusal:
        return refusal.rule
    return None


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Every test is run for every profile of the games asked for, of all games if none is named.

    Where we ourselves run as plain Python it is the first profile alone: the others are the same code.
    """
    if "kind" in metafunc.fixturenames:
        games = metafunc.config.getoption("--schwarm-game", []) or list_games()
        most = None if schwarm.compiled() else 1
        kinds = [(name, profile) for name in games for profile in list(rule_book(name).profiles)[:most]]
        metafunc.parametrize("kind", kinds, ids="-".join)


@pytest.fixture(params=SEEDS)
def game(request: pytest.FixtureRequest, kind: tuple[str, str]) -> Game:
    return schwarm.new_game(kind[0], profile=kind[1], seed=request.param)


def test_equal_seeds_give_equal_games(kind: tuple[str, str]) -> None:
    starts = [schwarm.new_game(kind[0], profile=kind[1], seed=5) for _ in range(2)]
    assert facts(starts[0]) == facts(starts[1])
    book = rule_book(kind[0])
    drawn = {schwarm.new_game(kind[0], profile=kind[1], seed=seed).position() for seed in range(5, 15)}
    assert len(drawn) == 1 or book.random_start
    if kind[1] == next(iter(book.profiles)):  # another profile may settle what this one leaves to the seed
        assert (len(drawn) > 1) == book.random_start


def test_undo_restores_everything(game: Game) -> None:
    seen = [facts(position) for position in walk(game, 1)]
    for before in reversed(seen[:-1]):
        game.undo()
        assert facts(game) == before
    with pytest.raises(schwarm.GameError, match="nothing to take back"):
        game.undo()


def test_legal_moves_are_sorted_and_distinct(game: Game) -> None:
    for position in walk(game, 2):
        moves = [str(move) for move in position.legal_moves()]
        assert moves == sorted(set(moves))


def test_every_listed_move_is_playable_and_leaves_no_trace_when_taken_back(game: Game) -> None:
    for number, position in enumerate(walk(game, 3)):
        if number % 7:
            continue
        before = facts(position)
        for move in position.legal_moves()[:60]:
            position.play(str(move))
            position.undo()
        assert facts(position) == before


def test_a_forced_move_is_the_only_one_that_makes_a_difference(game: Game) -> None:
    for position in walk(game, 2, 60):
        moves, forced = position.legal_moves(), position.forced()
        assert forced is None or forced in moves
        if len(moves) == 1:
            assert forced == moves[0]


def test_moves_that_are_not_listed_are_refused_with_a_rule(game: Game) -> None:
    elsewhere = {str(move) for position in walk(game.copy(), 4) for move in position.legal_moves()[:200]}
    for number, position in enumerate(walk(game, 5)):
        if number % 10:
            continue
        before = facts(position)
        for text in sorted(elsewhere - set(map(str, position.legal_moves())))[:40]:
            rule = refused_by(position, text)
            if rule is None:  # a legal move in another wording, such as a list that is not canonical
                position.undo()
            else:
                assert rule == "END" or rule in position.setup.book.rules
            assert facts(position) == before


def test_every_move_made_was_chosen_from_the_list(game: Game) -> None:
    listed: set[int] = set()
    for position in walk(game, 16):
        if position.history:
            assert position.before_chance(position.history[-1].code) in listed
        listed = {move.code for move in position.legal_moves()}


def test_the_game_is_over_exactly_when_no_move_is_listed(game: Game) -> None:
    for position in walk(game, 6):
        outcome = position.outcome()
        assert (outcome is None) == bool(position.legal_moves())
        if outcome is not None:
            sides = position.setup.book.sides
            assert outcome.winner in (None, *sides)
            assert set(outcome.scores) == set(sides)
            width = len(position.setup.book.score_names)
            points = [outcome.scores[side][0] for side in sides]
            assert points == {None: [1, 1], sides[0]: [2, 0], sides[1]: [0, 2]}[outcome.winner]
            assert all(len(numbers) == width for numbers in outcome.scores.values())


def test_victory_points_are_the_first_number(kind: tuple[str, str]) -> None:
    assert rule_book(kind[0]).score_names[0] == "victory points"
    standing = schwarm.new_game(kind[0], profile=kind[1], seed=1).standing()
    assert sorted(numbers[0] for numbers in standing.values()) in ([0, 2], [1, 1])


def test_play_after_the_end_is_refused(game: Game) -> None:
    last = [str(position.legal_moves()[0]) for position in walk(game, 7) if position.legal_moves()]
    if game.outcome() is None:
        pytest.skip("this game goes on for long")
    with pytest.raises(IllegalMove):
        game.play(last[-1])


def test_positions_round_trip_through_text(game: Game) -> None:
    for position in walk(game, 8):
        text = position.position()
        assert "\n" not in text
        again = schwarm.new_game(
            game.name, profile=game.profile, position=text, seed=game.seed, **game.options
        )
        assert again.position() == text
        assert again.to_move == position.to_move
        assert again.turn == position.turn
        assert again.legal_moves() == position.legal_moves()
        assert again.zobrist() == position.zobrist()


def test_copies_are_independent_twins(game: Game) -> None:
    for number, position in enumerate(walk(game, 9)):
        if number % 5:
            continue
        twin = position.copy()
        assert facts(twin) == facts(position)
        if twin.legal_moves():
            twin.play(twin.legal_moves()[0])
            assert twin.turn == position.turn + 1


def test_a_view_shows_the_same_open_facts(game: Game) -> None:
    for number, position in enumerate(walk(game, 10)):
        if number % 5:
            continue
        seen = position.view()
        assert seen.to_move == position.to_move
        assert seen.turn == position.turn
        assert seen.legal_moves() == position.legal_moves()
        assert seen.history == position.history


def test_a_public_position_says_all_that_a_player_needs(game: Game) -> None:
    for number, position in enumerate(walk(game, 13)):
        if number % 5:
            continue
        public = position.public_position()
        assert "\n" not in public
        options = position.view().options  # those by which no move depends on what is hidden
        seen = schwarm.new_game(game.name, profile=game.profile, position=public, seed=99, **options)
        assert seen.public_position() == public
        assert (seen.to_move, seen.turn) == (position.to_move, position.turn)
        assert seen.legal_moves() == position.view().legal_moves()


def test_records_replay_to_the_same_end(game: Game) -> None:
    for _ in walk(game, 11):
        pass
    record = record_of(game, dict.fromkeys(game.setup.book.sides, "somebody"))
    again = Record.from_json(record.to_json())
    assert again == record
    assert facts(replay(again)) == facts(game)


def test_moves_survive_pickling(game: Game) -> None:
    for move in game.legal_moves()[:20]:
        again = pickle.loads(pickle.dumps(move))
        assert again == move
        assert again.code == move.code


def test_perft_agrees_with_playing_every_move(game: Game) -> None:
    total = 0
    moves = game.legal_moves()
    for move in moves[:: max(1, len(moves) // 40)]:
        game.play(move)
        below = len(game.legal_moves())
        game.undo()
        assert count_after(game.copy(), move, 1) == below
        total += below
    assert schwarm.perft(game, 0) == 1
    assert schwarm.perft(game, 1) == len(moves)
    assert total > 0


def test_playouts_end_and_do_not_depend_on_threads(kind: tuple[str, str]) -> None:
    game = schwarm.new_game(kind[0], profile=kind[1], seed=3)
    alone = schwarm.playouts(game, 6, seed=4, limit=500)
    assert sum(alone.wins.values()) + alone.draws + alone.cut == alone.games == 6
    assert schwarm.playouts(game, 6, seed=4, threads=2, limit=500) == alone
    assert game.turn == 0


def test_random_moves_are_equally_likely(kind: tuple[str, str]) -> None:
    """Chi-square over the legal moves; the words are fixed, so the test never fails by chance."""
    game = schwarm.new_game(kind[0], profile=kind[1], seed=3)
    for number, position in enumerate(walk(game, 14, limit=37)):
        moves = position.legal_moves()
        if number % 6 or not 2 <= len(moves) <= MANY_MOVES:
            continue
        words = Stream(number, 0)
        drawn = Counter(position.random_move(words.word()) for _ in range(DRAWS * len(moves)))
        assert set(drawn) <= set(moves)
        chi_square = sum((drawn[move] - DRAWS) ** 2 / DRAWS for move in moves)
        freedom = len(moves) - 1
        assert abs(chi_square - freedom) < 4 * math.sqrt(2 * freedom) + 6


def test_an_ended_game_has_no_random_move(game: Game) -> None:
    for position in walk(game, 15):
        assert (position.random_move(5) is None) == (not position.legal_moves())
    with pytest.raises(schwarm.GameError, match="expected a word"):
        game.random_move(1 << 64)


# --- the board and the moves as values ---------------------------------------------------------------
def contents(board: Board) -> dict[str, list[tuple[object, ...]]]:
    """What stands on each cell, bottom first."""
    found: dict[str, list[tuple[object, ...]]] = {cell.name: [] for cell in board.cells}
    for piece in sorted(board.pieces, key=lambda piece: piece.height):
        found[piece.cell].append((piece.kind, piece.side, piece.value, piece.course))
    return found


def check_description(told: Description, before: Board, after: Board) -> None:
    """Does a move do what its description says, and nothing else? Cells that left the view are not seen."""
    was, now = contents(before), contents(after)
    assert {cell for cell in was.keys() & now.keys() if was[cell] != now[cell]} <= told.changed
    for piece in told.captured:
        assert piece in before.pieces
        assert piece not in after.pieces
        assert piece.side != told.side
    for start, goal in told.moved:
        if goal in now:
            assert now[goal][-1][1] == was[start][-1][1]
            assert "stacking" in told.also or now[goal][-1][0] == was[start][-1][0]
    for cell in told.created:
        assert now[cell][-1][1] == told.side
        assert not was[cell] or was[cell][-1][1] != told.side
    for cell in told.struck:
        assert [piece.value for piece in after.on(cell)] < [piece.value for piece in before.on(cell)]
    if told.start is not None:
        assert told.piece in before.pieces
        assert told.path[0] == told.start
    assert told.path[-1:] == (() if told.goal is None else (told.goal,))
    assert was.keys() | now.keys() >= {*told.path, *told.shape}.union(*told.clicks)
    assert not told.steps or " ".join(step.text for step in told.steps) == told.text


def test_the_board_holds_every_piece_on_a_cell_of_its_own(game: Game) -> None:
    for number, position in enumerate(walk(game, 17)):
        if number % 4:
            continue
        board = position.board()
        cells = [cell.name for cell in board.cells]
        assert len(cells) == len(set(cells)) > 1
        assert len({(cell.x, cell.y) for cell in board.cells}) == len(cells)
        assert board.shape == position.setup.book.shape
        assert {piece.cell for piece in board.pieces} <= set(cells)
        assert {piece.side for piece in board.pieces} <= {None, *position.setup.book.sides}
        assert {cell for mark in board.marks for cell in mark.cells} <= set(cells)
        assert hash(board) == hash(pickle.loads(pickle.dumps(board)))


def test_the_board_shows_only_what_players_may_see(game: Game) -> None:
    for number, position in enumerate(walk(game, 18)):
        if number % 5 == 0:
            seen = position.view(seed=99)
            assert seen.board() == position.board()
            for move in seen.legal_moves()[::20]:
                assert seen.describe(move) == position.describe(move)


def test_every_legal_move_does_what_its_description_says(game: Game) -> None:
    for number, position in enumerate(walk(game, 19, limit=120)):
        moves = position.legal_moves()
        if number % 4 or not moves:
            continue
        state, before = facts(position), position.board()
        for move in moves[:: len(moves) // SAMPLE + 1]:
            told = position.describe(move)
            assert (told.text, told.side) == (move, position.to_move)
            assert facts(position) == state
            made = position.play(move)
            check_description(position.last_move() or told, before, position.board())
            if told.chance:  # the choice cannot tell what chance adds, the move as made can
                assert not told.changed
            else:
                assert position.last_move() == told
            assert position.history[-1] == made
            position.undo()


def test_a_move_that_is_refused_is_not_described(game: Game) -> None:
    elsewhere = {str(move) for position in walk(game.copy(), 4, 30) for move in position.legal_moves()[:50]}
    for text in sorted(elsewhere - set(map(str, game.legal_moves())))[:40]:
        twin = game.copy()
        try:
            twin.play(text)
        except schwarm.GameError as refusal:
            with pytest.raises(type(refusal), match=re.escape(str(refusal))):
                game.describe(text)
        else:
            assert game.describe(text) == twin.last_move()
    for nonsense in (None, 7, b"A1-A2", ["A1"]):
        with pytest.raises(schwarm.BadNotation, match="expected a move as text"):
            game.play(nonsense)  # type: ignore[arg-type]


def test_games_are_equal_by_position_and_options(game: Game) -> None:
    twin = schwarm.new_game(game.name, profile=game.profile, seed=game.seed)
    assert game == twin
    assert len({game, twin}) == 1
    for position in walk(game, 20, 3):
        again = schwarm.new_game(
            game.name, profile=game.profile, seed=game.seed, position=position.position(), **game.options
        )
        assert (again == position, hash(again) == hash(position)) == (True, True)
        assert (again == position.position(), again == twin) == (False, position.turn == 0)
    other = schwarm.new_game(game.name, profile=game.profile, seed=game.seed + 1)
    assert other != game
    assert (other == twin) == (other.position() == twin.position())


def test_games_can_be_pickled_and_copied(game: Game) -> None:
    for _ in walk(game, 21, 25):
        pass
    for again in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game), copy.copy(game)):
        assert facts(again) == facts(game)
        assert again.setup.book is game.setup.book
        again.undo()
        assert again.turn == game.turn - 1
        assert again != game


def test_printing_a_game_draws_the_board(game: Game) -> None:
    for position in walk(game, 22, 10):
        drawn = str(position)
        assert len(drawn.splitlines()) > 3
        assert repr(position).startswith(f"<{game.name}: {position.to_move} to move after {position.turn}")
        assert position.public_position() in repr(position)


def test_the_board_can_be_drawn(game: Game) -> None:
    for position in walk(game, 12, limit=20):
        drawing = position.drawing()
        assert len(drawing) > 3
        assert all(
            isinstance(text, str) and isinstance(style, str) for line in drawing for text, style in line
        )


def test_every_option_can_be_set_from_its_own_text(kind: tuple[str, str]) -> None:
    book = rule_book(kind[0])
    chosen = book.choose(kind[1], {})
    texts = {name: str(value) for name, value in chosen.options.items()}
    assert book.choose(kind[1], texts).options == chosen.options


def test_options_and_profiles_that_do_not_exist_are_refused(kind: tuple[str, str]) -> None:
    with pytest.raises(schwarm.BadOption, match="no_such_option"):
        schwarm.new_game(kind[0], no_such_option=1)
    with pytest.raises(schwarm.BadOption, match="no_such_profile"):
        schwarm.new_game(kind[0], profile="no_such_profile")
    for seed in (-1, 1 << 64, "abc", 1.5, True):
        with pytest.raises(schwarm.BadOption, match="expected a seed"):
            schwarm.new_game(kind[0], seed=seed)  # type: ignore[arg-type]
    with pytest.raises(schwarm.BadPosition, match="expected a position as text"):
        schwarm.new_game(kind[0], position=7)  # type: ignore[arg-type]


def test_every_option_says_its_meaning_in_english_and_german(kind: tuple[str, str]) -> None:
    book = rule_book(kind[0])
    assert len(book.german_score_names) == len(book.score_names)
    for option in book.options:
        assert option.help
        assert option.german
        assert option.german != option.help
        assert option.read(option.default) == option.default
