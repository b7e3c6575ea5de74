"""What only the strongest player does: it doubts clear leads, ends exactly, begins differently, goes on."""

import time
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from schwarm import new_game
from schwarm.bots import SearchBot, knowledge, player
from schwarm.bots.clock import SearchLimits
from schwarm.game import Game
from schwarm.learning.thinker import Thinker
from schwarm.search.alphabeta import AlphaBeta
from schwarm.search.report import CHANCE_SAMPLES, PROVEN, Line, SearchReport
from tests.search.positions import FORCED_WINS


class Told(AlphaBeta):
    """Finds what it was told to find, and remembers how it was asked."""

    def __init__(self, game: str, *reports: tuple[int, ...]) -> None:
        super().__init__(knowledge(game).evaluator(), 1 << 10)
        self.reports = list(reports)
        self.asked: list[dict[str, Any]] = []
        self.first: list[int] = []  # codes of the moves that it finds, where these matter
        self.depths: list[int] = []  # of its next searches; 5 without

    def search(self, game: Game, **limits: Any) -> SearchReport:
        pruning = self.evaluator.futility_margin, self.evaluator.late_move_count
        self.asked.append({**limits, "pruning": pruning, "escapes": self.escapes})
        scores = self.reports.pop(0) if len(self.reports) > 1 else self.reports[0]
        only = limits.get("only")
        moves = [game.move_of(code) for code in (only or self.first)] or game.legal_moves()
        lines = [Line(score, (move,)) for score, move in zip(scores, moves, strict=False)]
        lines = lines[: limits.get("lines", 1)]
        depth = self.depths.pop(0) if self.depths else 5
        report = SearchReport(tuple(lines), depth, 100, 1)
        if limits.get("listener"):
            limits["listener"](report)
        return report


def told(
    name: str, *reports: tuple[int, ...], version: str = "", varied: bool = False
) -> tuple[SearchBot, Told]:
    """A bot whose search finds what it is told."""
    bot = SearchBot("best", knowledge(name, version), varied=varied)
    bot.searcher = searcher = Told(name, *reports)
    return bot, searcher


def search(bot: SearchBot, game: Game) -> SearchReport:
    """A search that an eighth of the time is over for as soon as it begins."""
    return bot.search(game, SearchLimits(10, 0, time.monotonic() - 1e-6, clear_lead=900))


def test_a_clear_lead_ends_a_search_only_if_another_without_pruning_agrees() -> None:
    game = new_game("hive", seed=1)
    bot, searcher = told("hive", (950,), (920,))
    assert search(bot, game).score == 950
    usual, confirming = searcher.asked
    assert confirming["pruning"] == (0, 0)
    assert confirming["only"] == (game.legal_moves()[0].code,)
    assert confirming["salt"] != usual["salt"]
    assert confirming["deadline"] <= usual["deadline"]
    assert (searcher.evaluator.futility_margin, searcher.evaluator.late_move_count) == usual["pruning"]
    bot, searcher = told("hive", (950,), (300,), (400,))
    assert search(bot, game).score == 400  # all the time after all
    assert len(searcher.asked) == 3


def test_the_frozen_player_trusts_a_clear_lead_as_it_always_did() -> None:
    bot, searcher = told("hive", (950,), version="0.1")
    assert search(bot, new_game("hive", seed=1)).score == 950
    assert len(searcher.asked) == 1


def test_the_last_plies_before_the_round_limit_are_searched_exactly() -> None:
    for rounds, version, exact in ((2, "", True), (3, "", False), (2, "0.1", False)):
        bot, searcher = told("piranhas", (0,), version=version)
        bot.analyse(new_game("piranhas", seed=1, rounds=rounds), 1000)
        assert searcher.asked[0]["exact"] is exact


def test_best_does_not_begin_all_games_alike_and_gives_away_little() -> None:
    game = new_game("hive", seed=1)
    moves = game.legal_moves()
    bot, searcher = told("hive", (100, 95, 60), varied=True)
    assert {bot.choose(game) for _ in range(60)} == {moves[0], moves[1]}
    assert searcher.asked[0]["lines"] == 3
    assert bot.analyse(game).move == moves[0]  # who asks for the best move gets it
    for _ in range(6):
        game.play(game.legal_moves()[0])
    assert len({bot.choose(game) for _ in range(20)}) == 1
    for name in ("greedy", "best-0.1", "5"):
        other = player("hive", name)
        assert isinstance(other, SearchBot)
        assert not other.varied


def test_time_for_one_good_search_is_not_spent_on_three() -> None:
    game = new_game("mississippi_queen", seed=1)
    for version, seconds, count in (("", 0.15, 1), ("", 300.0, 3), ("0.1", 0.15, 3)):
        bot = SearchBot("best", knowledge("mississippi_queen", version))
        assert len(bot.views(game, SearchLimits(10, 0, time.monotonic() + seconds))) == count


@pytest.mark.compiled_only
def test_no_search_prunes_a_move_that_unites_all_fish() -> None:
    thinker = Thinker(knowledge("piranhas").evaluator(strongest=True), 1 << 10)
    united = 0
    for text, _ in FORCED_WINS["piranhas"]:
        game = new_game("piranhas", position=text)
        for move in game.legal_moves():
            after = game.copy()
            after.play(move)
            mine = 2 + game.setup.book.sides.index(game.to_move)
            unites = after.swarms()[mine] == 1  # type: ignore[attr-defined]
            united += unites
            assert thinker.is_noisy(game, move.code) >= unites
    assert united > 0


@pytest.mark.compiled_only
def test_how_moves_are_ordered_changes_no_exact_score() -> None:
    known = knowledge("mississippi_queen")
    for text, _ in FORCED_WINS["mississippi_queen"]:
        game = new_game("mississippi_queen", position=text)
        scores = []
        for strongest in (False, True):
            searcher = AlphaBeta(known.evaluator(strongest=strongest), 1 << 14, exact=True)
            scores.append(searcher.search(game, depth=2).score)
        assert scores[0] == scores[1]


class ShallowSamples(AlphaBeta):
    """Finds less and less the deeper it looks; a chance move seems better, but is not searched as deep."""

    asked: list[dict[str, Any]]
    worse = 0

    def search(self, game: Game, **limits: Any) -> SearchReport:
        self.asked.append(limits)
        moves = [move for move in game.legal_moves() if move.code in limits["only"]]
        chance = [move for move in moves if move == "R"]
        report = SearchReport((Line(0, (moves[0],)),), 0, 0, 0)
        for depth, score in enumerate((90, 50) if chance else (100, 40, 30, 20, 10), 1):
            score -= self.worse if chance else 0
            report = SearchReport((Line(score, (moves[0],)),), depth, 100, 1)
            limits["listener"](report)
        return report


@pytest.mark.parametrize(("version", "score", "chance"), [("0.2", 20, True), ("0.1", 10, False)])
def test_a_chance_move_is_compared_at_the_depth_its_samples_reached(
    version: str, score: int, chance: bool
) -> None:
    known = knowledge("protista", version)
    bot = SearchBot("best", known)
    bot.searcher = searcher = ShallowSamples(known.evaluator(), 1 << 10)
    searcher.asked = []
    report = bot.analyse(new_game("protista", seed=3), 10_000)
    assert report.score == score  # 50 instead of 40 two plies deep: 10 better than the certain move
    assert (report.move == "R") == chance


@pytest.mark.parametrize(
    ("version", "worse", "chance"), [("", 140, True), ("", 180, False), ("0.2", 20, False)]
)
def test_a_chance_move_may_seem_a_little_worse_for_its_score_holds_a_bonus(
    version: str, worse: int, chance: bool
) -> None:
    bot = SearchBot("best", knowledge("protista", version))
    bot.searcher = searcher = ShallowSamples(bot.searcher.evaluator, 1 << 10)
    searcher.asked, searcher.worse = [], worse
    report = bot.analyse(new_game("protista", seed=3), 10_000, lines=2)
    assert {line.move == "R": line.score for line in report.lines} == {
        True: 20 - worse + (0 if version else 150),
        False: 10,
    }
    assert (report.move == "R") == chance


@pytest.mark.compiled_only
def test_a_move_that_loses_is_left_for_one_not_searched_yet_when_the_time_ends() -> None:
    game = new_game("mississippi_queen", seed=9100)
    game.play("A+1 M2")
    found = {}
    for escapes in (False, True):
        searcher = AlphaBeta(knowledge("mississippi_queen", "0.2").striving(), 1 << 19)
        searcher.escapes = escapes
        found[escapes] = searcher.search(game.view(), nodes=20_032, salt=1)
    assert found[False].score <= -PROVEN
    assert found[True].score > -PROVEN
    assert found[True].move != found[False].move
    searchers = [player("mississippi_queen", name).searcher for name in ("best", "best-0.2", "10")]  # type: ignore[attr-defined]
    assert [searcher.escapes for searcher in searchers] == [True, False, False]


def test_what_is_kept_back_for_stalls_is_not_taken_from_the_last_samples() -> None:
    bot = SearchBot("best", knowledge("protista"))
    bot.searcher = searcher = ShallowSamples(bot.searcher.evaluator, 1 << 10)
    searcher.asked = []
    bot.analyse(new_game("protista", seed=3), 10_000)
    ends = [limits["deadline"] for limits in searcher.asked]
    latest = searcher.asked[0]["latest"]
    assert [limits["latest"] for limits in searcher.asked] == [latest] * (1 + CHANCE_SAMPLES)
    assert ends[-1] == pytest.approx(latest - searcher.reserve)
    steps = [end - start for start, end in pairwise(ends[1:])]
    assert steps == pytest.approx([steps[0]] * (CHANCE_SAMPLES - 1))


# Blue, far ahead by its own judgement and not by its free fields, went to and fro here until the last round.
TO_AND_FRO = (
    "S@1,2 B@0,3 B@2,2 G@-1,4 A@3,1 A@-1,5 Q@1,1 Q@0,4 A@2,0 S@-1,3 2,0>-2,5 -1,5>4,1 -2,5>-2,3 A@-2,5 A@2,0 "
    "-2,5>2,-1 B@2,3 S@2,-2 G@3,0 2,-2>0,1 3,0>1,0 G@0,5 -2,3>-2,5 2,-1>3,-1 1,0>3,0 3,-1>2,-1 3,0>1,0 "
    "2,-1>3,-1 1,0>3,0 3,-1>2,-1 3,0>1,0 2,-1>3,-1 1,0>3,0"
)
NODES = 2048


def board(game: Game) -> str:
    """The position without its turn."""
    return game.position().rsplit(" ", 1)[0]


def begun() -> tuple[Game, Counter[str]]:
    """That game, and how often each position has been there."""
    game = new_game("hive", seed=1044)
    seen: Counter[str] = Counter()
    for move in TO_AND_FRO.split():
        game.play(move)
        seen[board(game)] += 1
    return game, seen


def test_who_is_ahead_does_not_go_to_and_fro() -> None:
    found = {}
    for name in ("best-0.2", "best"):
        game, seen = begun()
        bot = player("hive", name)
        assert isinstance(bot, SearchBot)
        report = bot.analyse(game, 600_000, nodes=NODES)
        game.play(report.move)
        found[name] = seen[board(game)]
        assert report.score > 300, "a clear lead, however it is kept"
    assert found == {"best-0.2": 2, "best": 0}


@pytest.mark.compiled_only
def test_a_game_between_such_players_repeats_no_position_for_ever() -> None:
    game, seen = begun()
    bots = [player("hive", "best") for _ in range(2)]
    while not game.finished():
        bot = bots[game.turn % 2]
        assert isinstance(bot, SearchBot)
        game.play(bot.analyse(game, 600_000, nodes=NODES).move)
        seen[board(game)] += 1
    assert max(seen.values()) <= 3


# Red, behind in free fields, has been three times where an ant of each side goes to and fro.
BEHIND = (
    "B@2,-1 G@3,-2 G@2,0 B@4,-3 Q@1,0 A@3,-3 A@2,1 Q@4,-4 2,1>2,-3 A@5,-3 S@3,0 5,-3>0,1 A@1,-2 4,-3>3,-2 "
    "3,0>4,-3 3,-2>2,-1 1,-2>5,-5 2,-1>1,0 S@1,-2 0,1>0,-2 A@2,-4 A@0,1 2,-4>3,-4 G@0,0 B@5,-3 1,0>2,0 "
    "5,-3>5,-4 G@-1,1 5,-5>4,-5 S@3,0 5,-4>4,-4 2,0>1,1 3,-4>-2,2 0,-2>-1,2 -2,2>-2,1 -1,2>-1,0 -2,1>-2,2 "
    "-1,0>-1,2 -2,2>-2,1 -1,2>-1,0 -2,1>-2,2 -1,0>-1,2 -2,2>-2,1 -1,2>-1,0 -2,1>-2,2 -1,0>-1,2"
)


def test_who_is_behind_expects_nothing_of_going_back_for_the_third_time() -> None:
    found = {}
    for plies in (-4, None):  # the second time, then the third
        game = new_game("hive", seed=77065)
        for move in BEHIND.split()[:plies]:
            game.play(move)
        back = next(move.code for move in game.legal_moves() if str(move) == "-2,2>-2,1")
        searcher = AlphaBeta(knowledge("hive").striving())
        found[plies] = searcher.search(game, nodes=NODES, only=(back,), standstill=60).score
    assert found[None] < -1000 < found[-4] <= -60


def behind() -> tuple[Game, int, list[int]]:
    """That game, the move that goes back for the third time, and all others."""
    game = new_game("hive", seed=77065)
    for move in BEHIND.split():
        game.play(move)
    (back,), on = AlphaBeta(knowledge("hive").striving()).moves_back_and_on(game, 3)
    return game, back, on


def test_moves_back_are_those_that_make_a_position_again() -> None:
    searcher = AlphaBeta(knowledge("hive").striving())
    game = new_game("hive", seed=77065)
    seen: Counter[tuple[str, str | None]] = Counter()  # with the side to move
    found: Counter[int] = Counter()
    for move in BEHIND.split():
        made = {str(move): after(game, move) for move in game.legal_moves()}
        for times in (1, 2, 3):
            expected = {move for move, there in made.items() if seen[board(there), there.to_move] >= times}
            back, on = searcher.moves_back_and_on(game, times)
            assert {str(game.move_of(code)) for code in back} == expected
            assert {str(game.move_of(code)) for code in on} == {*made} - expected
            found[times] += len(back)
        game.play(move)
        seen[board(game), game.to_move] += 1
    assert all(found[times] for times in (1, 2, 3))
    while not game.finished():
        game.play(game.legal_moves()[0])
    assert searcher.moves_back_and_on(game, 1) == ([], [])


@pytest.mark.parametrize(
    ("scores", "depth", "replaced"),
    [
        ((-30, -90), 5, True),  # as much worse as it may be
        ((-30, -91), 5, False),  # no longer as good
        ((-30, -30), 4, False),  # not looked at as deep
        ((PROVEN, 100), 5, False),  # a win is not given away
        ((100, PROVEN), 3, True),  # a win is a win, however soon it was found
        ((-PROVEN - 1, -PROVEN - 5), 5, False),  # what loses sooner is no progress
    ],
)
def test_the_fourth_time_another_move_is_made_if_it_is_as_good(
    scores: tuple[int, int], depth: int, replaced: bool
) -> None:
    game, back, on = behind()
    for version, expected in (("", on[0] if replaced else back), ("0.2", back)):
        bot, searcher = told("hive", scores[:1], scores[1:], version=version)
        searcher.first, searcher.depths = [back], [5, depth]
        heard: list[SearchReport] = []
        report = bot.analyse(game, 1000, nodes=10_000, listener=heard.append, playing=True)
        assert [line.move.code for line in report.lines] == [expected]
        assert heard[-1] == report, "who listens hears of it"
    bot, first = told("hive", scores[:1], scores[1:])
    first.first, first.escapes = [back], True
    bot.analyse(game, 1000, nodes=10_000, playing=True)
    before, second = first.asked
    assert sorted(second["only"]) == sorted(on)
    assert second["depth"] == 5, "as deep as the move back was searched"
    assert (before["nodes"], second["nodes"]) == (4032, 9920), "what the first has left, in whole multiples"
    assert (before["escapes"], second["escapes"], bot.searcher.escapes) == (True, False, True)


def test_a_move_that_goes_on_is_made_as_it_was_found() -> None:
    game, back, on = behind()
    bot, searcher = told("hive", (10,), (-PROVEN,))
    searcher.first = [on[3]]
    assert bot.analyse(game, 1000, playing=True).move.code == on[3]
    assert len(searcher.asked) == 1
    bot, searcher = told("hive", (10,))
    searcher.first = [back]
    assert bot.analyse(game, 1000).move.code == back, "who only asks is told what was judged"
    assert len(searcher.asked) == 1


def test_no_move_known_to_lose_is_made_for_progress_however_early_the_search_ends() -> None:
    """All others lose sooner or later in this game; a search may find that out just before its end."""
    game, back, _ = behind()
    made: Counter[bool] = Counter()
    for nodes in range(64, 2049, 64):
        bot = player("hive", "best")
        assert isinstance(bot, SearchBot)
        report = bot.analyse(game, 600_000, nodes=nodes, playing=True)
        made[report.move.code == back] += 1
        if report.move.code != back:
            judge = AlphaBeta(knowledge("hive").striving())
            found = judge.search(game, depth=report.depth, only=(report.move.code,), standstill=60)
            assert found.score > -PROVEN, f"{nodes} nodes: {report.move} loses, as {report.depth} plies tell"
    assert made[True] > made[False]


def test_going_back_is_worth_no_more_than_what_is_certain_to_whoever_does_it() -> None:
    game, seen = begun()
    back = next(move for move in game.legal_moves() if seen[board(after(game, move))])
    searcher = AlphaBeta(knowledge("hive").striving())
    scores = {
        points: searcher.search(game, nodes=NODES, only=(back.code,), salt=points, standstill=points).score
        for points in (0, 60)
    }
    assert scores[0] > 300
    assert scores[60] <= 60
    bot, told_to = told("hive", (10,))
    bot.analyse(game)
    assert told_to.asked[-1]["standstill"] == knowledge("hive").best["standstill"]
    bot, told_to = told("hive", (10,), version="0.2")
    bot.analyse(game)
    assert told_to.asked[-1]["standstill"] == 0


def after(game: Game, move: str) -> Game:
    copy = game.copy()
    copy.play(move)
    return copy
