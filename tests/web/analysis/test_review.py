"""What the analysis of a finished game says of its moves: true by a search ten times as long."""

from __future__ import annotations

from dataclasses import replace

import pytest

from schwarm import bots, list_games, new_game
from schwarm.bots.comparison import compare, is_skip
from schwarm.game import Game
from schwarm.game.random64 import Stream
from schwarm.game.record import Record, record_of, start_of
from schwarm.web.analysis.analyses import LONGER, MISTAKE, NODES, Shown
from schwarm.web.analysis.review import SHOWN, Review
from schwarm.web.shared.thinking import Judgement, judge
from schwarm.web.words import words_apart, words_of

TIMES = 10  # as many nodes: what is held to be true
PLANTED = 0.2  # of the chance to win is what a planted blunder costs by the long search
PATIENCE_MS = 600_000


def reviewed(record: Record, nodes: int = NODES) -> list[Judgement]:
    """A game as the page judges it, on a machine that is fast enough."""
    plies, game = record.plies, start_of(replace(record, end=None))
    views = [game.view()]
    for made in plies:
        game.play(made.move)
        views.append(game.view())
    review = Review(len(plies))
    while task := review.next():
        ply, longer = task
        move = plies[ply].move if ply < len(plies) else None
        found = judge(record_of(views[ply]), (LONGER if longer else 1) * nodes, PATIENCE_MS, move)
        review.add(ply, found, mover=game.setup.book.sides.index(views[ply].to_move))
    assert review.settled == len(views)
    return review.judged


def truth(game: Game, move: str, nodes: int = NODES) -> float:
    """What a move costs by the long search."""
    return judge(record_of(game.view()), TIMES * nodes, PATIENCE_MS, move).lost


def played(name: str, seed: int, most: int, blunders: int = 0) -> tuple[Record, list[int]]:
    """A game of bots in which some moves were replaced by blunders, and the plies of these."""
    game, bot, chances = new_game(name, seed=seed), bots.player(name, "5", seed=seed), Stream(seed, 7)
    planted: list[int] = []
    while not game.finished() and len(game.history) < most:
        move = str(bot.choose(game, PATIENCE_MS))
        if len(game.history) % 4 == 3 and len(planted) < blunders:
            for _ in range(5):
                tried = str(chances.choice(game.legal_moves()))
                if truth(game, tried) >= PLANTED:
                    planted.append(len(game.history))
                    move = tried
                    break
        game.play(move)
    return record_of(game), planted


def false_blames(record: Record, found: list[Judgement], nodes: int = NODES) -> tuple[int, int]:
    """How many moves are said to cost what is shown, and of how many the long search finds not half of it."""
    game, blamed, wrong = start_of(replace(record, end=None)), 0, 0
    for ply, one in zip(record.plies, found, strict=False):
        if one.lost >= SHOWN:
            blamed += 1
            wrong += truth(game, ply.move, nodes) < one.lost / 2
        game.play(ply.move)
    return blamed, wrong


# --- blame ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", list_games())
def test_no_move_is_blamed_that_is_the_best_one(name: str) -> None:
    record, _ = played(name, 2, 10)
    found = reviewed(record, nodes=1500)
    for ply, one in zip(record.plies, found, strict=False):
        assert one.played, ply
        assert one.lost == 0 or one.played[0] != one.line[0], ply
    blamed, wrong = false_blames(record, found, nodes=1500)
    assert wrong <= 1 + blamed // 4, f"{wrong} of {blamed}"


@pytest.mark.long
@pytest.mark.parametrize("name", list_games())
def test_of_fifty_planted_blunders_at_least_forty_five_are_found(name: str) -> None:
    planted = found = blamed = wrong = best = 0
    for seed in range(1, 40):
        record, plies = played(name, seed, 200, blunders=min(4, 10 - planted))
        judged = reviewed(record)
        planted += len(plies)
        found += sum(judged[ply].lost >= MISTAKE for ply in plies)
        more, less = false_blames(record, judged)
        blamed, wrong = blamed + more, wrong + less
        best += sum(one.lost > 0 and one.played[:1] == one.line[:1] for one in judged)
        if planted == 10:
            break
    print(
        f"{name}: found {found} of {planted}, blamed {blamed}, of these too much {wrong}, best moves {best}"
    )
    assert planted == 10
    assert found >= 9
    assert best == 0
    assert wrong <= 1 + blamed // 10, f"{wrong} of {blamed}"


def test_a_jump_that_the_next_position_takes_back_is_searched_longer_before_it_is_shown() -> None:
    review, asked = Review(3), list[tuple[int, bool]]()
    chances = {(0, False): 0.5, (1, False): 1.0, (2, False): 0.5, (3, False): 0.5, (1, True): 0.52}
    while (task := review.next()) is not None:
        asked.append(task)
        ply, _ = task
        assert ply >= review.settled, "what is shown does not change any more"
        review.add(ply, Judgement(0, chances[task]), mover=ply % 2)
    assert (1, True) in asked
    assert [one.chance for one in review.judged] == [0.5, 0.52, 0.5, 0.5]


def test_mistakes_and_what_two_ways_of_judging_disagree_about_are_searched_longer() -> None:
    for lost, after, longer in ((0.3, 0.22, True), (0.1, 0.5, True), (0.1, 0.42, False), (0.0, 0.2, True)):
        review = Review(1)
        review.add(0, Judgement(0, 0.5, lost=lost), mover=0)
        review.add(1, Judgement(0, after), mover=1)
        assert (review.next() == (0, True)) == longer, (lost, after)


@pytest.mark.parametrize("name", list_games())
def test_any_move_is_judged_also_without_time(name: str) -> None:
    game, bot = new_game(name, seed=3), bots.player(name, "best")
    assert isinstance(bot, bots.SearchBot)
    moves = game.legal_moves()
    for made in (moves[0], moves[len(moves) // 2], moves[-1]):
        for nodes, budget_ms in ((100 * NODES, 0), (128, PATIENCE_MS)):
            found = compare(bot, game, nodes, budget_ms, str(made))
            assert found.best.line
            assert game.after(found.played.line[0].code, game.zobrist) == game.after(made.code, game.zobrist)
            assert found.cut == (not budget_ms)


def test_a_win_in_one_filling_of_the_hidden_river_is_no_certain_win() -> None:
    game = new_game("mississippi_queen", seed=3)
    bot = bots.player("mississippi_queen", "best")
    assert isinstance(bot, bots.SearchBot)
    while game.turn < 14 and not game.finished():
        game.play(bot.analyse(game, PATIENCE_MS, nodes=300).move)
        if game.finished():
            break
        found = compare(bot, game, 3000, PATIENCE_MS)
        assert 0 <= found.best.chance <= 1
        assert found.best is found.played


def test_skipping_is_not_better_than_a_move_that_scores() -> None:
    game, chooser = new_game("blokus", seed=5), bots.RandomBot(5)
    bot = bots.player("blokus", "best")
    assert isinstance(bot, bots.SearchBot)
    while game.turn < 55:
        game.play(chooser.choose(game))
    assert is_skip(game, bot.analyse(game, PATIENCE_MS, nodes=640).move.code), "it sees no difference"
    lays = next(move for move in game.legal_moves() if not is_skip(game, move.code))
    found = compare(bot, game, 1000, PATIENCE_MS, str(lays))
    assert not is_skip(game, found.best.line[0].code)


# --- words ------------------------------------------------------------------------------------------------
def test_words_that_cannot_tell_two_moves_apart_say_where() -> None:
    game, chooser = new_game("piranhas", seed=4), bots.RandomBot(4)
    for _ in range(6):
        game.play(chooser.choose(game))
    by_words: dict[str, str] = {}
    for move in game.legal_moves():
        words = words_of(game, str(move))["en"]
        if words in by_words:
            one, other = words_apart(game, by_words[words], str(move))
            assert one["en"] != other["en"]
            assert one["de"] != other["de"]
            assert one["en"].startswith(words)
            break
        by_words[words] = str(move)
    else:
        raise AssertionError("expected two moves with the same words")


def test_a_judgement_tells_the_best_move_apart_from_the_one_that_was_made() -> None:
    game = new_game("piranhas", seed=4)
    pair: dict[str, list[str]] = {}
    for move in game.legal_moves():
        pair.setdefault(words_of(game, str(move))["en"], []).append(str(move))
    best, made = next(moves for moves in pair.values() if len(moves) > 1)[:2]
    shown = Shown.of(game.view(), Judgement(0, 0.5, (best,), 0.1, (made,)))
    assert shown.made is not None
    assert shown.made["en"] != shown.ways[0]["words"]["en"]
    assert Shown.of(game.view(), Judgement(0, 0.5, (best,), 0.0, (best,))).made is None
