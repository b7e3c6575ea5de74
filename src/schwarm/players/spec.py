"""Who plays, as one line of text and as a typed value.

best, 7, greedy, random       a named bot
best@200, best#5000           the same with milliseconds, or nodes, of its own a move
best#500~40                   a level of one's own: so many nodes a move, evaluations wrong by up to so much
mcts#2000                     tree search with so many simulations a move
hand                          the strongest bot without any net, by its hand-made evaluation
rules#16000                   the same search by what the rules alone count, with weights chosen by hand
net:FILE, generation-3.net    the strongest bot with this net instead of its own; @MS and #NODES as above
rollouts#100                  tree search that knows the rules alone: leaves are judged by a random game
package.module:function       a Python function (game, budget_ms) -> move
my_bot.py                     a bot's file, started with our own Python
./program --with arguments    a program that speaks the contest's protocol, also: python my_bot.py
team.zip                      a program as it is uploaded to the contest
remote                        a client that comes from elsewhere with a reservation
"""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from pathlib import Path

from schwarm.game.errors import BadOption, Refusal
from schwarm.platform.commands import is_path, split_line

BOT = re.compile(r"([\w.-]+)(?:@(\d{1,9}))?(?:#(\d{1,12}))?(?:~(\d{1,6}))?")
FUNCTION = re.compile(r"([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*):([A-Za-z_]\w*)(?:@(\d{1,9}))?")
NET = re.compile(r"(?:net:(.+?)|(.+?\.net))(?:@(\d{1,9}))?(?:#(\d{1,12}))?")
HERE = (
    "NAME, NAME@MS, NAME#NODES, best#NODES~NOISE, net:FILE, MODULE:FUNCTION, BOT.py, ./PROGRAM ARGUMENTS, "
    "TEAM.zip"
)
PYTHON = ".py"  # how the files of bots end that are started by our own Python
FORMS = f"{HERE} or remote"


class PlayerError(BadOption):
    """Someone who cannot play: not to be understood, not to be found, not to be started; told in one line."""


@dataclass(frozen=True, slots=True)
class BotSpec:
    """A named bot; with a time or a number of nodes a move of its own, where these are not 0.

    `weights`, where there are any, replace those of its evaluation: name, in the opening, at the end. With
    `noise` (0 counts) it is a level of these nodes.
    """

    bot: str
    time_ms: int = 0
    nodes: int = 0
    weights: tuple[tuple[str, int, int], ...] = ()
    noise: int | None = None

    def __str__(self) -> str:
        time = f"@{self.time_ms}" if self.time_ms else ""
        nodes = f"#{self.nodes}" if self.nodes else ""
        return f"{self.bot}{time}{nodes}" + ("" if self.noise is None else f"~{self.noise}")


@dataclass(frozen=True, slots=True)
class NetSpec:
    """The strongest bot, judging by the net in this file; with a time or nodes of its own as a `BotSpec`."""

    path: str
    time_ms: int = 0
    nodes: int = 0

    def __str__(self) -> str:
        time = f"@{self.time_ms}" if self.time_ms else ""
        return f"net:{self.path}{time}" + (f"#{self.nodes}" if self.nodes else "")


@dataclass(frozen=True, slots=True)
class FunctionSpec:
    """A Python function, looked for in `folder` first. `inside`: trusted to run in the referee's process."""

    module: str
    function: str
    folder: str = ""
    time_ms: int = 0
    inside: bool = False

    def __str__(self) -> str:
        return f"{self.module}:{self.function}" + (f"@{self.time_ms}" if self.time_ms else "")


@dataclass(frozen=True, slots=True)
class ProgramSpec:
    """A program with the contest's arguments, started in `folder`.

    `scratch`: it may write into its folder, of which it gets a copy for each game.
    """

    command: tuple[str, ...]
    folder: str = ""
    scratch: bool = False

    def __str__(self) -> str:
        return shlex.join(self.command)


@dataclass(frozen=True, slots=True)
class ArchiveSpec:
    """A ZIP as it is uploaded to the contest; `start` names the start script if it is not start.sh."""

    path: str
    start: str = ""

    def __str__(self) -> str:
        return self.path


@dataclass(frozen=True, slots=True)
class RemoteSpec:
    """A client that comes to our port with the reservation it was given."""

    def __str__(self) -> str:
        return "remote"


PlayerSpec = BotSpec | NetSpec | FunctionSpec | ProgramSpec | ArchiveSpec | RemoteSpec


def read(text: str, folder: Path | None = None) -> PlayerSpec:
    """The player that a line of text names; files and modules are looked for in `folder`.

    :raises PlayerError: if the line names no player.

    >>> read("best@200")
    BotSpec(bot='best', time_ms=200, nodes=0, weights=(), noise=None)
    >>> str(read("python my_bot.py"))
    'python my_bot.py'
    """
    said = text.strip()
    base = "" if folder is None else str(folder.resolve())
    if said == "remote":
        return RemoteSpec()
    unknown = Refusal("player_forms", forms=HERE, said=repr(text))
    if "\0" in said:
        raise PlayerError(unknown)
    try:
        words = tuple(split_line(said))
    except ValueError as error:
        raise PlayerError(Refusal("said_of", what=unknown, why=error)) from None
    found = NET.fullmatch(said)
    if found and (found[1] or len(words) == 1):
        path = found[1] or found[2]
        return NetSpec(str(Path(base, path)), _positive(found[3], text), _positive(found[4], text))
    if len(words) == 1 and words[0].lower().endswith(".zip"):
        return ArchiveSpec(str(Path(base, words[0])))
    if len(words) > 1 or is_path(said) or said.endswith((".jar", PYTHON)):
        return ProgramSpec(words, base)
    if found := FUNCTION.fullmatch(said):
        return FunctionSpec(found[1], found[2], base, _positive(found[3], text))
    if found := BOT.fullmatch(said):
        noise = None if found[4] is None else int(found[4])
        return BotSpec(found[1], _positive(found[2], text), _positive(found[3], text), noise=noise)
    raise PlayerError(unknown)


def _positive(number: str | None, text: str) -> int:
    """A number that was given, 0 if none was; PlayerError for a 0 that was."""
    if number is not None and int(number) == 0:
        raise PlayerError(Refusal("after_signs", said=repr(text)))
    return int(number or 0)
