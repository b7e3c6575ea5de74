"""What the referee promises to seats, listeners and records."""

from __future__ import annotations

import asyncio
import gc
import logging
import weakref
from collections.abc import Awaitable, Callable
from random import Random

import pytest

from schwarm.game.game import Game
from schwarm.game.record import End, Irregular, Ply, replay
from schwarm.referee import (
    UNLIMITED,
    Answer,
    Asked,
    Blame,
    Ended,
    Event,
    Left,
    Limits,
    Moved,
    NeverCame,
    Paused,
    RandomSeat,
    Referee,
    Request,
    Resigned,
    Resumed,
    Started,
    TimeUp,
    Unasked,
    now_ms,
)
from tests.referee.seats import (
    Chooser,
    ListLedger,
    ScriptSeat,
    first_move,
    never,
    random_seats,
    run,
    says,
    settle,
    small_game,
)
from tests.waiting import PATIENCE_S


def test_a_whole_game_gives_a_record_that_replays() -> None:
    record = run(Referee(small_game(30), random_seats()))
    assert record.seats == {"red": "one", "blue": "two"}
    assert record.end is not None
    assert replay(record).history == [ply.move for ply in record.plies]
    assert all(ply.think_ms is not None and ply.think_ms >= 0 for ply in record.plies)


def test_think_time_is_arrival_minus_departure_and_the_servers_share_is_the_rest() -> None:
    async def slow_server(request: Request) -> Answer:
        before_ms = now_ms()
        await asyncio.sleep(0.02)
        return Answer(request.game.legal_moves()[0], before_ms + 20, before_ms + 21)

    record = run(Referee(small_game(), {"red": ScriptSeat(slow_server), "blue": ScriptSeat(first_move)}))
    assert record.plies[0].think_ms == pytest.approx(1)
    assert record.plies[0].server_ms is not None
    assert record.plies[0].server_ms >= 20


def test_a_busy_server_costs_the_player_no_time() -> None:
    async def kept_waiting(request: Request) -> Answer:
        left_ms = now_ms()
        await asyncio.sleep(0.05)  # the answer lies in the socket, the server is elsewhere
        return Answer(request.game.legal_moves()[0], left_ms, left_ms + 5)

    seats = {"red": ScriptSeat(kept_waiting), "blue": ScriptSeat(first_move)}
    record = run(Referee(small_game(), seats, limits=Limits(10, 60_000)))
    assert record.end is not None
    assert record.end.reason not in list(Irregular)


def test_events_come_in_order_and_after_the_ledger() -> None:
    ledger = ListLedger()
    heard: list[Event] = []
    durable: list[int] = []

    def listen(event: Event) -> None:
        heard.append(event)
        if isinstance(event, Moved):
            durable.append(len(ledger.plies))
        if isinstance(event, Ended):
            assert ledger.ends == [(event.end, {})]

    seats = {"red": ScriptSeat(first_move), "blue": ScriptSeat(first_move)}
    record = run(Referee(small_game(2), seats, ledger=ledger, listeners=[listen]))
    assert [type(event) for event in heard] == [Started, *[Asked, Moved] * 4, Ended]
    assert durable == [1, 2, 3, 4]
    assert tuple(ledger.plies) == record.plies
    assert seats["red"].heard == seats["blue"].heard == heard
    assert seats["red"].closed == seats["blue"].closed == 1


def test_nobody_hears_of_a_move_before_the_players_do() -> None:
    """A page that shows the game must not tell a player earlier than its own line does."""
    seats = {"red": ScriptSeat(first_move), "blue": ScriptSeat(first_move)}
    known: list[bool] = []

    def listen(event: Event) -> None:
        known.append(seats["blue"].heard[-1:] == [event])

    run(Referee(small_game(2), seats, listeners=[listen]))
    assert known
    assert all(known)


def end_of(
    choose: Callable[[Request], Awaitable[Answer]], limits: Limits = UNLIMITED
) -> tuple[End, Ended, ListLedger]:
    ledger = ListLedger()
    seats = {"red": ScriptSeat(choose), "blue": ScriptSeat(first_move)}
    referee = Referee(small_game(), seats, limits=limits, ledger=ledger)
    record = run(referee)
    assert record.end is not None
    assert referee.ended is not None
    assert replay(record).turn == len(record.plies)
    return record.end, referee.ended, ledger


def test_an_illegal_move_loses_and_names_the_rule() -> None:
    end, ended, ledger = end_of(says("A4-B4"))
    assert (end.winner, end.reason) == ("blue", Irregular.ILLEGAL_MOVE)
    assert end.scores["red"] == (0, 0)
    assert end.scores["blue"] == (2, small_game().standing()["blue"][1])
    assert "M2" in str(ended.faults["red"])
    assert [fault.values["rule"] for fault in ledger.ends[0][1].values()] == ["M2"]


def test_garbage_instead_of_a_move_loses() -> None:
    end, _, _ = end_of(says("\x00 no move"))
    assert (end.winner, end.reason) == ("blue", Irregular.ILLEGAL_MOVE)


def test_an_answer_after_the_soft_limit_loses_although_it_came() -> None:
    end, ended, _ = end_of(says("A4-C4", think_ms=2001), Limits(2000, 10_000))
    assert (end.winner, end.reason) == ("blue", Irregular.TIME_UP)
    fault = ended.faults["red"]
    assert isinstance(fault, TimeUp)
    assert not fault.hard


def test_no_answer_by_the_hard_limit_loses() -> None:
    end, ended, _ = end_of(never, Limits(10, 30))
    assert (end.winner, end.reason) == ("blue", Irregular.TIME_UP)
    fault = ended.faults["red"]
    assert isinstance(fault, TimeUp)
    assert fault.hard


def test_limits_may_differ_by_side_and_be_lifted_in_mid_game() -> None:
    limits = {"red": Limits(1, None), "blue": UNLIMITED}
    seats = {"red": ScriptSeat(says("x", think_ms=5)), "blue": ScriptSeat(first_move)}
    referee = Referee(small_game(), seats, limits=limits)
    referee.limits["red"] = UNLIMITED
    record = run(referee)
    assert record.end is not None
    assert record.end.reason == Irregular.ILLEGAL_MOVE


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        (Left("LOST_CONNECTION"), Irregular.LEFT),
        (Resigned(), Irregular.RESIGNED),
        (Unasked("not your turn"), Irregular.ILLEGAL_MOVE),
    ],
)
def test_what_a_seat_raises_ends_its_game(fault: Left | Resigned | Unasked, reason: Irregular) -> None:
    async def choose(request: Request) -> Answer:
        raise fault

    end, ended, _ = end_of(choose)
    assert (end.winner, end.reason) == ("blue", reason)
    assert ended.faults == {"red": fault}


def test_the_waiting_player_may_be_blamed_while_the_other_thinks() -> None:
    async def play() -> Referee:
        seats = {"red": ScriptSeat(never), "blue": ScriptSeat(first_move)}
        referee = Referee(small_game(), seats, limits=UNLIMITED)
        game = asyncio.create_task(referee.run())
        await settle()
        assert referee.asking == "red"
        referee.blame("blue", Left("LOST_CONNECTION"))
        record = await game
        assert record.end is not None
        assert (record.end.winner, record.end.reason) == ("red", Irregular.LEFT)
        return referee

    assert asyncio.run(play()).asking is None


def test_of_two_faults_of_a_side_the_first_counts() -> None:
    async def play() -> Referee:
        seats = {"red": ScriptSeat(never), "blue": ScriptSeat(first_move)}
        referee = Referee(small_game(), seats, limits=UNLIMITED)
        game = asyncio.create_task(referee.run())
        await settle()
        referee.blame("red", Resigned())
        referee.blame("red", Left("LOST_CONNECTION"))
        record = await game
        assert record.end is not None
        assert (record.end.winner, record.end.reason) == ("blue", Irregular.RESIGNED)
        return referee

    assert isinstance(asyncio.run(play()).faults["red"], Resigned)


def test_two_offenders_leave_no_winner() -> None:
    async def play() -> End | None:
        referee = Referee(
            small_game(), {"red": ScriptSeat(never), "blue": ScriptSeat(never)}, limits=UNLIMITED
        )
        game = asyncio.create_task(referee.run())
        await settle()
        referee.blame("red", Left("LOST_CONNECTION"))
        referee.blame("blue", Left("LOST_CONNECTION"))
        return (await game).end

    assert asyncio.run(play()) == End(None, Irregular.LEFT, {"red": (0, 0), "blue": (0, 0)})


@pytest.mark.parametrize("absent", [("red",), ("blue",), ("red", "blue")])
def test_an_unplayed_game_gives_victory_points_and_no_other_numbers(absent: tuple[str, ...]) -> None:
    class Absent(ScriptSeat):
        async def join(self, game: Game, side: str, blame: Blame) -> None:
            if side in absent:
                raise NeverCame("the door stayed shut")

    seats = {side: Absent(never) for side in ("red", "blue")}
    ledger = ListLedger()
    referee = Referee(small_game(), seats, limits=UNLIMITED, ledger=ledger)
    end = run(referee).end
    assert end is not None
    assert end.scores == {side: (0,) if side in absent else (2,) for side in ("red", "blue")}
    assert (end.winner is None) == (len(absent) == 2)
    assert set(referee.faults) == set(absent)
    assert ledger.ends[0][0] == end
    assert all(seat.closed == 1 for seat in seats.values())
    assert all(isinstance(seat.heard[-1], Ended) and len(seat.heard) == 1 for seat in seats.values())


@pytest.mark.parametrize("last", [Moved, Ended])
def test_a_fault_after_the_last_move_changes_nothing(last: type[Event]) -> None:
    referee = Referee(small_game(1), random_seats())
    moves = 0

    def leave_at_the_end(event: Event) -> None:
        nonlocal moves
        moves += isinstance(event, Moved)
        if moves == 2 and isinstance(event, last):
            referee.blame("red", Left("hurried away"))

    referee.listeners.append(leave_at_the_end)
    end = run(referee).end
    assert end is not None
    assert end.reason not in list(Irregular)
    assert referee.ended is not None
    assert referee.ended.faults == referee.faults == {}


def test_pause_holds_requests_back_step_lets_one_through() -> None:
    async def play() -> None:
        heard: list[Event] = []

        def hear(event: Event) -> None:
            heard.append(event)
            if len(heard) == 6:  # somebody has just been asked
                referee.pause()

        seats = {"red": ScriptSeat(first_move), "blue": ScriptSeat(first_move)}
        referee = Referee(small_game(), seats, listeners=[hear], paused=True)
        game = asyncio.create_task(referee.run())
        await settle()
        assert [type(event) for event in heard] == [Started]
        assert referee.step()
        await settle()
        assert [type(event) for event in heard[1:]] == [Resumed, Asked, Moved]
        assert isinstance(heard[1], Resumed)
        assert heard[1].step
        referee.unpause()
        await settle()
        assert isinstance(heard[4], Resumed)
        assert not heard[4].step
        assert any(isinstance(event, Paused) for event in heard)
        assert not game.done()
        assert referee.game.turn < 6
        referee.unpause()
        assert not referee.step()
        record = await game
        assert len(record.plies) == 6

    asyncio.run(play())


def test_a_step_while_an_answer_is_pending_is_refused() -> None:
    async def play() -> None:
        seats = {"red": ScriptSeat(never), "blue": ScriptSeat(first_move)}
        referee = Referee(small_game(), seats, limits=UNLIMITED, paused=True)
        game = asyncio.create_task(referee.run())
        await asyncio.sleep(0)
        assert referee.step()
        await settle()
        assert not referee.step()
        referee.cancel()
        await game

    asyncio.run(play())


@pytest.mark.parametrize("paused", [False, True])
def test_a_cancelled_game_is_judged_as_it_stands(paused: bool) -> None:
    async def play() -> End | None:
        seats = {"red": ScriptSeat(never), "blue": ScriptSeat(first_move)}
        referee = Referee(small_game(), seats, limits=UNLIMITED, paused=paused)
        game = asyncio.create_task(referee.run())
        await settle()
        referee.cancel()
        return (await game).end

    weights = {side: numbers[1] for side, numbers in small_game().standing().items()}
    assert weights["red"] == weights["blue"]  # the start is symmetric
    drawn = {side: (1, weight) for side, weight in weights.items()}
    assert asyncio.run(play()) == End(None, Irregular.CANCELLED, drawn)


def test_a_cancelled_game_is_won_by_who_is_ahead() -> None:
    game = small_game(30)
    while len({numbers[1] for numbers in game.standing().values()}) == 1:
        game.play(game.legal_moves()[0])
    ahead = max(game.standing(), key=lambda side: game.standing()[side][1])
    referee = Referee(game, random_seats())
    referee.cancel()
    end = run(referee).end
    assert end is not None
    assert (end.winner, end.scores[ahead][0]) == (ahead, 2)


def test_an_interrupted_game_has_no_winner_and_goes_on_from_its_record() -> None:
    async def play() -> Referee:
        seats = random_seats()
        referee = Referee(small_game(), seats)
        referee.listeners.append(lambda event: referee.interrupt() if referee.game.turn == 3 else None)
        await referee.run()
        return referee

    first = asyncio.run(play())
    assert first.record.end is not None
    assert (first.record.end.winner, first.record.end.reason) == (None, Irregular.INTERRUPTED)
    second = Referee(replay(first.record), random_seats())
    record = run(second)
    assert [ply.move for ply in record.plies[:3]] == [ply.move for ply in first.record.plies]
    assert len(record.plies) == 6


def test_a_failing_listener_is_dropped_and_the_game_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    calls: list[Event] = []

    def fail(event: Event) -> None:
        calls.append(event)
        raise OSError("gone")

    with caplog.at_level(logging.ERROR):
        record = run(Referee(small_game(), random_seats(), listeners=[fail]))
    assert len(record.plies) == 6
    assert len(calls) == 1
    assert "listener" in caplog.text


def test_a_ledger_that_fails_announces_nothing_but_the_interruption() -> None:
    class Full(ListLedger):
        async def add(self, number: int, ply: Ply) -> None:
            raise OSError("no space left")

    seats = {"red": ScriptSeat(first_move), "blue": ScriptSeat(first_move)}
    with pytest.raises(OSError, match="no space left"):
        run(Referee(small_game(), seats, ledger=Full()))
    assert [type(event) for event in seats["blue"].heard] == [Started, Asked, Ended]
    last = seats["blue"].heard[-1]
    assert isinstance(last, Ended)
    assert last.end.reason == Irregular.INTERRUPTED
    assert seats["red"].closed == seats["blue"].closed == 1


def test_our_own_mistakes_raise_through() -> None:
    async def mistake(request: Request) -> Answer:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        run(Referee(small_game(), {"red": ScriptSeat(mistake), "blue": RandomSeat()}))


def test_a_seat_cannot_touch_the_referees_game() -> None:
    async def meddle(request: Request) -> Answer:
        move = request.game.legal_moves()[0]
        request.game.play(move)
        return Answer(move, 0, 0)

    record = run(Referee(small_game(), {"red": ScriptSeat(meddle), "blue": ScriptSeat(meddle)}))
    assert len(record.plies) == 6


def test_both_sides_need_a_seat() -> None:
    with pytest.raises(ValueError, match="expected seats for red and blue, not red"):
        Referee(small_game(), {"red": RandomSeat()})


def test_a_cancelled_task_tells_everybody_and_closes_the_seats() -> None:
    async def play() -> list[Event]:
        seats = {"red": ScriptSeat(never), "blue": ScriptSeat(first_move)}
        game = asyncio.create_task(Referee(small_game(), seats, limits=UNLIMITED).run())
        await settle()
        game.cancel()
        with pytest.raises(asyncio.CancelledError):
            await game
        assert seats["red"].closed == seats["blue"].closed == 1
        return seats["blue"].heard

    last = asyncio.run(play())[-1]
    assert isinstance(last, Ended)
    assert last.end.reason == Irregular.INTERRUPTED


def test_a_seat_that_cannot_be_told_has_lost() -> None:
    class Deaf(RandomSeat):
        def tell(self, event: Event) -> None:
            if isinstance(event, Moved):
                raise Left("LOST_CONNECTION")

    record = run(Referee(small_game(), {"red": RandomSeat(), "blue": Deaf()}))
    assert record.end is not None
    assert (record.end.winner, record.end.reason, len(record.plies)) == ("red", Irregular.LEFT, 1)


@pytest.mark.parametrize("seed", range(60))
def test_orders_at_any_moment_leave_one_end_and_a_record_that_replays(seed: int) -> None:
    chance = Random(seed)

    async def hesitate(request: Request) -> Answer:
        for _ in range(chance.randrange(6)):
            await asyncio.sleep(0)
        if chance.random() < 0.02:
            raise Left("gone")
        return Answer(chance.choice(request.game.legal_moves()), 0, 1)

    async def play() -> None:
        heard: list[Event] = []
        ledger = ListLedger()
        seats = {"red": ScriptSeat(hesitate), "blue": ScriptSeat(hesitate)}
        paused = chance.random() < 0.3
        referee = Referee(small_game(8), seats, ledger=ledger, listeners=[heard.append], paused=paused)
        game = asyncio.create_task(referee.run())
        orders = [referee.pause, referee.unpause, referee.step] * 8
        orders += [referee.cancel, referee.interrupt, lambda: referee.blame("blue", Left("gone"))]
        while not game.done():
            for _ in range(chance.randrange(12)):
                await asyncio.sleep(0)
            chance.choice(orders)()
        record = await game
        replay(record)
        assert tuple(ledger.plies) == record.plies
        assert [type(event) for event in heard].count(Ended) == 1
        assert isinstance(heard[-1], Ended)
        assert [event.ply for event in heard if isinstance(event, Moved)] == list(record.plies)
        assert [end for end, _ in ledger.ends] == [record.end]

    asyncio.run(asyncio.wait_for(play(), PATIENCE_S))


# --- memory -------------------------------------------------------------------------------------------
@pytest.mark.parametrize("fault", [says("nonsense"), says("A1-A9", 5000.0), never])
def test_a_game_that_a_fault_ends_is_free_before_any_collection(fault: Chooser) -> None:
    def play() -> None:
        seats = {"red": ScriptSeat(fault), "blue": ScriptSeat(first_move)}
        referee = Referee(small_game(), seats, limits=Limits(10, 20))
        assert run(referee).end
        games.append(weakref.ref(referee))

    games: list[weakref.ref[Referee]] = []
    gc.disable()
    try:
        play()
        assert games[0]() is None
    finally:
        gc.enable()
