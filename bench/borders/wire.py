"""The contest's wire: the reader and what it makes of messages, for each season."""

from __future__ import annotations

import random
from collections.abc import Callable

from bench.borders.border import Border, WrongAnswer, as_bytes, played, spoilt
from schwarm.contest.client import ServerError, follow
from schwarm.contest.wire import Element, Reader, WireError, render
from schwarm.contest.wire.messages import read_reply, read_request
from schwarm.contest.wire.season import Cause, Finish, PlayerFault
from schwarm.contest.wire.seasons import season_of_game, season_of_login, season_of_state
from schwarm.game import Game, GameError
from schwarm.referee import CONTEST

ROOM = "3f2a1c84-0000-4000-8000-000000000000"
REQUESTS = (
    "<join/>",
    '<join gameType="{type}"/>',
    f'<joinRoom roomId="{ROOM}"/>',
    f'<joinPrepared reservationCode="{ROOM}"/>',
    '<authenticate password="examplepassword"/>',
    '<authenticate passphrase="examplepassword"/>',
    '<prepare gameType="{type}" pause="true"><slot displayName="A" canTimeout="true" reserved="true"/>'
    "</prepare>",
    f'<observe roomId="{ROOM}"/>',
    f'<pause roomId="{ROOM}" pause="false"/>',
    f'<step roomId="{ROOM}" forced="true"/>',
    f'<cancel roomId="{ROOM}"/>',
    f'<timeout roomId="{ROOM}" slot="1" activate="true"/>',
    f'<freeReservation reservation="{ROOM}"/>',
    '<testMode testMode="true"/>',
    '<scoreForPlayer displayName="A"/>',
    f'<left roomId="{ROOM}"/>',
    f'<joined roomId="{ROOM}"/>',
    f'<joinedGameRoom roomId="{ROOM}" playerCount="2"/>',
    '<errorpacket message="no"><originalRequest/></errorpacket>',
    "<close/>",
    "<sc.protocol.responses.CloseConnection/>",
)


class Wire(Border):
    """Bytes of a peer of one season. One in sixteen inputs is what a server says, which is long."""

    def __init__(self, game: str) -> None:
        self._season = season_of_game(game)
        self._games = [played(game, 3, plies) for plies in (0, 7, 20)]
        self._short = [text.format(type=self._season.game_type) for text in REQUESTS]
        self._long: list[str] = []
        self._turn = 0
        for standing in self._games:
            names = ("A", "B")
            moves = standing.legal_moves()[:6]
            datas = [self._season.write_move(str(move), standing) for move in moves]
            self._short += [render(Element("room", {"roomId": ROOM}, [data])) for data in datas] * 2
            state = self._season.state(standing, names, datas[0] if datas else None)
            blamed = self._season.blame(standing, (PlayerFault(Cause.LEFT), None), CONTEST)
            results: list[Finish] = [self._season.judge(standing), blamed]
            told = [state, *(self._season.result(standing, names, finish) for finish in results)]
            self._long += [render(Element("room", {"roomId": ROOM}, [data])) for data in told]
        self._short += [render(self._season.welcome(side)) for side in range(2)] + [
            render(self._season.goodbye)
        ]

    def draw(self, chance: random.Random) -> bytes:
        """A document with one to three messages."""
        pool = self._long if chance.random() < 0.06 else self._short
        texts = [
            spoilt(chance, pool) for _ in range(1 if pool is self._long else chance.choice((1, 1, 2, 3)))
        ]
        root = "<protocol>" if chance.random() < 0.97 else spoilt(chance, ("<protocol>",))
        return as_bytes(chance, root + "\n".join(texts))

    def attempt(self, given: str | bytes) -> None:
        """Read it as a server and as a client would."""
        assert isinstance(given, bytes)
        reader = Reader()
        half = len(given) // 2
        messages = [*reader.feed(given[:half]), *reader.feed(given[half:])]
        if reader.fault is not None and "\n" in str(reader.fault):
            raise WrongAnswer(f"a fault of more than one line: {reader.fault}")
        for message in messages:
            render(message, 1).encode()
            self._may_refuse(read_request, message)
            self._may_refuse(read_reply, message)
            self._may_refuse(season_of_login, message)
            data = message.child("data")
            if data is not None:
                self._data(data)

    def _data(self, data: Element) -> None:
        season = self._season
        self._turn = (self._turn + 1) % len(self._games)
        game = self._games[self._turn]
        self._may_refuse(lambda data: play(game, season.read_move(data, game).text), data)
        for read in (season.read_result, season.read_welcome, season.is_request):
            self._may_refuse(read, data)
        state = data.child("state")
        if state is not None:
            self._may_refuse(season_of_state, state)
            self._may_refuse(lambda data: follow(season, data, game), data)
            self._may_refuse(lambda data: follow(season, data, None), data)
            self._may_refuse(lambda state: season.names_in(state, None), state)

    def _may_refuse(self, read: Callable[[Element], object], element: Element) -> None:
        try:
            read(element)
        except (WireError, GameError, ServerError) as error:
            if "\n" in str(error):
                raise WrongAnswer(f"a refusal of more than one line: {error}") from error


def play(game: Game, text: str) -> None:
    """Try a move without changing the game."""
    game.copy().play(text)
